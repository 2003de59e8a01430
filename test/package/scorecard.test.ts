import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';

const root = path.resolve(__dirname, '..', '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  name: string;
  license: string;
  repository: { url: string };
  bugs: { url: string };
  keywords: string[];
  engines: { node: string };
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  'node-red': { version: string; nodes: Record<string, string>; plugins?: Record<string, string> };
};
const types = Object.keys(manifest['node-red'].nodes);
const editorPage = (type: string): string => readFileSync(path.join(root, `dist/nodes/${type}/${type}.html`), 'utf8');

/** The library's scorecard reads the definition as text: a literal type name and an object literal in a classic inline script. */
function definition(type: string): string {
  const script = /<script type="text\/javascript">([\s\S]*?)<\/script>/.exec(editorPage(type))?.[1] ?? '';
  const start = script.search(new RegExp(`registerType\\(\\s*["'\`]${type}["'\`]\\s*,\\s*\\{`));
  assert.notEqual(start, -1, `${type}: registerType with a literal type name and object is not in an inline classic script`);
  return script.slice(start);
}

describe('The rules of the flow library scorecard', () => {
  it('P01 to P05, P08: licence, repository, name, keyword', () => {
    assert.equal(manifest.license, 'Apache-2.0');
    assert.ok(manifest.repository.url && manifest.bugs.url);
    assert.match(manifest.name, /^(@[^/]+\/|node-red-contrib-)/);
    assert.ok(manifest.keywords.includes('node-red'));
  });

  it('P06: node-red.version admits 4.1 and 5.0', () => {
    for (const version of ['4.1.0', '4.1.15', '5.0.7']) assert.ok(semver.satisfies(version, manifest['node-red'].version), version);
  });

  it('P07: engines.node admits 22.9.0 and 20.20', () => {
    for (const version of ['22.9.0', '20.20.0', '24.0.0']) assert.ok(semver.satisfies(version, manifest.engines.node), version);
  });

  it('N01: node types are unique, and each is its own entry', () => {
    assert.equal(new Set(types).size, types.length);
    for (const type of types) assert.equal(manifest['node-red'].nodes[type], `dist/nodes/${type}/${type}.js`);
  });

  it('N02: every node type appears in an example flow', () => {
    const used = new Set<string>();
    for (const file of readdirSync(path.join(root, 'examples'))) {
      if (!file.endsWith('.json')) continue;
      for (const node of JSON.parse(readFileSync(path.join(root, 'examples', file), 'utf8')) as { type: string }[]) used.add(node.type);
    }
    assert.deepEqual(types.filter((type) => !used.has(type)), []);
  });

  it('D01: at most six runtime dependencies', () => {
    assert.ok(Object.keys(manifest.dependencies).length <= 6, Object.keys(manifest.dependencies).join(' '));
  });

  it('D02: no agent-base below 6 in what users install', () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, { version: string; dev?: boolean }> };
    for (const [name, { version, dev }] of Object.entries(lock.packages)) {
      if (name.endsWith('node_modules/agent-base') && !dev) assert.ok(semver.gte(version, '6.0.0'), `${name} ${version}`);
    }
  });

  for (const type of types) {
    it(`${type}: the definition reads as literals, without reserved property names`, () => {
      const text = definition(type);
      for (const property of type === 'soil-service' ? ['category', 'defaults'] : ['category', 'color', 'icon', 'inputs', 'outputs', 'defaults']) {
        assert.match(text, new RegExp(`\\b${property}\\s*:`), `${property} is missing`);
      }
      assert.match(text, /category\s*:\s*["'](soil data|config)["']/);
      assert.doesNotMatch(editorPage(type), /<script[^>]*(type="module"|src=)/);
      const defaults = /defaults\s*:\s*\{([\s\S]*?)\n\s*\}/.exec(text)?.[1] ?? text;
      assert.doesNotMatch(defaults, /(^|[,{\s])(id|type|wires|inputs|[a-z])\s*:\s*\{\s*value/, 'a reserved name is a property');
    });
  }
});
