import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { RunningFlow, type FlowNode } from './flow';

export const profileNode = (settings: object = {}): FlowNode => ({ id: 'profile', type: 'soil-profile', wires: [['out']], ...settings });
export const out: FlowNode = { id: 'out', type: 'helper' };
export const record = (fields: object = {}) => ({
  dataset: 'A',
  property: 'Organic carbon',
  originalName: 'OC',
  value: 2,
  unit: '%',
  depthTop: 0,
  depthBottom: 10,
  lon: 10,
  lat: 50,
  ...fields,
});
/** Two layers of one profile. */
export const RECORDS = [record(), record({ depthTop: 10, depthBottom: 40, value: 8 })];

export interface ProfiledMessage extends SoilMessage {
  payload: unknown;
  soil: { profile: Record<string, unknown> };
  [more: string]: unknown;
}

/** What soil-profile makes of a message. */
export async function profiled(settings: object, msg: object): Promise<ProfiledMessage> {
  const flow = await RunningFlow.start([profileNode(settings), out]);
  try {
    flow.send('profile', msg);
    return await flow.message<ProfiledMessage>('out');
  } finally {
    await flow.stop();
  }
}
