import type { SoilService } from '../service/soil-service';

/** What jobs need of a service: create one, read one, and tell where one lives. */
export type JobService = Pick<SoilService, 'createJob' | 'readJob' | 'jobAddress' | 'identity'>;
