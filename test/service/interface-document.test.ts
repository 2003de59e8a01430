import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const docs = path.join(__dirname, '../../docs');
const text = readFileSync(path.join(docs, 'interface.md'), 'utf8');
const links = [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(([, label = '', target = '']) => ({ label, target }));

/** The operations of `SoilService`, as its source declares them. */
const operations = [...readFileSync(path.join(docs, '../src/service/soil-service.ts'), 'utf8').matchAll(/^ {2}async (\w+)\(/gm)].map(([, name = '']) => name);

describe('the document that leads from the specification to the code', () => {
  it('names files that exist, and names that are in them', () => {
    assert.ok(links.length > 50);
    for (const { label, target } of links) {
      const file = path.join(docs, target);
      assert.ok(existsSync(file), `${target} is not there`);
      if (statSync(file).isDirectory()) continue;
      const source = readFileSync(file, 'utf8');
      for (const [, name = ''] of label.matchAll(/`(\w+)`/g)) assert.match(source, new RegExp(`\\b${name}\\b`), `${target} has no ${name}`);
    }
  });

  it('has a row for every operation of the service', () => {
    assert.ok(operations.length >= 8);
    for (const name of operations) {
      assert.ok(links.some(({ label, target }) => target.endsWith('soil-service.ts') && label.includes(`\`${name}\``)), `${name} is not in the document`);
    }
  });

  it('has every section of the specification', () => {
    for (const section of ['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.']) assert.match(text, new RegExp(`^## ${section.replace('.', '\\.')} `, 'm'));
    for (const section of ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9']) assert.ok(text.includes(`| ${section} `), section);
  });
});
