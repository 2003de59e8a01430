/** A time limit of ours ran out. */
export class TimeLimit extends Error {
  override readonly name = 'TimeLimit';

  /** @param phase what was waited for when it ran out; `total`: the whole exchange took too long */
  constructor(
    readonly phase: 'connect' | 'headers' | 'body' | 'total',
    readonly seconds: number,
  ) {
    super(`${phase}: time limit of ${seconds} s`);
  }
}
