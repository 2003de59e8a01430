import assert from 'node:assert/strict';
import { folderNameFor, safeFilename, withSuffix } from '../../src/download/safe-filename';

describe('a safe file name', () => {
  it('is the name if nothing is wrong with it', () => {
    for (const name of ['soil.zip', 'soil-data-1f0c.zip', 'Böden 0-5 cm (2026).zip', '氷.zip', 'a', 'x.tar.gz', 'console.zip', 'com10.zip', 'my.part.zip']) {
      assert.equal(safeFilename(name), name);
    }
  });

  const changes: [string, string][] = [
    ['a/b\\c.zip', 'a_b_c.zip'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..', 'soil-data.zip'],
    ['.', 'soil-data.zip'],
    ['', 'soil-data.zip'],
    [' . . ', 'soil-data.zip'],
    ['/', '_'],
    ['.hidden.zip', 'hidden.zip'],
    ['soil.zip.', 'soil.zip'],
    ['soil.zip. ..', 'soil.zip'],
    ['soil.zip ', 'soil.zip'],
    ['a:b*c?d"e<f>g|h.zip', 'a_b_c_d_e_f_g_h.zip'],
    ['a\0b\nc\x1bd\x7fe\u0085.zip', 'a_b_c_d_e_.zip'],
    ['soil\u202egpj.zip', 'soil_gpj.zip'],
    ['\ud800half.zip', '_half.zip'],
    ['Bo\u0308den.zip', 'B\u00f6den.zip'],
    ['con', '_con'],
    ['NUL.zip', '_NUL.zip'],
    ['Com1.tar.gz', '_Com1.tar.gz'],
    ['lpt\u00b9.zip', '_lpt\u00b9.zip'],
    ['CONIN$', '_CONIN$'],
    ['con .zip', '_con .zip'],
    ['clock$.zip', '_clock$.zip'],
    ['soil.zip.part', 'soil.zip.part_'],
    ['soil.zip.PART.json', 'soil.zip.PART.json_'],
  ];
  for (const [name, expected] of changes) {
    it(`is made of ${JSON.stringify(name)}`, () => {
      assert.equal(safeFilename(name), expected);
      assert.equal(safeFilename(expected), expected);
    });
  }

  it('is short enough for file systems, in bytes, with its extension and with whole characters', () => {
    for (const letter of ['a', 'ä', '氷', '😀']) {
      const name = safeFilename(`${letter.repeat(300)}.zip`);
      assert.ok(Buffer.byteLength(name) <= 220 && Buffer.byteLength(name) > 215, name);
      assert.match(name, /^(.)\1*-[0-9a-f]{8}\.zip$/u);
      assert.equal(safeFilename(name), name);
    }
    const cut = (name: string): string => safeFilename(name).replace(/-[0-9a-f]{8}/, '-#');
    assert.equal(cut(`${'a'.repeat(209)} .${'b'.repeat(300)}`), `${'a'.repeat(209)}-#`);
    assert.equal(cut(`${'two words '.repeat(30)}.zip`), `${'two words '.repeat(22).slice(0, 207).trimEnd()}-#.zip`);
    assert.equal(cut(`${'a'.repeat(300)}.${'b'.repeat(15)}`), `${'a'.repeat(195)}-#.${'b'.repeat(15)}`);
    assert.equal(cut(`${'a'.repeat(300)}.${'b'.repeat(16)}`), `${'a'.repeat(211)}-#`);
    assert.equal(safeFilename('a'.repeat(220)), 'a'.repeat(220));
    assert.equal(Buffer.byteLength(safeFilename('a'.repeat(221))), 220);
  });

  it('is another one for another name, even if both are too long: one job must not replace the file of another', () => {
    for (const length of [230, 5000]) {
      const names = ['1', '2'].flatMap((id) => [`${'topic'.repeat(length / 5)}-${id}.zip`, `${'topic'.repeat(length / 10)}${id}${'topic'.repeat(length / 10)}.zip`]);
      assert.equal(new Set(names.map((name) => safeFilename(name))).size, 4);
    }
  });

  it('has a numbered form, and one for a folder', () => {
    assert.equal(withSuffix('soil.zip', '-2'), 'soil-2.zip');
    assert.equal(withSuffix('soil', '-2'), 'soil-2');
    assert.equal(withSuffix('a.b.zip', '-2'), 'a.b-2.zip');
    assert.equal(withSuffix('a.', '-2'), 'a.-2');
    assert.equal(withSuffix(`a.${'b'.repeat(20)}`, '-2'), `a.${'b'.repeat(20)}-2`);
    assert.equal(folderNameFor('soil.zip'), 'soil');
    assert.equal(folderNameFor('Soil.ZIP'), 'Soil');
    assert.equal(folderNameFor('farm.north'), 'farm.north-files');
    assert.equal(folderNameFor('soil'), 'soil-files');
    assert.equal(folderNameFor('field-12.5'), 'field-12.5-files');
    assert.equal(withSuffix('field-12.5', '-2'), 'field-12.5-2');
    assert.equal(folderNameFor('field-12.5.zip'), 'field-12.5');
    assert.equal(folderNameFor('Field A .zip'), 'Field A_');
    assert.equal(folderNameFor('Field No..zip'), 'Field No_');
  });

  it('takes a suffix in front of its extension if it has one', () => {
    const suffixed = { 'a.zip': 'a-2.zip', 'a.b': 'a-2.b', 'a.': 'a.-2', a: 'a-2', '.zip': '.zip-2' };
    for (const [name, expected] of Object.entries(suffixed)) assert.equal(withSuffix(name, '-2'), expected);
  });
});
