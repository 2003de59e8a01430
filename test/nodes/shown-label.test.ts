import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { shownLabel } from '../../nodes/runtime/status/shown-label';
import { catalogue, nodes, speaking } from './speaking';

const types = readdirSync(nodes).filter((name) => name.startsWith('soil-'));

describe('The label of a setting in a status', () => {
  for (const language of ['de', 'es', 'fr', 'pt-BR']) {
    it(`is that of the dialog in ${language}`, () => {
      const RED = speaking(language);
      for (const type of types) {
        const { label } = (catalogue(type, 'en-US') as Record<string, Record<string, Record<string, string>>>)[type]!;
        const { label: own } = (catalogue(type, language) as typeof label & Record<string, Record<string, Record<string, string>>>)[type]!;
        for (const [key, english] of Object.entries(label!)) assert.equal(shownLabel(RED, type, english), own![key], `${type} ${key}`);
      }
    });
  }

  it('is one of the service, or of the lists to pick from, in a node that uses them', () => {
    const RED = speaking('de');
    assert.deepEqual(['Time limit', 'soil properties'].map((label) => shownLabel(RED, 'soil-data', label)), ['Zeitgrenze', 'Bodeneigenschaften']);
  });

  it('stays English if there is no other', () => {
    assert.equal(shownLabel(speaking('de'), 'soil-wait', 'No such label'), 'No such label');
    assert.equal(shownLabel({ _: (key: string) => key } as never, 'soil-wait', 'First poll after'), 'First poll after');
    assert.equal(shownLabel({ _: (key: string) => key.replace(/^.*:/, '') } as never, 'soil-wait', 'First poll after'), 'First poll after');
    assert.equal(shownLabel(speaking('de'), '../soil-wait', 'First poll after'), 'First poll after');
  });

  it('is the English one if the catalogue cannot be read now: a status must not fail', () => {
    const modules = Module as unknown as { _load: (this: unknown, ...call: [request: string, ...rest: unknown[]]) => unknown };
    const load = modules._load;
    modules._load = function (request, ...rest) {
      if (request.endsWith('soil-wait.json')) throw Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
      return load.call(this, request, ...rest);
    };
    try {
      assert.equal(shownLabel(speaking('de'), 'soil-wait', 'First poll after'), 'First poll after');
    } finally {
      modules._load = load;
    }
  });

  it('is in a catalogue for every setting that an error may name', () => {
    const files = readdirSync(nodes, { recursive: true, encoding: 'utf8' }).filter((file) => /^(soil-|runtime).*\.ts$/.test(file) && !file.endsWith('editor.ts'));
    const source = files.map((file) => readFileSync(path.join(nodes, file), 'utf8')).join('\n');
    const named = [...source.matchAll(/(?:Setting\(|\bLABEL = )'([A-Z][^']*)'|The setting "([A-Z][\w ]*)"/g)].map(([, one, other]) => (one ?? other)!);
    assert.ok(named.length > 30, String(named.length));
    const marked = { _: () => 'translated' } as never;
    for (const label of new Set(named)) assert.ok(types.some((type) => shownLabel(marked, type, label) === 'translated'), label);
  });
});
