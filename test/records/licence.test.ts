import assert from 'node:assert/strict';
import { canonicalLicence, licenceAllowed } from '../../src/records/licence';
import { LicenceFilter } from '../../src/records/licence-filter';

/** What Creative Commons gives for the pages of a work. */
const OF_THE_CHOOSER =
  '<a rel="license" href="http://creativecommons.org/licenses/by/4.0/"><img alt="Creative Commons License" style="border-width:0" src="https://i.creativecommons.org/l/by/4.0/88x31.png" /></a><br />' +
  'This work is licensed under a <a rel="license" href="http://creativecommons.org/licenses/by/4.0/">Creative Commons Attribution 4.0 International License</a>.';

describe('A licence', () => {
  it('is the same however it is written', () => {
    for (const [text, canonical] of [
      ['CC BY 4.0 International', 'cc-by-4.0'],
      ['CC-BY v4.0', 'cc-by-4.0'],
      ['Creative Commons Attribution 4.0 International (CC BY 4.0)', 'cc-by-4.0'],
      ['CC BY 3.0 IGO', 'cc-by-3.0'],
      ['https://creativecommons.org/licenses/by/3.0/igo/', 'cc-by-3.0'],
      ['Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International', 'cc-by-nc-sa-4.0'],
      ['Creative Commons Attribution No Derivatives 2.5 Generic', 'cc-by-nd-2.5'],
      ['Attribution 4.0 International (CC BY 4.0)', 'cc-by-4.0'],
      ['Attribution-NonCommercial-ShareAlike 3.0 Unported (CC BY-NC-SA 3.0)', 'cc-by-nc-sa-3.0'],
      ['Attribution 4.0 International (CC BY-NC 4.0)', 'cc-by-4.0-international-cc-by-nc-4.0'],
      ['Attribution 4.0', 'attribution-4.0'],
      ['CC0', 'cc0'],
      ['CC0 1.0 Universal', 'cc0-1.0'],
      ['CC0 1.0 Universal (CC0 1.0) Public Domain Dedication', 'cc0-1.0'],
      ['Creative Commons Zero v1.0 Universal', 'cc0-1.0'],
      ['CC0 1.0 for research', 'cc0-1.0-for-research'],
      ['CC0 1.0 Universal (CC0 2.0)', 'cc0-1.0-universal-cc0-2.0'],
      ['CC BY 4.0, CC0 1.0', 'cc-by-4.0-cc0-1.0'],
      ['Creative Commons Attribution 4.0 International (CC BY-NC 4.0)', 'cc-by-4.0-international-cc-by-nc-4.0'],
      ['CC BY 4.0 for research', 'cc-by-4.0-for-research'],
      ['Creative Commons Attribution 4.0 International License (https://creativecommons.org/licenses/by/4.0/)', 'cc-by-4.0'],
      ['This work is licensed under a Creative Commons Attribution 4.0 International License.', 'cc-by-4.0'],
      ['License: https://creativecommons.org/licenses/by-sa/4.0/', 'cc-by-sa-4.0'],
      ['Licensed under CC BY-NC 4.0', 'cc-by-nc-4.0'],
      ['Not licensed under CC BY 4.0', 'not-licensed-under-cc-by-4.0'],
      ['CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)', 'cc-by-4.0'],
      ['Creative Commons Attribution 4.0 International: http://www.creativecommons.org/licenses/by/4.0/legalcode.', 'cc-by-4.0'],
      ['CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/', 'cc0-1.0'],
      ['https://creativecommons.org/licenses/by/4.0/, https://creativecommons.org/licenses/by-nc/4.0/', 'cc-by-4.0-cc-by-nc-4.0'],
      ['CC BY-NC 4.0, https://creativecommons.org/licenses/by/4.0/', 'cc-by-nc-4.0-cc-by-4.0'],
      ['CC BY (https://creativecommons.org/licenses/by/4.0/)', 'cc-by-4.0'],
      ['CC BY (https://creativecommons.org/licenses/by-nc/4.0/)', 'cc-by-cc-by-nc-4.0'],
      ['CC0: https://creativecommons.org/publicdomain/zero/1.0/', 'cc0-1.0'],
      ['<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>', 'cc-by-4.0'],
      ['<a href="https://creativecommons.org/licenses/by/4.0/">CC BY-NC 4.0</a>', 'cc-by-nc-4.0-cc-by-4.0'],
      ['CC BY 4.0 <not for sale>', 'cc-by-4.0-not-for-sale'],
      [OF_THE_CHOOSER, 'cc-by-4.0'],
      ['All rights reserved, but figures https://creativecommons.org/publicdomain/zero/1.0/', 'all-rights-reserved-but-figures-cc0-1.0'],
    ] as const) assert.equal(canonicalLicence(text), canonical, text);
    for (const text of ['CC BY 4.0', ' cc-by-4.0 ', 'CC  BY  4.0', 'https://creativecommons.org/licenses/by/4.0/']) assert.equal(canonicalLicence(text), 'cc-by-4.0', text);
    for (const version of ['4', '4.0', '10.25']) {
      assert.equal(canonicalLicence(`https://creativecommons.org/licenses/by-nc-sa/${version}/deed.de`), `cc-by-nc-sa-${version}`);
      assert.equal(canonicalLicence(`https://creativecommons.org/publicdomain/zero/${version}/`), `cc0-${version}`);
    }
  });

  it('is allowed in any version if none is named, and never if it is not stated', () => {
    for (const own of ['CC BY 4.0', 'CC BY 3', 'CC BY 10.12']) assert.equal(licenceAllowed(own, ['cc0', 'CC BY']), true, own);
    for (const own of ['', 'CC BY-NC 4.0', 'CC BY 3.0']) assert.equal(licenceAllowed(own, ['CC BY 4.0']), false, own);
    assert.equal(licenceAllowed('CC BY', ['CC BY 4.0']), false);
    assert.equal(licenceAllowed('CC0 1.0 Universal', ['CC0']), true);
    assert.equal(licenceAllowed('CC0', ['CC0 1.0']), false);
    assert.equal(licenceAllowed('Open data 2.0 draft', ['Open data draft']), false);
    assert.equal(licenceAllowed('CC BY', []), false);
  });

  it('is allowed only by its own name, in any script and with any characters', () => {
    for (const own of ['政府公開資料', 'सरकारी', 'मुक्त', 'Данные открыты 2.0', '©']) {
      assert.equal(licenceAllowed(own, ['商用禁止', 'सरकार', 'निजी', 'Данные закрыты 2.0', '®']), false, own);
      assert.equal(licenceAllowed(` ${own.normalize('NFD')} `, [own]), true, own);
    }
  });
});

describe('The licence of a dataset', () => {
  it('is that of the first dataset with its name', () => {
    const passes = (...licences: (string | null)[]) =>
      new LicenceFilter(['CC0'], licences.map((licence) => ({ name: 'A', licence }))).passes({ dataset: 'A', licence: null });
    assert.deepEqual([passes('CC0', null), passes(null, 'CC0'), passes()], [true, false, false]);
  });
});
