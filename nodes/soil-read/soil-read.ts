import type { Node, NodeAPI, NodeDef } from 'node-red';
import { SoilError } from '../../src/errors/soil-error';
import { readArea } from '../../src/geometry/read-area';
import { clipPolygons } from '../../src/records/clip-area';
import { type ExportSource, openExport } from '../../src/records/export-source';
import { FeaturesByDepth } from '../../src/records/features-by-depth';
import { readRasters } from '../../src/records/read-rasters';
import { RecordReading } from '../../src/records/read-records';
import type { SoilRecord } from '../../src/records/soil-record';
import { checkShape, type Shape, shapedRecords } from '../../src/shapes/shape';
import type { ShapeContext } from '../../src/shapes/shaped-message';
import { choiceSetting } from '../runtime/choice-setting';
import { flagSetting } from '../runtime/flag-setting';
import { givenValue } from '../runtime/given-value';
import { handleInput, type Turn } from '../runtime/input-handler';
import { licencesOf } from '../runtime/licence-setting';
import { showNoData } from '../runtime/no-data';
import { NodeStatus } from '../runtime/node-status';
import { queryOf } from '../runtime/query-settings';
import { extendSoil, sourcePart, type SoilMessage } from '../runtime/soil-message';
import { knownDatasets, sourceOf } from '../runtime/source-of';
import { textSetting } from '../runtime/text-setting';
import { FlowPressure } from './flow-pressure';
import { wantedNames } from './wanted-names';

interface SoilReadConfig extends NodeDef {
  from?: string;
  fromType?: string;
  output?: string;
  batch?: string | number;
  distinct?: unknown;
  strict?: unknown;
  shape?: string;
  licences?: unknown;
}

/** What every kind of reading tells. */
type Described = Pick<RecordReading, 'problems' | 'sources'> & { counts: { found: number; records: number; namesUnmet: boolean } };

/** Records gathered at a time where all of them go into one result. */
const GATHERED = 5_000;

