import assert from 'node:assert/strict';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { fileName } from '../../nodes/soil-download/file-name';

const msg = { topic: 'north', soil: { job: { id: 'abc' }, area: { hectares: 12.5 } }, list: [1] } as unknown as SoilMessage;
const day = new Date('2026-03-04T23:59:00Z');

describe('The name of a downloaded file', () => {
  it('is made from the job by default', () => {
    assert.equal(fileName('', msg, day), 'soil-data-abc.zip');
  });

  it('takes id, date and any property of the message', () => {
    assert.equal(fileName('{{topic}}-{{date}}-{{ id }}-{{soil.area.hectares}}.zip', msg, day), 'north-2026-03-04-abc-12.5.zip');
    assert.equal(fileName('{{msg.topic}}.zip', msg, day), 'north.zip');
  });

  it('takes a property in any notation of Node-RED, whatever its letters', () => {
    const odd = { 'größe': 7, 'my prop': 'mine', list: ['a', 'b'], parts: [{ name: 'c', 'x.y': 'd' }] } as never;
    for (const [template, name] of [
      ['{{größe}}.zip', '7.zip'],
      ['{{my prop}}.zip', 'mine.zip'],
      ['{{ list[1] }}.zip', 'b.zip'],
      ['{{msg.parts[0].name}}.zip', 'c.zip'],
      ['{{parts.0.name}}.zip', 'c.zip'],
      ['{{parts[0]["x.y"]}}.zip', 'd.zip'],
      ["{{parts[0]['x.y']}}.zip", 'd.zip'],
      ['a{{list[1}}{{[0]name}}{{}}{{list["1]}}{{list..1}}b.zip', 'ab.zip'],
    ] as const) assert.equal(fileName(template, odd, day), name, template);
  });

  it('is the default if only an extension remains: files of many fields would overwrite each other', () => {
    for (const template of ['{{name}}.zip', ' {{name}}', '.zip', '{{name}}.']) assert.equal(fileName(template, msg, day), 'soil-data-abc.zip', template);
    assert.equal(fileName('{{topic}}.zip', { ...msg, topic: '..' }, day), 'soil-data-abc.zip');
    assert.equal(fileName('{{name}}-{{date}}.zip', msg, day), '-2026-03-04.zip');
  });

  it('is that of a link if the job has no identifier', () => {
    const url = 'https://files.example.com/a.zip?sig=1';
    for (const id of [{}, ['a'], null, '']) {
      const ofLink = fileName('', { payload: url, soil: { job: { id } } } as never, day);
      assert.match(ofLink, /^soil-data-link-[0-9a-f]{8}\.zip$/, JSON.stringify(id));
      assert.equal(fileName('', { payload: 7, soil: { job: { id, result: { url } } } } as never, day), ofLink);
      assert.notEqual(fileName('', { payload: `${url}2`, soil: { job: { id } } } as never, day), ofLink, 'a file of another link that is there would be kept for it');
    }
  });

  it('keeps no signature and no password of an address that is filled into it', () => {
    const filled = (payload: string, template = '{{payload}}'): string => fileName(template, { ...msg, payload }, day);
    assert.equal(filled('https://files.example.com/a/b.zip'), 'https://files.example.com/a/b.zip');
    assert.match(filled('https://files.example.com/a/b.zip?sig=canary&expires=1'), /^https:\/\/files\.example\.com\/a\/b\.zip-[0-9a-f]{8}$/);
    assert.notEqual(filled('https://files.example.com/dl?id=1'), filled('https://files.example.com/dl?id=2'), 'a file of another link would be kept for it');
    const links = ['https://files.example.com/a.zip?sig=a canary', 'HTTP://me:canary@files.example.com/a.zip#canary', ' link: https://canary@b/c?\ncanary', 'http://a/b http://c:canary@d/e?canary', 'http://a/https://canary@b', 'https:\\\\u:canary@b', 'mqtts://u:canary@b/c', 'https%3A%2F%2Fu:canary%40b', 'see https%3a%2f%2fb%2fc%3fsig%3dcanary'];
    for (const link of links) {
      assert.doesNotMatch(filled(link), /canary/, link);
      assert.doesNotMatch(fileName('{{id}}.zip', { soil: { job: { id: link } } } as never, day), /canary/, link);
    }
    assert.equal(filled('50 % of what? #7', '{{payload}}.zip'), '50 % of what? #7.zip');
  });

  it('leaves nothing if a property is not there or is no text', () => {
    assert.equal(fileName('a{{nothing.here}}{{list}}{{__proto__}}{{constructor.name}}b', msg, day), 'ab');
  });
});
