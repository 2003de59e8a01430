import assert from 'node:assert/strict';
import { passOverContinue } from '../../src/transport/unasked-continue';

const FINAL = 'HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\nHTTP/1.1 100 1\r\n\r\n';

/** What is read from a connection if a request is written before each list of pieces. */
function readOf(...answers: string[][]): string[] {
  const pieces: string[] = [];
  const written: unknown[] = [];
  const socket = {
    read: () => (pieces.length > 0 ? Buffer.from(pieces.shift() ?? '') : null),
    write: (...what: unknown[]) => written.push(what) > 0,
  };
  passOverContinue(socket);
  return answers.map((answer) => {
    socket.write('GET / HTTP/1.1\r\n\r\n', 'latin1');
    pieces.push(...answer);
    let text = '';
    for (let piece = socket.read(); piece; piece = socket.read()) text += piece.toString();
    assert.deepEqual(written.at(-1), ['GET / HTTP/1.1\r\n\r\n', 'latin1']);
    return text;
  });
}

describe('An answer of 100 that nobody asked for', () => {
  for (const [name, interim, read] of [
    ['alone', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 102 Continue\r\n\r\n'],
    ['without words', 'HTTP/1.0 100\r\n\r\n', 'HTTP/1.0 102\r\n\r\n'],
    ['with fields', 'HTTP/1.1 100 Continue\r\nServer: one\r\nDate: x\r\n\r\n', 'HTTP/1.1 102 Continue\r\nServer: one\r\nDate: x\r\n\r\n'],
    ['twice', 'HTTP/1.1 100 a\r\n\r\nHTTP/1.1 100 b\r\n\r\n', 'HTTP/1.1 102 a\r\n\r\nHTTP/1.1 102 b\r\n\r\n'],
    ['behind another', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Continue\r\n\r\n'],
  ] as const) {
    it(`is read as 102, which is passed over, and the final answer as it is: ${name}`, () => {
      assert.deepEqual(readOf([interim + FINAL]), [read + FINAL]);
      assert.deepEqual(readOf([...(interim + FINAL)]), [read + FINAL], 'byte by byte');
      assert.deepEqual(readOf([interim + FINAL], [FINAL], [interim, FINAL]), [read + FINAL, FINAL, read + FINAL], 'on a connection that is kept');
    });
  }

  it('is left as it is if it only looks like one', () => {
    for (const text of ['HTTP/1.1 101 x\r\n\r\n', 'HTTP/1.1 110 x\r\n\r\n', 'HTTP/1.1 200 100\r\n\r\n', 'HTTP/2.0 100 x\r\n\r\n', ' HTTP/1.1 100 x\r\n\r\n', 'SSH-2.0', 'HTTP/1.x 100 x\r\n\r\n']) {
      assert.deepEqual(readOf([text, text]), [text + text]);
    }
  });
});
