import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SENTENCES } from '../../src/geometry/sentences';
import { settingLabel } from '../../src/service/setting-label';

const root = path.resolve(__dirname, '..', '..');
const nodes = path.join(root, 'nodes');
const types = readdirSync(nodes).filter((name) => existsSync(path.join(nodes, name, 'editor.ts')));
const languages = readdirSync(path.join(nodes, 'soil-service', 'locales'));

type Catalogue = Map<string, string>;

function flatten(value: unknown, prefix: string, into: Catalogue = new Map()): Catalogue {
  if (typeof value === 'string') into.set(prefix, value);
  else for (const [key, inner] of Object.entries(value as object)) flatten(inner, prefix ? `${prefix}.${key}` : key, into);
  return into;
}

function catalogue(type: string, language: string): Catalogue {
  return flatten(JSON.parse(readFileSync(path.join(nodes, type, 'locales', language, `${type}.json`), 'utf8')), '');
}

function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(directory, entry.name);
    return entry.isDirectory() ? sources(file) : entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts') ? [file] : [];
  });
}

interface Asked {
  key: string;
  /** Ends where a value is inserted: it stands for any key that begins like this. */
  open: boolean;
  where: string;
}

/** Keys that a program asks for: `text('a.b')`, `` text(`a.${b}`) ``, and every text literal of the form that keys have. */
function askedByProgram(file: string): Asked[] {
  const text = readFileSync(file, 'utf8');
  const shared = file.startsWith(path.join(nodes, 'editor'));
  const where = path.relative(root, file);
  const full = (key: string): string => (types.some((type) => key.startsWith(`${type}.`)) ? key : `soil-service.${key}`);
  const asked: Asked[] = [];
  const calls = /\b(?:sharedText|text|_)\(([^;]*?)\)/g;
  for (const [, inside = ''] of text.matchAll(calls)) {
    for (const [, key = ''] of inside.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/g)) asked.push({ key: full(key), open: false, where });
    for (const [, key = ''] of inside.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g)) asked.push({ key: full(key), open: true, where });
  }
  // The sidebar's buttons: button('poll', ...) asks for jobs.poll.
  if (shared && where.endsWith('jobs-list.ts')) for (const [, key] of text.matchAll(/\bbutton\('(\w+)'/g)) asked.push({ key: `soil-service.jobs.${key}`, open: false, where });
  return asked;
}

function askedByTemplate(type: string): Asked[] {
  const where = `nodes/${type}/editor.html`;
  const html = readFileSync(path.join(root, where), 'utf8');
  return [...html.matchAll(/data-i18n="([^"]+)"/g)].flatMap(([, keys = '']) => keys.split(';').map((key) => ({ key: key.replace(/^\[[\w-]+\]/, ''), open: false, where })));
}

