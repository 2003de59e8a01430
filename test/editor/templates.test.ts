import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const nodes = path.resolve(__dirname, '..', '..', 'nodes');
const templates = readdirSync(nodes)
  .filter((name) => name.startsWith('soil-'))
  .map((type) => [type, readFileSync(path.join(nodes, type, 'editor.html'), 'utf8')] as const);

/** For whoever hears a dialog instead of seeing it. */
describe('The templates of the dialogs', () => {
  it('keep their icons, which are letters of a private alphabet, out of the names of the fields', () => {
    for (const [type, html] of templates) {
      const icons = html.match(/<i class="fa [^>]*>/g) ?? [];
      assert.ok(icons.length > 0, type);
      assert.deepEqual(icons.filter((icon) => !icon.includes(' aria-hidden="true"')), [], type);
    }
  });

  it('give each field the unit that stands behind it', () => {
    const units = templates.flatMap(([type, html]) => [...html.matchAll(/<span(?: id="([^"]+)")? data-i18n="[\w-]+\.unit\./g)].map(([tag, id]) => ({ type, html, tag, id })));
    assert.ok(units.length > 9);
    for (const { type, html, tag, id } of units) assert.ok(id && html.includes(` aria-describedby="${id}"`), `${type}: ${tag}`);
  });
});
