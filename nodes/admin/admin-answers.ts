import type { JobSummary } from '../../src/jobs/ledger/job-summary';

// What the admin routes take and answer: the contract between the runtime and the dialogs.

/** The longest area, in characters, for which a picker's list can be requested. */
export const LONGEST_AREA = 1_500_000;

/** What a picker lists. */
export const PICKER_RESOURCES = ['spatial-filters', 'soil-properties', 'datasets'] as const;
export type PickerResource = (typeof PICKER_RESOURCES)[number];

/** An item of a picker: plain text, cut to what a list can show. */
export interface PickerItem {
  identifier: number;
  name: string;
  type: string;
  description: string;
  units: string;
  format: string;
  /** How much it holds, such as `2040000`, and of what, such as `data points`. */
  size: string;
  sizeUnit: string;
  licence: string;
  locked: boolean;
}

/** The list of a picker, and how many more the service has. */
export interface PickerList {
  items: PickerItem[];
  more: number;
}

/** The jobs of this Node-RED, and its time (ISO 8601 UTC): the browser's clock may differ. */
export interface JobsAnswer {
  now: string;
  jobs: JobSummary[];
  /** How many more wait than are listed. */
  more: number;
}

/** What a test of the connection found; the dialog puts it into words. */
export type ConnectionReport =
  | { ok: true; datasets: number; tokenSeconds: number; synthetic: boolean }
  | ({ ok: false; problem: ConnectionProblem; message: string; detail: string } & ConnectionReach);

/** What is wrong with a connection: a key of the catalogue. */
export type ConnectionProblem =
  | 'settings'
  | 'secretNeeded'
  | 'nameNotFound'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'certificateDate'
  | 'handshake'
  | 'noTls'
  | 'timeout'
  | 'credentials'
  | 'audience'
  | 'notAllowed'
  | 'notThisService'
  | 'noTokens'
  | 'failing'
  | 'limited';

/** What answered in place of the service: `status` if the status says enough, else what came with a good status. */
export type FoundInstead = 'status' | 'page' | 'empty' | 'json' | 'text' | 'noToken';

/** How far a test of the connection got. */
export interface ConnectionReach {
  /** The setting whose address was asked last. */
  field: 'authUrl' | 'baseUrl';
  host: string;
  /** What was asked there: an address without user info and query; empty before the first request. */
  address: string;
  status: number | null;
  found: FoundInstead;
}