/** Keys that the runtime asks for: statuses, warnings, short names of errors. */
function askedByRuntime(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const quoted = (words: string): string[] => [...words.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word);
  const statuses = [...text.matchAll(/\b(?:status|this)\.(show(?:Count|AtWork|Filled)?)\((.*)\)[;,]$/gm)].flatMap(([, method, words = '']) => {
    const keys = quoted(words.replace(/[!=]== '[\w-]+'/g, '')).filter((word) => !LOOKS.has(word));
    const ends = method === 'show' ? [''] : method === 'showFilled' ? ['', 'Many', 'Empty', 'EmptyMany'] : ['', 'Many'];
    return keys.flatMap((key) => ends.map((end) => `status.${key}${end}`));
  });
  return [...statuses, ...[...text.matchAll(/\bruntimeText\([\w.]+, '([\w.]+)'/g)].map(([, key = '']) => key)];
}

/** The looks of a status, which stand beside its key. */
const LOOKS = new Set(['waiting', 'working', 'done', 'attention', 'failed']);

const asked = [...types.flatMap(askedByTemplate), ...[path.join(nodes, 'editor'), ...types.map((type) => path.join(nodes, type))].flatMap((directory) => sources(directory).flatMap(askedByProgram))];

/** Texts under nodes come from the runtime, which asks for them by other means (see {@link askedByRuntime}). */
const ofRuntime = (key: string): boolean => /^soil-service\.((status|warning|error)\.|language$)/.test(key);

const english = new Map(types.flatMap((type) => [...catalogue(type, 'en-US')]));

describe('The catalogues', () => {
  it('have every text that a dialog asks for', () => {
    assert.ok(asked.length > 200, `only ${asked.length} keys were found in the sources`);
    const missing = asked.filter(({ key, open }) => (open ? ![...english.keys()].some((known) => known.startsWith(key)) : !english.has(key)));
    assert.deepEqual(missing.filter(({ key }) => !ofRuntime(key)), []);
  });

  it('have no text that nobody asks for', () => {
    const exact = new Set(asked.filter(({ open }) => !open).map(({ key }) => key));
    const prefixes = asked.filter(({ open }) => open).map(({ key }) => key);
    const unused = [...english.keys()].filter((key) => !exact.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)) && !ofRuntime(key));
    assert.deepEqual(unused, []);
  });

  it('have every text that the runtime asks for, and no other', () => {
    const files = sources(nodes).filter((file) => !file.startsWith(path.join(nodes, 'editor')) && !file.endsWith('editor.ts'));
    const codes = [...readFileSync(path.join(root, 'src/errors/soil-error.ts'), 'utf8').matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code = '']) => code);
    const delays = ['rate-limit', 'retry', 'queued'].map((reason) => `status.${reason}`);
    const asked = new Set([...files.flatMap(askedByRuntime), ...delays, ...[...codes, 'OTHER'].map((code) => `error.${code}`)]);
    const there = [...english.keys()].filter(ofRuntime).map((key) => key.slice('soil-service.'.length));
    // The dialogs ask for some of its texts as well.
    const shared = [...asked].filter((key) => !ofRuntime(`soil-service.${key}`));
    assert.deepEqual(shared.filter((key) => !english.has(`soil-service.${key}`)), []);
    assert.deepEqual(there.sort(), [...asked].filter((key) => !shared.includes(key)).sort());
  });

  it('have what the engine says of shapes: every sentence, word for word', () => {
    const said = [...english].filter(([key]) => key.startsWith('soil-service.geometry.')).map(([key, words]) => [key.slice('soil-service.geometry.'.length), words]);
    assert.deepEqual(Object.fromEntries(said), SENTENCES);
  });

  it('call the settings of a service what its errors call them', () => {
    const settings = readFileSync(path.join(nodes, 'soil-service', 'editor.html'), 'utf8').matchAll(/id="node-config-input-(\w+)"/g);
    const labelled = [...settings].map(([, setting = '']) => setting).filter((setting) => setting !== 'name' && setting !== 'allowPrivateHosts');
    assert.ok(labelled.length > 12, labelled.join(', '));
    for (const setting of labelled) assert.equal(settingLabel(setting), english.get(`soil-service.label.${setting}`), setting);
  });

  it('have the label that an error tells a person to look at', () => {
    const labels = new Set([...english].filter(([key]) => /\.label\.|^soil-service\.jobs\./.test(key)).map(([, words]) => words));
    const rooms = ['src/auth', 'src/download', 'src/jobs', 'src/profiles', 'src/records', 'src/service', 'src/shapes', 'src/transport', 'nodes/runtime', ...types.map((type) => `nodes/${type}`)];
    const texts = rooms.flatMap((room) => sources(path.join(root, room))).filter((file) => !file.endsWith('editor.ts')).map((file) => readFileSync(file, 'utf8').replace(/^ *(?:\/\/|\/?\*).*$/gm, ''));
    const quotes = [/\\?"([A-Z][A-Za-z0-9 -]{2,60}?)\\?"/g, /(?:[a-z]Setting|SettingError|unknownChoice|duration)\(\s*'([^']+)'/g];
    const quoted = texts.flatMap((text) => quotes.flatMap((quote) => [...text.matchAll(quote)].map(([, label = '']) => label)));
    for (const label of ['Token URL', 'Properties path', 'Largest file', 'Minimum coverage', 'Shaped for']) assert.ok(quoted.includes(label), label);
    assert.deepEqual(quoted.filter((label) => !labels.has(label)), []);
  });

  it('have words for every code of an error, with the message for the details', () => {
    const codesIn = (file: string, form: RegExp): string[] => [...readFileSync(path.join(root, file), 'utf8').matchAll(form)].map(([, code = '']) => code);
    const codes = [...codesIn('src/errors/soil-error.ts', /^ {2}\| '(\w+)'/gm), ...codesIn('nodes/admin/admin-route.ts', /refuse\(response, [\w.]+, '(\w+)'/g)];
    assert.ok(codes.length >= 20, codes.join(', '));
    const known = [...english.keys()].filter((key) => key.startsWith('soil-service.failed.')).map((key) => key.slice('soil-service.failed.'.length));
    assert.deepEqual(known.sort(), [...new Set(codes)].sort());
    for (const code of known) assert.equal(english.get(`soil-service.failed.${code}`), '__message__');
    for (const language of languages.filter((one) => one !== 'en-US')) {
      for (const code of known) assert.match(catalogue('soil-service', language).get(`soil-service.failed.${code}`) ?? '', /^\S.{10,}\. .*__message__$/, `${code} in ${language}`);
    }
  });

  for (const language of languages) {
    it(`say the same in ${language} as in English: every key, and the values that are inserted`, () => {
      for (const type of types) {
        const [here, there] = [catalogue(type, language), catalogue(type, 'en-US')];
        assert.deepEqual([...here.keys()].sort(), [...there.keys()].sort(), `${type} in ${language}`);
        for (const [key, words] of here) {
          const placeholders = (words: string): string[] => [...words.matchAll(/__\w+?__/g)].map(([name]) => name).sort();
          assert.notEqual(words.trim(), '', `${key} in ${language} is empty`);
          assert.deepEqual(placeholders(words), placeholders(there.get(key) ?? ''), `${key} in ${language}`);
        }
      }
    });

    for (const type of types) {
      it(`help for ${type} in ${language} has the house form`, () => {
        const help = readFileSync(path.join(nodes, type, 'locales', language, `${type}.html`), 'utf8');
        assert.match(help, new RegExp(`^<script type="text/html" data-help-name="${type}">\\s*<p>`));
        const englishHelp = readFileSync(path.join(nodes, type, 'locales', 'en-US', `${type}.html`), 'utf8');
        const form = (page: string): string[] => [...page.matchAll(/<(h3|dl class="message-properties"|ol class="node-ports"|dt|a href="[^"]*")/g)].map(([tag]) => tag);
        assert.deepEqual(form(help), form(englishHelp));
        const headings = type === 'soil-service' ? 4 : 5;
        assert.equal(form(help).filter((tag) => tag === '<h3').length, headings);
      });
    }
  }

  it('have in French a no-break space before the punctuation that needs one', () => {
    const pages = types.flatMap((type) => ['html', 'json'].map((kind) => readFileSync(path.join(nodes, type, 'locales', 'fr', `${type}.${kind}`), 'utf8')));
    // Code is not French.
    assert.deepEqual(pages.flatMap((page) => page.replace(/<code\b[^>]*>.*?<\/code>/g, '').match(/.{0,20}(?: (?:[;:?!»]|%(?!\w))|« ).{0,10}/g) ?? []), []);
  });

  it('have a no-break space between a number and its unit, in languages that require one, and write km²', () => {
    for (const language of languages) {
      const pages = types.flatMap((type) => ['html', 'json'].map((kind) => readFileSync(path.join(nodes, type, 'locales', language, `${type}.${kind}`), 'utf8')));
      const words = pages.map((page) => page.replace(/<code\b[^>]*>.*?<\/code>/g, ''));
      assert.deepEqual(words.flatMap((page) => page.match(/.{0,20}\bkm2\b/g) ?? []), [], language);
      if (language === 'en-US') continue;
      const broken = /.{0,20}(?:\d|__\w+?__) (?:ha|[km]m?²|mi²|[ck]?m|[kMG][Bo]|s|%|[Aa]cres|\d{3})(?![\p{L}\d/²])/gu;
      assert.deepEqual(words.flatMap((page) => page.match(broken) ?? []), [], language);
    }
  });

  it('have a singular and a plural of jobs, in languages whose words change with the number', () => {
    for (const language of ['es', 'fr', 'pt-BR']) {
      const words = catalogue('soil-service', language);
      for (const [key, number] of [['completed', '__count__'], ['pollingAndDone', '__done__']] as const) {
        const [one = '', many = ''] = [words.get(`soil-service.status.${key}`), words.get(`soil-service.status.${key}Many`)];
        assert.match(one, /1 \w+[^s]$/, `${key} in ${language}`);
        assert.equal(one.replace('1', number).concat('s'), many, `${key} in ${language}`);
      }
    }
  });

  it('say of a variable that it is replaced', () => {
    const replaced = { 'en-US': /replaced/, de: /ersetzt/, es: /reemplaza/, fr: /remplacé/, 'pt-BR': /substituído/ };
    for (const [language, word] of Object.entries(replaced)) {
      const about = [...catalogue('soil-service', language).values()].flatMap((words) => words.split(/(?<=[.;])\s/)).filter((words) => words.includes('${NAME}'));
      assert.equal(about.length, 4, about.join(' '));
      for (const sentence of about) assert.match(sentence, word);
    }
  });

  it('name in the help the two choices of a service as its menu does', () => {
    for (const language of languages) {
      const help = readFileSync(path.join(nodes, 'soil-service', 'locales', language, 'soil-service.html'), 'utf8');
      const words = catalogue('soil-service', language);
      const choices = ['sandbox', 'service'].map((mode) => words.get(`soil-service.mode.${mode}`)?.split(/\s?:/)[0]);
      assert.ok(help.includes(`<span class="property-type">${choices.join(' | ')}</span>`), `${language}: ${choices.join(' | ')}`);
    }
  });

  it('say in the help that the credentials are kept apart from the flow, and not the variable in the sentence before', () => {
    const kept = { 'en-US': 'keeps the credentials', de: 'bewahrt die Zugangsdaten', es: 'guarda las credenciales', fr: 'garde les identifiants', 'pt-BR': 'guarda as credenciais' };
    for (const [language, words] of Object.entries(kept)) {
      const help = readFileSync(path.join(nodes, 'soil-service', 'locales', language, 'soil-service.html'), 'utf8');
      assert.ok(help.includes(`Node-RED ${words}`), language);
    }
  });

  it('expect one thing of a WKT text, in languages in which the verb before it is in the singular', () => {
    const plural = /^(die \p{L}+n|las|los|as|os) /u;
    for (const language of ['de', 'es', 'pt-BR']) {
      const phrases = [...catalogue('soil-service', language)].filter(([key, words]) => key.includes('.geometry.wkt') && /^\p{Ll}/u.test(words));
      assert.ok(phrases.length > 8, phrases.join('; '));
      assert.deepEqual(phrases.filter(([, words]) => plural.test(words)), [], language);
    }
  });

  it('count in French what the others count: a noun before a number would number it', () => {
    const numbered = [...catalogue('soil-service', 'fr')].filter(([key, words]) => key.startsWith('soil-service.status.') && /^\p{L}+ __count__$/u.test(words));
    assert.deepEqual(numbered, []);
  });

  it('hold every text of the dialogs: none is in a template', () => {
    for (const type of types) {
      const html = readFileSync(path.join(nodes, type, 'editor.html'), 'utf8').replace(/<style>[\s\S]*?<\/style>/g, '');
      const words = [...html.matchAll(/>([^<]*[A-Za-z]{2}[^<]*)</g)].map(([, content = '']) => content.trim());
      // The two spellings of a field of the interface are not words.
      assert.deepEqual(words.filter((word) => word !== 'datasets' && word !== 'dataSets'), [], type);
    }
  });

  it('hold every text of the programs: none is set from a literal', () => {
    const setters = /(?:\.text\(|textContent\s*=|\btitle:|\.notify\(|'aria-label':|'aria-label',|placeholder:)\s*(['"`])([^'"`]*)\1/g;
    for (const file of sources(path.join(nodes, 'editor'))) {
      const found = [...readFileSync(file, 'utf8').matchAll(setters)].map(([, , words = '']) => words.replace(/\$\{[^}]*\}/g, '')).filter((words) => /[a-z]{2}/i.test(words));
      // An address is not a text, and a function called text takes a key.
      assert.deepEqual(found.filter((words) => !words.startsWith('https://') && !english.has(`soil-service.${words}`)), [], path.relative(root, file));
    }
  });
});
