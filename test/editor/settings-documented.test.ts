import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const nodes = path.join(root, 'nodes');
const types = readdirSync(nodes).filter((name) => existsSync(path.join(nodes, name, 'editor.ts')));
const sections = new Map(readFileSync(path.join(root, 'docs', 'settings.md'), 'utf8').split('\n## ').slice(1).map((section) => [section.split('\n')[0], section]));

/** What a new node has, by property. */
function defaultsOf(type: string): [property: string, byDefault: string][] {
  const editor = readFileSync(path.join(nodes, type, 'editor.ts'), 'utf8');
  const defaults = /\n {2}defaults: \{\n([^]*?)\n {2}\},\n/.exec(editor)?.[1] ?? '';
  return [...defaults.matchAll(/^ {4}(\w+): \{ value: ('[^']*'|\[\]|[^,\s}]+)/gm)].map(([, property, value]) => [property as string, value as string]);
}

function rowsOf(type: string): string[][] {
  const lines = (sections.get(type) ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
}

describe('docs/settings.md', () => {
  it('has a section for each node', () => assert.deepEqual([...sections.keys()].sort(), [...types].sort()));

  it('has an example whose nodes have no other properties', () => {
    const [, example = ''] = /```json\n([^]*?)```/.exec(readFileSync(path.join(root, 'docs', 'settings.md'), 'utf8')) ?? [];
    const flow = (JSON.parse(example) as Record<string, unknown>[]).filter(({ type }) => types.includes(String(type)));
    assert.ok(flow.length > 3);
    const ofNodeRed = ['id', 'type', 'z', 'x', 'y', 'wires', 'credentials'];
    for (const { type, ...node } of flow) {
      const known = [...ofNodeRed, ...defaultsOf(String(type)).map(([property]) => property)];
      assert.deepEqual(Object.keys(node).filter((property) => !known.includes(property)), [], String(type));
    }
  });

  for (const type of types) {
    it(`has the properties of ${type} with what a new node has`, () => {
      const told = rowsOf(type).filter(([, property]) => !property?.startsWith('`credentials.'));
      assert.deepEqual(Object.fromEntries(told.map(([, property, , value]) => [property, value])), Object.fromEntries(defaultsOf(type).map(([property, value]) => [`\`${property}\``, `\`${value}\``])));
    });

    it(`calls the properties of ${type} as the dialog does`, () => {
      const labels = (JSON.parse(readFileSync(path.join(nodes, type, 'locales', 'en-US', `${type}.json`), 'utf8')) as Record<string, { label: Record<string, string> }>)[type]?.label ?? {};
      for (const [label = '', property = ''] of rowsOf(type)) {
        const expected = labels[/\w+(?=`$)/.exec(property)?.[0] ?? ''];
        // A list has no label but its heading, and a long one may be shortened.
        if (expected && !expected.includes('__')) assert.ok(label !== '' && (label.includes(expected) || expected.startsWith(label)), `${property}: ${expected}`);
      }
    });
  }
});
