import type { JobKeeper } from '../../src/jobs/job-keeper';
import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import type { ScriptedService } from './scripted-service';

/** As long as that of a real service. */
export const identity = '0123456789abcdef0123456789abcdef';

/** A message as soil-area and soil-submit leave it, for a field of its own. */
function messageOf(at: number): { message: FlowMessage; query: { geometry: string; soilProperties: number[] } } {
  const geometry = `POLYGON ((5.1234567 51.1234567, 5.2234567 51.1234567, 5.2234567 51.2234567, 5.1234567 51.${(1_000_000 + at).toString()}))`;
  const query = { geometry, soilProperties: [1, 2, 3] };
  const bbox = [5.1234567, 51.1234567, 5.2234567, 51.2234567];
  const area = { type: 'Polygon', hectares: 77.3 + at, bbox, parts: 1, vertices: 4, centroid: [5.17, 51.17], retrieval: 'async', changes: [] };
  return { message: { _msgid: `id${at}`, topic: `field ${at}`, soil: { query, area } }, query };
}

/** What soil-submit and soil-wait do with the message of a field. */
export async function submitAndWait(keeper: JobKeeper, service: ScriptedService, at: number, firstPollSeconds = 2): Promise<void> {
  const { message, query } = messageOf(at);
  const job = await keeper.submissions.submit({ service, kind: 'geometry', query, reuse: true, options: {}, node: 'submit', message });
  message.payload = job;
  message.soil = { ...(message.soil as object), job };
  await keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 1440, firstPollSeconds, maxPollSeconds: 60 });
}
