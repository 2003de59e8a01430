import type { Socket } from 'node:net';

/** undici's code of errors that say no more than why it ends a connection: the answer came whole, and the connection is not to be kept. */
const INFORMATIONAL = 'UND_ERR_INFO';

/**
 * Gives the error with which undici ends a connection that it does not keep a short stack. Node.js writes out the stack of every error with which a
 * connection ends, which nobody reads here: of a submission, that took a twentieth of its job's processor time.
 *
 * @param socket a new connection
 */
export function endWithoutStack(socket: Pick<Socket, 'destroy'>): void {
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error?: NodeJS.ErrnoException) => {
    // Set before it was ever read, it is never written out.
    if (error?.code === INFORMATIONAL) error.stack = String(error);
    return destroy(error);
  };
}
