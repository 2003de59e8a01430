import type { Socket } from 'node:net';

/** The beginning of an answer below 200; "?" stands for any digit. */
const INTERIM = 'HTTP/1.? 1??';
const DIGIT = /[0-9]/;
const [ZERO, TWO, LINE_FEED, RETURN] = [0x30, 0x32, 0x0a, 0x0d];

/**
 * Where the reading of a connection stands. `status`: in the first bytes of an answer. `fields`: in the rest of one below 200, after which another
 * begins. `final`: in the answer proper, where there is nothing to look for.
 */
type Place = 'status' | 'fields' | 'final';

/**
 * Passes over a "100 Continue" that nobody asked for, from a server or a gateway in front of it, as a client must (RFC 9110, 15.2). undici passes
 * over every other answer below 200, but cuts the connection on this one, with the request already on its way: so it gets to read 102 instead.
 *
 * @param socket a new connection, for one request at a time
 */
export function passOverContinue(socket: Pick<Socket, 'read' | 'write'>): void {
  const answers = new InterimAnswers();
  const read: Socket['read'] = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...what: unknown[]) => boolean;
  socket.read = (size) => {
    const bytes: unknown = read(size);
    if (Buffer.isBuffer(bytes)) answers.look(bytes);
    return bytes;
  };
  socket.write = (...what: unknown[]) => {
    answers.requested();
    return write(...what);
  };
}

class InterimAnswers {
  private place: Place = 'final';
  /** Bytes of the status line, or of a line of the fields, so far. */
  private length = 0;
  private isContinue = true;

  /** What comes next is the first answer to a request. */
  requested(): void {
    this.begin('status');
  }

  /** Looks at what came next, and changes it where need be. */
  look(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && this.place !== 'final'; at++) {
      if (this.place === 'status') this.lookAtStatus(bytes, at);
      else this.lookAtFields(bytes[at]);
    }
  }

  private lookAtStatus(bytes: Buffer, at: number): void {
    const character = String.fromCharCode(bytes[at] ?? 0);
    const expected = INTERIM[this.length];
    if (expected === '?' ? !DIGIT.test(character) : character !== expected) return this.begin('final');
    this.length++;
    if (this.length > INTERIM.length - 2) this.isContinue &&= bytes[at] === ZERO;
    if (this.length < INTERIM.length) return;
    if (this.isContinue) bytes[at] = TWO;
    this.begin('fields');
  }

  private lookAtFields(byte: number | undefined): void {
    if (byte === RETURN) return;
    if (byte !== LINE_FEED) this.length++;
    else if (this.length === 0) this.begin('status');
    else this.length = 0;
  }

  private begin(place: Place): void {
    this.place = place;
    // The status line goes on after its code.
    this.length = place === 'fields' ? 1 : 0;
    this.isContinue = true;
  }
}
