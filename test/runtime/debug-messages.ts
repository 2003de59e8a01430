import assert from 'node:assert/strict';
import WebSocket from 'ws';
import type { NodeRedProcess } from './node-red-process';

/** A message as the debug sidebar of the editor gets it. */
export interface DebugMessage {
  id: string;
  msg: string;
  format: string;
  /** `msg.topic`, which the sidebar shows in front. */
  topic?: string;
}

/** What the debug nodes of a running Node-RED show. */
export class DebugMessages {
  private readonly received: DebugMessage[] = [];

  private constructor(private readonly socket: WebSocket) {}

  static async listen(nodeRed: NodeRedProcess): Promise<DebugMessages> {
    const socket = new WebSocket(`${nodeRed.address.replace('http', 'ws')}/comms`);
    const messages = new DebugMessages(socket);
    socket.on('message', (data: Buffer) => {
      for (const { topic, data: message } of [JSON.parse(data.toString())].flat() as { topic: string; data: DebugMessage }[]) {
        if (topic === 'debug') messages.received.push(message);
      }
    });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ subscribe: 'debug' }));
    return messages;
  }

  /** What a debug node showed, once there are `count`; fails at once if one of the nodes `errors` shows something. */
  async shown(id: string, count: number, errors: readonly string[] = []): Promise<DebugMessage[]> {
    const due = Date.now() + 120_000;
    for (;;) {
      const found = this.received.filter((message) => message.id === id);
      if (found.length >= count) return found;
      const failed = this.received.find((message) => errors.includes(message.id));
      assert.ok(!failed, `The flow failed: ${failed?.msg}`);
      assert.ok(Date.now() < due, `The debug node ${id} showed ${found.length} of ${count}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  close(): void {
    this.socket.close();
  }
}
