/** How often an operation was asked for. `route` is a template such as `/v1/datasets/{id}`. */
export interface RouteCount {
  method: string;
  route: string;
  count: number;
}

/** What came in, for tests and for the curious: counts for each operation and the last body of each, without secrets. */
export class Traffic {
  private readonly byRoute = new Map<string, RouteCount & { lastBody?: unknown }>();

  /** Requests of one operation so far. */
  count(method: string, route: string): number {
    return this.byRoute.get(`${method} ${route}`)?.count ?? 0;
  }

  /** Every operation that was asked for, in the order of the first request. */
  counts(): RouteCount[] {
    return [...this.byRoute.values()].map(({ method, route, count }) => ({ method, route, count }));
  }

  /** The last body that reached an operation: the JSON object, or the form without the client secret. */
  lastBody(method: string, route: string): unknown {
    return this.byRoute.get(`${method} ${route}`)?.lastBody;
  }

  note(method: string, route: string): void {
    const known = this.byRoute.get(`${method} ${route}`);
    if (known) known.count++;
    else this.byRoute.set(`${method} ${route}`, { method, route, count: 1 });
  }

  noteBody(method: string, route: string, body: unknown): void {
    const known = this.byRoute.get(`${method} ${route}`);
    if (known) known.lastBody = body;
  }
}
