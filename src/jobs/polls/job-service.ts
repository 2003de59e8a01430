import type { SoilService } from '../../service/soil-service';

/**
 * What jobs need of a service: create one, read one, and tell where one lives. Whoever implements `createJob` has to await `beforeSending` before
 * the first byte of each try: a request that was sent without it would be made again after a crash.
 */
export type JobService = Pick<SoilService, 'createJob' | 'pollJob' | 'jobAddress' | 'identity'>;
