import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../runtime/node-red-under-test';

/** Licences that let a package under Apache-2.0 hand them on, with their notices. */
const ALLOWED = new Set(['Apache-2.0', 'MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'CC0-1.0', 'BlueOak-1.0.0', 'Zlib']);

/** Packages whose manifest is not exact, with what their licence file says: checked by a person. */
const LOOKED_AT: Record<string, string> = { 'wellknown@0.5.0': 'WTFPL (the manifest says BSD): do what you want to' };

interface Manifest {
  name: string;
  version: string;
  license?: string;
  licenses?: { type: string }[];
  dependencies?: Record<string, string>;
  scripts?: Record<string, string>;
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** Folders of all packages that come with an installation, first those that the package names itself. */
function installed(): string[] {
  const folders = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString().split('\n').filter(Boolean);
  return [...new Set(folders)].filter((folder) => folder !== root);
}

describe('What users install', () => {
  const folders = installed();

  it('is under licences that allow redistribution', () => {
    assert.ok(folders.length >= Object.keys(manifestIn(root).dependencies ?? {}).length);
    const strange = folders.map(manifestIn).flatMap(({ name, version, license, licenses }) => {
      if (`${name}@${version}` in LOOKED_AT) return [];
      const said = license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
      const choices = said.replaceAll(/[()]/g, '').split(' OR ');
      return choices.some((choice) => choice.split(' AND ').every((each) => ALLOWED.has(each))) ? [] : [`${name}: ${said}`];
    });
    assert.deepEqual(strange, []);
  });

  it('runs no script of a dependency when it is installed', () => {
    const running = folders.map(manifestIn).filter(({ scripts = {} }) => scripts['preinstall'] ?? scripts['install'] ?? scripts['postinstall']);
    assert.deepEqual(running.map(({ name }) => name), []);
  });

  it('has a lock file that pins exactly what was tested', () => {
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, { version?: string; integrity?: string; link?: boolean }> };
    for (const folder of folders) {
      const entry = lock.packages[path.relative(root, folder).replaceAll(path.sep, '/')];
      assert.equal(entry?.version, manifestIn(folder).version, folder);
      assert.match(entry?.integrity ?? '', /^sha512-/, folder);
    }
  });

  it('states in resources, which hold code of others, whose it is and under which licence', () => {
    const folder = path.join(root, 'resources');
    const notices = readdirSync(folder).find((name) => /licen[cs]es?.*\.txt$/i.test(name));
    assert.ok(notices, `no notice of licences among ${readdirSync(folder).join()}`);
    const text = readFileSync(path.join(folder, notices), 'utf8');
    assert.match(text, /copyright/i);
    assert.match(text, /Permission is hereby granted|Redistribution and use|Apache License|Permission to use/);
  });
});