export = (RED: NodeAPI): void => {
  function construct(this: Node, config: SoilReadConfig): void {
    RED.nodes.createNode(this, config);
    let synthetic = false;
    const status = new NodeStatus(RED, this, () => synthetic);

    const choice = (msg: SoilMessage, signal: AbortSignal) => ({
      ...wantedNames(msg),
      strict: flagSetting('Stop at the first malformed row', config.strict, false),
      licences: licencesOf(config.licences),
      known: knownDatasets(msg),
      signal,
    });
    const readingOf = (source: ExportSource, msg: SoilMessage, signal: AbortSignal): RecordReading =>
      new RecordReading(source, { ...choice(msg, signal), distinct: flagSetting('Drop exact repeats', config.distinct, true) });

    /** What a message tells of the reading so far. */
    const describe = (msg: SoilMessage, reading: Described, source: ExportSource, more: object = {}): void => {
      extendSoil(msg, {
        source: sourceOf(msg, reading.sources, { retrieved: source.retrieved ?? new Date(), synthetic: sourcePart(msg).synthetic === true }),
        problems: reading.problems.toJSON(),
        read: { ...reading.counts, ...more },
      });
    };

    /** Records, in one message or in batches, each sent when the flow has taken the one before. */
    const records = async (msg: SoilMessage, source: ExportSource, turn: Turn): Promise<Described> => {
      const shape = checkShape(config.shape);
      const size = batchSize(config.batch);
      const reading = readingOf(source, msg, turn.signal);
      const sequence = RED.util.generateId();
      // Messages that a function node made of one share its identifier: batches have one of their own, or each would wait for all the others.
      const template = { ...msg, payload: undefined, _msgid: RED.util.generateId() };
      const pressure = size > 0 ? new FlowPressure(RED, template._msgid) : null;
      const { parts: outer } = msg as { parts?: unknown };
      let index = 0;
      let held: SoilRecord[] | undefined;
      const put = async (target: SoilMessage, batch: SoilRecord[], last: boolean): Promise<SoilMessage> => {
        const context = { first: index === 0, retrieved: source.retrieved ?? new Date(), signal: turn.signal };
        const leftOut = await fill(target, shape, batch, context);
        describe(target, reading, source, leftOut ? { leftOut } : {});
        if (size > 0) {
          const parts = { id: sequence, type: 'array', len: size, index, ...(last ? { count: index + 1 } : {}) };
          // A sequence inside a sequence, as the core split node makes it.
          Object.assign(target, { parts: outer === undefined ? parts : { ...parts, parts: outer } });
        }
        return target;
      };
      try {
        for await (const batch of reading.batches(size)) {
          if (held) {
            turn.send(await put(RED.util.cloneMessage(template), held, false));
            index += 1;
            await pressure?.taken(turn.signal);
          }
          held = batch;
          status.show('working', 'reading', { count: reading.counts.records });
        }
      } finally {
        pressure?.close();
      }
      await put(msg, held ?? [], true);
      return reading;
    };

    const geojson = async (msg: SoilMessage, source: ExportSource, turn: Turn): Promise<Described> => {
      const reading = readingOf(source, msg, turn.signal);
      const features = new FeaturesByDepth();
      for await (const batch of reading.batches(GATHERED)) {
        features.add(batch);
        status.show('working', 'reading', { count: reading.counts.records });
      }
      msg.payload = await features.collection(turn.signal);
      describe(msg, reading, source, { withoutPlace: features.withoutPlace });
      return reading;
    };

    const rasters = async (msg: SoilMessage, source: ExportSource, turn: Turn): Promise<Described> => {
      const { geometry } = queryOf(msg);
      const area = geometry === undefined ? undefined : await clipPolygons(await readArea(geometry), turn.signal);
      const reading = await readRasters(source, {
        ...choice(msg, turn.signal),
        area,
        onProgress: (count) => status.show('working', 'reading', { count }),
      });
      msg.payload = reading.summaries;
      describe(msg, reading, source);
      return reading;
    };

    handleInput(this, status, async (msg, turn) => {
      const read = { records, geojson, rasters }[choiceSetting('Give', config.output, ['records', 'geojson', 'rasters'])];
      if (sourcePart(msg).synthetic === true) synthetic = true;
      const source = await openExport(await givenValue(RED, this, msg, { property: textSetting('Zip or folder', config.from) ?? 'payload', type: config.fromType || 'msg' }));
      try {
        const { counts, problems } = await read(msg, source, turn);
        synthetic = sourcePart(msg).synthetic === true;
        if (counts.records > 0) status.showCount(counts.namesUnmet ? 'attention' : 'done', 'record', counts.records);
        else if (counts.found > 0) status.show('attention', 'noData');
        else if (problems.count > 0) status.show('attention', 'noneReadable');
        else await showNoData(status, queryOf(msg), sourcePart(msg).temporalCoverage);
        return msg;
      } finally {
        await source.close();
      }
    });
  }

  RED.nodes.registerType('soil-read', construct);
};

/** Puts records into a message, in the shape that the next node takes. Gives what the shape could not take along. */
async function fill(msg: SoilMessage, shape: Shape | null, records: SoilRecord[], context: ShapeContext): Promise<string[] | undefined> {
  if (!shape) {
    msg.payload = records;
    return undefined;
  }
  const { payload, beside, leftOut } = await shapedRecords(shape, records, context);
  Object.assign(msg, beside, { payload });
  return leftOut;
}

/** Throws `SOIL_CONFIG` where the setting is no whole number of 0 or more. */
function batchSize(setting: unknown): number {
  const size = setting === undefined || setting === null || setting === '' ? 0 : Number(setting);
  if (!Number.isSafeInteger(size) || size < 0)
    throw new SoilError('SOIL_CONFIG', `The setting "In batches of" is ${JSON.stringify(setting)}: fill in a whole number, or 0 for one message.`);
  return size;
}
