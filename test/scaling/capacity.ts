/** What the division of the work is calculated from. */
interface Load {
  fieldsPerDay: number;
  instances: number;
  /** From the creation of a job to its completion, on average. */
  jobSeconds: number;
  /** Polls of the status for each job, on average. */
  pollsPerJob: number;
  /** Mean size of a result. */
  fileBytes: number;
}

interface Capacity {
  /** What the service must allow for all instances together. */
  requestsPerSecond: number;
  /** The setting `requestsPerSecond` of each instance. */
  shareOfEach: number;
  /** Jobs that each instance holds at once (Little's law). */
  pendingInEach: number;
  /** For the files, of each instance. */
  bytesPerSecondOfEach: number;
}

const DAY = 86_400;

/** The calculation of docs/scaling.md. */
export function capacityFor({ fieldsPerDay, instances, jobSeconds, pollsPerJob, fileBytes }: Load): Capacity {
  const jobsPerSecond = fieldsPerDay / DAY;
  const requestsPerSecond = jobsPerSecond * (1 + pollsPerJob);
  return {
    requestsPerSecond,
    shareOfEach: requestsPerSecond / instances,
    pendingInEach: (jobsPerSecond * jobSeconds) / instances,
    bytesPerSecondOfEach: (jobsPerSecond * fileBytes) / instances,
  };
}
