import assert from 'node:assert/strict';
import { selectItems } from '../../nodes/soil-discover/selection';
import { RenamedMethods } from '../../src/profiles/renamed-methods';
import { WantedUnits } from '../../src/profiles/wanted-units';
import { NameFilter } from '../../src/records/name-filter';

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

  it('differ without their accents', () => {
    assert.equal(new NameFilter('soil property', [COMPOSED]).passes('Densite apparente'), false);
  });
});
