import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Listens in a thread of its own, and then sleeps without ever taking a connection. */
const SLEEPER = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

interface FullBacklog {
  readonly port: number;
  close(): Promise<void>;
}

/** A port whose queue of connections is full: clients hear nothing, as behind a firewall that drops packets. */
export async function startFullBacklog(): Promise<FullBacklog> {
  const worker = new Worker(SLEEPER, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const sockets: Socket[] = [];
  for (let count = 0; count < 8; count++) sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
  // All have knocked by then: they did so in one turn.
  await once(sockets[0] as Socket, 'connect');
  return {
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    },
  };
}
