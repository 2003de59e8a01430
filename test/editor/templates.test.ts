import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const nodes = path.resolve(__dirname, '..', '..', 'nodes');
const templates = readdirSync(nodes)
  .filter((name) => name.startsWith('soil-'))
  .map((type) => [type, readFileSync(path.join(nodes, type, 'editor.html'), 'utf8')] as const);

/** For those who hear a dialog instead of seeing it. */
describe('The templates of the dialogs', () => {
  it('keep their icons, which are private-use characters, out of the names of the fields', () => {
    for (const [type, html] of templates) {
      const icons = html.match(/<i class="fa [^>]*>/g) ?? [];
      assert.ok(icons.length > 0, type);
      assert.deepEqual(icons.filter((icon) => !icon.includes(' aria-hidden="true"')), [], type);
    }
  });

  it('have no setting that the help does not name, in any language', () => {
    for (const [type, html] of templates) {
      // What every node has, what soil-service itself explains, and what comes out, which the help has under its outputs.
      const settings = [...html.matchAll(/<label .*?data-i18n="[\w-]+\.label\.(\w+)"/g)].map(([, key = '']) => key).filter((key) => !['name', 'service', 'to', 'output'].includes(key));
      const locales = path.join(nodes, type, 'locales');
      for (const language of readdirSync(locales)) {
        const read = (extension: string): string => readFileSync(path.join(locales, language, `${type}.${extension}`), 'utf8').replaceAll('\u00a0', ' ');
        const { label } = (JSON.parse(read('json')) as Record<string, { label: Record<string, string> }>)[type] ?? { label: {} };
        const help = read('html').toLowerCase();
        // The explanation in brackets is the dialog's own.
        const unnamed = settings.map((key) => String(label[key]).replace(/ \(.*/, '')).filter((words) => !help.includes(words.toLowerCase()));
        assert.deepEqual(unnamed, [], `${type}, ${language}`);
      }
    }
  });

  it('give each field the unit that stands behind it', () => {
    const units = templates.flatMap(([type, html]) => [...html.matchAll(/<span(?: id="([^"]+)")? data-i18n="[\w-]+\.unit\./g)].map(([tag, id]) => ({ type, html, tag, id })));
    assert.ok(units.length > 9);
    for (const { type, html, tag, id } of units) assert.ok(id && html.includes(` aria-describedby="${id}"`), `${type}: ${tag}`);
  });

  it('give each hint to the fields that it is about', () => {
    const hints = templates.flatMap(([type, html]) => [...html.matchAll(/<p class="[^"]*soil-data-hint[^>]*>/g)].map(([tag]) => ({ type, html, tag })));
    assert.ok(hints.length > 5);
    for (const { type, html, tag } of hints) {
      // That of the sandbox is hidden if the service is real, and a hidden one would be read all the same.
      if (tag.includes('soil-service-sandbox')) continue;
      const [, id] = / id="([^"]+)"/.exec(tag) ?? [];
      assert.ok(id && new RegExp(` aria-describedby="${id}[ "]`).test(html), `${type}: ${tag}`);
    }
  });
});
