import assert from 'node:assert/strict';
import { readJsonAnswer } from '../../../src/service/answers/json-answer';
import type { HttpAnswer } from '../../../src/transport/http-exchange';

const exchange = { purpose: 'read the datasets', method: 'GET', url: 'https://api.example.com/v1/datasets', secrets: [] };

function answer(body: string, headers: Record<string, string> = { 'content-type': 'application/ld+json' }, status = 200): HttpAnswer {
  return { status, headers, body, receivedAt: 0, tookMs: 0 };
}

function read(body: string, headers?: Record<string, string>, status?: number): unknown {
  return readJsonAnswer({ answer: answer(body, headers, status), ...exchange });
}

describe('the JSON of an answer', () => {
  it('is read whatever media type it is declared as', () => {
    for (const type of ['application/json', 'application/ld+json; charset=utf-8', 'text/plain', 'application/octet-stream', 'text/html; charset=utf-8']) {
      assert.deepEqual(read(' {"a":1}\n', { 'content-type': type }), { a: 1 });
    }
    assert.deepEqual(read('[]', {}), []);
  });

  it('has null where a program in Python wrote NaN for a number that is missing', () => {
    assert.deepEqual(read('{"a": NaN, "b": [NaN,-1, NaN ], "NaN": "x \\"NaN, [NaN] \\\\", "c": "NaN"}'), { a: null, b: [null, -1, null], NaN: 'x "NaN, [NaN] \\', c: 'NaN' });
    for (const broken of ['{"a": NaN', '[NaN, NaNa]', '["NaN]', 'NaN NaN', '{"a": -NaN}']) assert.throws(() => read(broken), { code: 'SOIL_RESPONSE', message: /broken JSON/ }, broken);
    const long = `["${'\\\\'.repeat(1_000_000)}",${'NaN,'.repeat(1_000_000)}NaN]`;
    assert.equal((read(long) as unknown[]).length, 1_000_002);
  });

  it('is missing if the body is empty', () => {
    for (const body of ['', ' \n', ' '.repeat(5000)]) {
      assert.throws(() => read(body, {}, 204), { code: 'SOIL_RESPONSE', message: 'Could not read the datasets: the service answered 204 with an empty body where JSON was expected. Try again; if that does not help, check the "Service URL" of the soil service, and ask whoever runs the service.' });
    }
  });

  it('is missing if an HTML page came, judged by its type or its look', () => {
    const expected = { code: 'SOIL_RESPONSE', message: /an HTML page came.*captive portal.*wrong "Service URL"/, cause: { status: 200, method: 'GET', url: exchange.url } };
    assert.throws(() => read('<p>Sign in</p>', { 'content-type': 'text/html; charset=utf-8' }), expected);
    assert.throws(() => read('Sign in', { 'content-type': 'TEXT/HTML' }), expected);
    assert.throws(() => read('\n<!DOCTYPE html><html></html>', {}), expected);
    assert.throws(() => read('<html>', { 'content-type': 'application/json' }), expected);
  });

  it('is broken at a position', () => {
    assert.throws(() => read('{"a":1 "b":2}'), { code: 'SOIL_RESPONSE', message: 'Could not read the datasets: the answer is broken JSON: expected "," or "}" at position 7 of 13. Try again; if that does not help, check the "Service URL" of the soil service, and ask whoever runs the service.' });
  });

  it('is cut off if it ends too early', () => {
    assert.throws(() => read('{"a":[1,2'), { code: 'SOIL_RESPONSE', message: /expected "," or "\]" at position 9 of 9: the answer was cut off\. Try again\.$/ });
  });

  it('never repeats the text, which may hold a signed link', () => {
    assert.throws(() => read('{"url":"https://files.example.com/a?sig=canary" oops}'), (error: Error) => !JSON.stringify([error.message, error.cause]).includes('canary'));
  });

  it('is refused if it nests 100,000 levels deep', () => {
    const deep = 100_000;
    assert.throws(() => read('['.repeat(deep) + ']'.repeat(deep)), { code: 'SOIL_RESPONSE', message: /more than 200 levels/ });
    assert.throws(() => read('{"a":'.repeat(deep) + '1' + '}'.repeat(deep)), { code: 'SOIL_RESPONSE', message: /more than 200 levels/ });
  });

  it('is refused if it holds more than a million objects and lists, before any is made', () => {
    const million = 1_000_000;
    assert.equal((read(`[${'[],'.repeat(million - 2)}[]]`) as unknown[]).length, million - 1);
    for (const each of ['[]', '{}']) {
      assert.throws(() => read(`[${`${each},`.repeat(million - 1)}${each}]`), { code: 'SOIL_RESPONSE', message: /more than 1000000 objects and lists and was not read/ });
    }
  });

  it('brings no field named __proto__, however it is written', () => {
    for (const name of ['__proto__', '\\u005f_proto__', '__prot\\u006f__', '__\\u0070roto__', '__p\\u0072oto__', '__pro\\u0074o__', '\\u005F\\u005f\\u0070\\u0072\\u006F\\u0074\\u006f\\u005f\\u005f']) {
      const value = read(`{"list":[null,{"${name}":{"polluted":true},"kept":1}],"${name}":null}`);
      assert.equal(JSON.stringify(value), '{"list":[null,{"kept":1}]}', name);
    }
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});
