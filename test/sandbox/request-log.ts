/** The requests that a sandbox has answered, or that were cut: each has a line in its log. */
export class RequestLog {
  private readonly lines: string[] = [];

  /** The log to start the sandbox with. */
  readonly log = (line: string): void => void this.lines.push(line);

  /** @param path of the requests that count, with the sandbox's own `/api` or `/auth` in front */
  count(method: string, path: RegExp): number {
    return this.lines.filter((line) => line.startsWith(`${method} `) && path.test(line.split(' ')[1] ?? '')).length;
  }

  /** Jobs that were asked for. */
  submissions(): number {
    return this.count('POST', /\/soil-data-by-geometry\/queries$/);
  }

  /** Polls of the status of jobs that were answered: what a killed process leaves open is cut a moment later. */
  polls(): number {
    return this.lines.filter((line) => /^GET \S+\/queries\/\S+ 200 /.test(line)).length;
  }
}
