import assert from 'node:assert/strict';

/** Required, not imported: its types are those of the editor, which are not known here. */
const { shownArea, shownAreaLimit, shownDistance, shownDuration, shownMeasure, shownNumber, shownTime } = require('../../nodes/editor/words/shown-values') as {
  shownArea: (hectares: number, limit?: number) => string;
  shownDuration: (seconds: number, unitDisplay?: 'short' | 'long') => string;
  shownTime: (iso: string) => string;
} & Record<'shownAreaLimit' | 'shownDistance' | 'shownMeasure' | 'shownNumber', (value: number) => string>;

/** The editor in a language, with words in one of the languages of the catalogues. */
function openedIn(language: string, words = language): void {
  Object.assign(globalThis, { RED: { i18n: { lang: () => language }, _: (key: string) => (key.endsWith('.language') ? words : key) } });
}

describe('What the editor shows of figures', () => {
  after(() => void Reflect.deleteProperty(globalThis, 'RED'));

  it('has no more digits than one reads at a glance', () => {
    openedIn('en-US');
    assert.deepEqual([0.0123456, 7.3456, 123.456, 15_238.4, 1_234_567, 2_999_876_543].map((hectares) => shownArea(hectares)), ['0.01235 ha', '7.346 ha', '123.5 ha', '15,240 ha', '12,350 km²', '30,000,000 km²']);
    assert.deepEqual([18.0321, 7_412_889_123].map(shownMeasure), ['18.03', '7,413,000,000']);
  });

  it('has decimals only where they tell something', () => {
    openedIn('en-US');
    assert.deepEqual([0.123456, 1, 1.2345, 99.994, 100, 100.4].map(shownNumber), ['0.1235', '1', '1.23', '99.99', '100', '100']);
  });

  it('is a duration in the largest unit that it has two of, or one hour', () => {
    openedIn('en-US');
    const durations = [0, 119, 120, 3_599, 3_600, 172_799, 172_800].map((seconds) => shownDuration(seconds));
    assert.deepEqual(durations, ['0 sec', '119 sec', '2 min', '60 min', '1 hr', '48 hr', '2 days']);
  });

  it('has as many as are needed beside a limit, which itself is exact', () => {
    openedIn('en-US');
    assert.deepEqual([shownArea(9.99962, 10), shownArea(9.99962), shownAreaLimit(10.00025)], ['9.9996 ha', '10 ha', '10.00025 ha']);
  });

  it('is written as is usual in the language of the editor', () => {
    openedIn('fr');
    const french = [shownArea(1_234_567), shownNumber(2_040_000), shownDistance(1_000_000), shownDuration(12)];
    assert.deepEqual(french.map((words) => words.replaceAll(/[\u00a0\u202f]/g, '~')), ['12~350~km²', '2~040~000', '1~000~km', '12~s']);
    openedIn('de');
    assert.deepEqual([shownArea(1_234_567), shownDuration(12), shownDuration(86_400, 'long')], ['12.350\u00a0km²', '12\u00a0Sek.', '24\u00a0Stunden']);
  });

  it('is written as is usual in the country of the editor, or in the language of the words if that differs', () => {
    openedIn('es-MX', 'es');
    assert.equal(shownNumber(2_040_000), '2,040,000');
    openedIn('zh-CN', 'en-US');
    assert.deepEqual([shownArea(1_234_567), shownDuration(180), shownTime('2026-05-04T12:00:00Z').slice(0, 11)], ['12,350 km²', '3 min', 'May 4, 2026']);
  });
});
