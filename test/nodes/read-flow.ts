import type { SoilRecord } from '../../src/records/soil-record';
import type { FlowNode } from './flow';

/** The head of a file of points. */
export const HEADER = 'lat,lon,property,original_name,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,data_source\n';
/** The n-th row of such a file. */
export const row = (n: number, dataset = 'Plots (synthetic)', licence = 'CC0') =>
  `${2 + n / 1000},1,pH,PHAQ,0,10,${5 + (n % 30) / 10},pH,1958,${licence},${dataset}\n`;
/** Such a file. */
export const rows = (count: number) => HEADER + Array.from({ length: count }, (_, n) => row(n)).join('');

/** The node under test, and the one that takes what it gives. */
export const readNode = (settings: object = {}): FlowNode => ({ id: 'read', type: 'soil-read', wires: [['out']], ...settings });
export const out: FlowNode = { id: 'out', type: 'helper' };

/** What soil-read gives. */
export interface ReadMessage {
  payload: SoilRecord[];
  parts?: { id: string; index: number; count?: number; len: number; type: string };
  soil: {
    read: { records: number; repeats: number; notFound: string[]; leftOut?: string[] };
    problems: { count: number; first: { file: string | null; problem: string }[] };
    source: { synthetic: boolean; retrieved: string; datasets: { name: string; records: number }[] };
  };
  kept?: string;
}
