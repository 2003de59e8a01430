/** Polls of one service that are under way at once: more would only queue in its rate gate, and take memory there. */
const ABREAST = 64;

interface Lane<Entry> {
  waiting: Entry[];
  underWay: number;
}

/** Lets a bounded number of polls of each service run at once, first come, first served. */
export class PollLanes<Entry> {
  private readonly lanes = new Map<string, Lane<Entry>>();

  /** @param run must not reject */
  constructor(private readonly run: (entry: Entry) => Promise<void>) {}

  add(service: string, entry: Entry): void {
    let lane = this.lanes.get(service);
    if (!lane) this.lanes.set(service, (lane = { waiting: [], underWay: 0 }));
    lane.waiting.push(entry);
    this.fill(service, lane);
  }

  clear(): void {
    for (const lane of this.lanes.values()) lane.waiting = [];
  }

  private fill(service: string, lane: Lane<Entry>): void {
    while (lane.underWay < ABREAST && lane.waiting.length > 0) {
      const entry = lane.waiting.shift() as Entry;
      lane.underWay++;
      void this.run(entry).then(() => {
        lane.underWay--;
        this.fill(service, lane);
      });
    }
    if (lane.underWay === 0 && lane.waiting.length === 0) this.lanes.delete(service);
  }
}
