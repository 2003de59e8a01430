import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const { homepage } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { homepage: string };
const REPOSITORY = homepage.replace(/#.*/, '');
const types = readdirSync(path.join(root, 'nodes')).filter((name) => name.startsWith('soil-'));

/** The links of a help into the repository, each as a path with its anchor. */
function linksOf(help: string): string[] {
  const links = [...help.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href).filter((href) => href.startsWith(REPOSITORY));
  return links.map((href) => href.slice(REPOSITORY.length).replace(/^\/blob\/HEAD\//, '').replace(/^#/, 'README.md#'));
}

/** A page without its code, whose comments are no headings. */
function proseOf(page: string): string {
  return readFileSync(path.join(root, page), 'utf8').replace(/^ *```[^]*?^ *```$/gm, '');
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  const headings = [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

describe('The links of the help into the docs', () => {
  for (const type of types) {
    const help = readFileSync(path.join(root, 'nodes', type, 'locales', 'en-US', `${type}.html`), 'utf8');

    it(`of ${type} lead to sections that are there`, () => {
      for (const link of linksOf(help)) {
        const [page = '', anchor] = link.split('#');
        assert.ok(existsSync(path.join(root, page)), link);
        assert.ok(anchor === undefined || anchorsOf(page).includes(anchor), link);
      }
    });

    it(`of ${type} lead to its subject, to the statuses and to the errors`, () => {
      const links = linksOf(help);
      for (const needed of ['docs/messages.md#statuses', 'README.md#when-something-fails']) assert.ok(links.includes(needed), needed);
      assert.ok(links.length > 2, links.join(', '));
      // A page that is only named cannot be found from the editor.
      assert.deepEqual(help.replace(/<a [^>]*>.*?<\/a>/g, '').match(/docs\/\w+\.md/g), null);
    });
  }
});

describe('The links between the pages', () => {
  const markdown = (folder: string): string[] => readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.md')).map((name) => path.join(folder, name));
  const pages = ['', 'docs'].flatMap(markdown);

  for (const page of pages) {
    it(`in ${page} lead to sections and files that are there`, () => {
      const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !link.startsWith('https:'));
      for (const link of links) {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? page : path.join(path.dirname(page), file);
        assert.ok(existsSync(path.join(root, target)), link);
        assert.ok(anchor === undefined || anchorsOf(target).includes(anchor), link);
      }
    });

    it(`in ${page} have files of the repository where a command names them`, () => {
      // Of a pattern, the folder. The pictures come with the tests.
      const named = [...readFileSync(path.join(root, page), 'utf8').matchAll(/\b(?:test|scripts|bench|examples)\/[\w./-]*(?:\*|\w)/g)].map(([file]) => (file.endsWith('*') ? path.dirname(file) : file));
      assert.deepEqual(named.filter((file) => file !== 'test/browser/pictures' && !existsSync(path.join(root, file))), []);
    });
  }
});
