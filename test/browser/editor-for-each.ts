import assert from 'node:assert/strict';
import { EditorPage, type EditorOptions } from './editor-page';

/**
 * Opens an editor for the tests of a suite, which may leave no fault behind; a dialog that one leaves open is cancelled.
 *
 * @param options made when the suite begins, with the servers that it needs
 * @param take gets the editor before each test: a retry has another one
 */
export function openEditorForEach(options: () => EditorOptions | Promise<EditorOptions>, take: (editor: EditorPage) => unknown): void {
  let editor: EditorPage;
  before(async () => {
    editor = await EditorPage.open(await options());
  });
  after(() => editor?.close());
  beforeEach(async function () {
    editor = await editor.forTry(this.currentTest);
    await take(editor);
  });
  afterEach(async () => {
    assert.deepEqual(editor.faults, []);
    await editor.cancelDialogs();
  });
}
