import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One transparent pixel. */
const TILE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Serves map tiles, and keeps a list of the requested ones. */
export class TileServer {
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(): Promise<TileServer> {
    const server = createServer((request, response) => {
      tiles.asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'image/png' }).end(TILE);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const tiles = new TileServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return tiles;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
