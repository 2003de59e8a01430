import assert from 'node:assert/strict';
import { selectItems } from '../../nodes/soil-discover/selection';
import { RenamedMethods } from '../../src/profiles/renamed-methods';
import { WantedUnits } from '../../src/profiles/wanted-units';
import { AskedNames } from '../../src/records/asked-names';
import { NameFilter } from '../../src/records/name-filter';
import { nameText } from '../../src/service/answers/json-ld';

const COMPOSED = 'Densit\u00e9 apparente';
const DECOMPOSED = 'DENSITE\u0301 apparente ';

describe('Names that a person compares with those of the service', () => {
  it('are the same in other letter case, with accents that are characters of their own, and as HTML', () => {
    const asHtml = COMPOSED.replace('\u00e9', '&eacute;');
    for (const [asked, found] of [[COMPOSED, DECOMPOSED], [DECOMPOSED, COMPOSED], [COMPOSED, asHtml]] as const) {
      const filter = new NameFilter('soil property', [asked]);
      assert.equal(filter.passes(found), true, 'the filter of soil-read');
      assert.equal(new RenamedMethods([{ method: asked, as: 'core' }]).nameOf(found), 'core', 'the method of soil-profile');
      assert.deepEqual(new WantedUnits([{ property: asked, unit: 'kg/m3' }]).inWanted(found, 'g/cm3', 1.5), { unit: 'kg/m3', value: 1500 }, 'the unit of soil-profile');
      assert.equal(selectItems([{ identifier: 1, name: found, type: 'x' }], { select: 'match', matchName: asked })?.length, 1, 'the choice of soil-discover');
    }
  });

  it('are the same in a list of the service and in records that write them alike, whatever was tidied in the list', () => {
    for (const written of ['Clay&nbsp;&amp;&nbsp;silt', 'Clay &amp;amp; silt', 'Clay &#8206;silt', 'Clay  silt', 'Clay\u00a0silt', 'Clay\tsilt']) {
      assert.equal(new NameFilter('dataset', [nameText(written)!]).passes(written), true, written);
    }
  });

  it('are the same if the depth in them was written as HTML', () => {
    for (const written of ['Organic carbon 0&ndash;30 cm', 'Organic carbon (0-30&nbsp;cm)', 'Clay &amp;lt;2 &amp;micro;m 0&amp;ndash;30 cm']) {
      assert.equal(new AskedNames({ properties: [nameText(written)!] }).passes({ dataset: null, property: written }), true, written);
    }
  });

  it('differ without their accents', () => {
    assert.equal(new NameFilter('soil property', [COMPOSED]).passes('Densite apparente'), false);
  });
});
