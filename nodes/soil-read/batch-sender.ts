import type { NodeAPI } from 'node-red';
import { foreignObject } from '../../src/foreign/foreign-value';
import type { SoilRecord } from '../../src/records/soil-record';
import { extendSoil, soilPart, type SoilMessage } from '../runtime/soil-message';
import { FlowPressure } from './flow-pressure';

/** What a sender needs. */
interface BatchParts {
  RED: NodeAPI;
  signal: AbortSignal;
  send: (msg: SoilMessage) => Promise<void>;
  /** Puts records, and what is known of the reading so far, into a message. */
  fill: (msg: SoilMessage, records: SoilRecord[], isFirst: boolean) => Promise<void>;
}

/**
 * Sends the records of a reading in batches, as one sequence: each when the flow has taken the one before. It stays one batch behind the reading,
 * because the last batch says how many there are, and goes into the original message. Without batches, all records are that last one.
 */
export class BatchSender {
  private readonly sequence: string;
  /** Has an identifier of its own: a function node may have made several messages with one identifier, whose batches would wait for each other. */
  private readonly template: SoilMessage;
  private readonly pressure: FlowPressure | null;
  private held: SoilRecord[] | undefined;
  private index = 0;

  /** @param size how many records a batch has at most; 0: there are no batches */
  constructor(
    private readonly msg: SoilMessage,
    private readonly size: number,
    private readonly parts: BatchParts,
  ) {
    const { RED } = parts;
    this.sequence = RED.util.generateId();
    const _msgid = RED.util.generateId();
    this.template = { ...msg, payload: undefined, _msgid };
    this.pressure = size > 0 ? new FlowPressure(RED, _msgid) : null;
  }

  /** Takes the next batch, and sends the one before. */
  async add(batch: SoilRecord[]): Promise<void> {
    const { RED, send, signal } = this.parts;
    if (this.held) {
      await send(await this.put(RED.util.cloneMessage(this.template), this.held, false));
      this.index += 1;
      await this.pressure?.taken(signal);
    }
    this.held = batch;
  }

  /** Puts the last batch into the message, which the caller sends. */
  async finish(): Promise<void> {
    await this.put(this.msg, this.held ?? [], true);
  }

  /** Stops watching the flow. */
  close(): void {
    this.pressure?.close();
  }

  private async put(target: SoilMessage, batch: SoilRecord[], isLast: boolean): Promise<SoilMessage> {
    const { size, sequence, index } = this;
    await this.parts.fill(target, batch, index === 0);
    if (size === 0) return target;
    const isWhole = isLast && index === 0;
    // A join node makes one list of the lists only if `len` is more than 1: a single record stands for what is not in a list. Other core nodes for
    // sequences give a message another `id` and `count`, and keep the rest: `batchOf` tells soil-profile even then.
    const parts = { id: sequence, type: 'array', len: Math.max(size, 2), index, ...(isLast && { count: index + 1 }), ...(!isWhole && { batchOf: sequence }) };
    // A sequence inside a sequence, as the core split node makes it.
    const { parts: outer } = this.msg as { parts?: unknown };
    Object.assign(target, { parts: outer === undefined ? parts : { ...parts, parts: outer } });
    extendSoil(target, { read: { ...foreignObject(soilPart(target).read), sequence } });
    return target;
  }
}
