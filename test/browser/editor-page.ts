import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { NodeRedProcess, ProcessOptions } from '../runtime/node-red-process';
import { nodeRedVersion, root } from '../runtime/node-red-under-test';
import { keepEditor, startEditor, stopEditor, takeKeptEditor, type RunningEditor } from './running-editor';

/** Pictures that a run leaves behind, for a person to look at. */
const pictures = path.join(root, 'test', 'browser', 'pictures', `node-red-${nodeRedVersion}`);

export type Theme = 'light' | 'dark';

/** The themes that Node-RED brings along: 4.1 has no dark one. */
export const themes: readonly Theme[] = nodeRedVersion.startsWith('4.') ? ['light'] : ['light', 'dark'];

/** Where the editor of Node-RED 5 keeps the theme that its user chose. */
const THEME_KEY = 'view-dark-theme';

/** Where the editor keeps the language that its user chose. */
const LANGUAGE_KEY = 'editor-language';

/** Whether exactly one tray is there and has reached its final place. Runs in the page. */
const AT_REST = `(() => {
  const [tray, ...others] = document.querySelectorAll('.red-ui-tray');
  return tray !== undefined && others.length === 0 && tray.style.right === '0px' && tray.getAnimations().length === 0;
})()`;

/** A node as a flow file has it. */
export interface FlowNode {
  id: string;
  type: string;
  name?: string;
  [setting: string]: unknown;
}

/** A node of a test's flow, on its one tab. */
export function nodeAt(x: number, id: string, type: string, wires: string[][], settings: object = {}): FlowNode {
  return { id, type, z: 'tab1', name: id, x, y: 120, wires, ...settings };
}

/** An inject node that waits for its button. */
export function injectAt(x: number, id: string, to: string): FlowNode {
  return nodeAt(x, id, 'inject', [[to]], { props: [], repeat: '', crontab: '', once: false, topic: '' });
}

export interface EditorOptions extends ProcessOptions {
  adminRoot?: string;
  theme?: Theme;
  /** Of the editor, as its user chose it. */
  language?: string;
  /** Who logs in, if Node-RED has users. */
  user?: { name: string; password: string };
  /** Who else may log in. */
  users?: string[];
  /** What is done in the editor once it is open. */
  prepare?: (editor: EditorPage) => Promise<void>;
  /**
   * Takes the editor of an earlier test file, and leaves it to the next: for tests that need no more of Node-RED than flows and credentials. Node-RED
   * remembers what its user did, such as which sidebar was open.
   */
  shared?: boolean;
}

/** The real editor of a real Node-RED in a real Chromium. Counts the clicks that a person would make. */
export class EditorPage {
  clicks = 0;
  /** What the page logged as an error. */
  readonly faults: string[] = [];

  readonly nodeRed: NodeRedProcess;
  readonly page: Page;

  private constructor(
    private readonly running: RunningEditor,
    private readonly options: EditorOptions,
  ) {
    ({ nodeRed: this.nodeRed, page: this.page } = running);
    this.page.on('pageerror', (error) => this.faults.push(error.stack ?? error.message));
  }

  static async open(options: EditorOptions = {}): Promise<EditorPage> {
    const { theme = 'light', language = 'en-US' } = options;
    const kept = options.shared ? await takeKeptEditor(options) : undefined;
    const editor = new EditorPage(kept ?? (await startEditor(options)), options);
    try {
      await editor.page.emulateMedia({ colorScheme: theme });
      await editor.choose({ [THEME_KEY]: theme, [LANGUAGE_KEY]: language });
      await editor.load();
      assert.equal((await editor.page.evaluate<string>('RED.settings.version')).replace(/-git$/, ''), nodeRedVersion);
      await options.prepare?.(editor);
    } catch (error) {
      await stopEditor(editor.running);
      throw error;
    }
    return editor;
  }

  /** The editor for a test: a retry gets another one, because what the first try left behind would fail it as well. */
  async forTry(test: Mocha.Test | undefined): Promise<EditorPage> {
    // In the types of Mocha, this is its own.
    if ((test as unknown as { currentRetry(): number }).currentRetry() === 0) return this;
    await stopEditor(this.running);
    return EditorPage.open(this.options);
  }

  /** Loads the editor, for the first time or again. */
  async load(user = this.options.user): Promise<void> {
    await this.page.goto(this.nodeRed.address + this.adminRoot);
    if (user) await this.logIn(user);
    await this.page.locator('[data-palette-type="soil-area"]').waitFor();
    await this.page.locator('#red-ui-loading-progress, .red-ui-loading').first().waitFor({ state: 'hidden' }).catch(() => undefined);
  }

  /** Other flows, in the same Node-RED and browser: that takes half as long as new ones. Credentials stay with the nodes that keep their id. */
  async show(flow: FlowNode[]): Promise<void> {
    await this.nodeRed.deployAndStart(flow);
    await this.load();
  }

  /** Loads the editor again, in another language: that takes a third of the time of another Node-RED and browser. */
  async speak(language: string): Promise<void> {
    await this.choose({ [LANGUAGE_KEY]: language });
    await this.load();
    assert.equal(await this.page.evaluate(`localStorage.getItem('${LANGUAGE_KEY}')`), language);
  }

  /** What its user chose, as the browser keeps it: holds from the next load on, and the last choice counts. */
  private async choose(settings: Record<string, string>): Promise<void> {
    await this.page.addInitScript((chosen) => {
      const { localStorage } = globalThis as unknown as { localStorage: { setItem(key: string, value: string): void } };
      for (const [key, value] of chosen) localStorage.setItem(key, value);
    }, Object.entries(settings));
  }

  async logIn({ name, password }: NonNullable<EditorOptions['user']>): Promise<void> {
    await this.page.locator('#node-dialog-login-username').fill(name);
    await this.page.locator('#node-dialog-login-password').fill(password);
    await this.page.locator('#node-dialog-login-submit').click();
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** A node on the canvas, by its id. */
  node(id: string): Locator {
    return this.page.locator(`[id="${id}"]`);
  }

  async openDialog(id: string): Promise<Locator> {
    this.clicks += 2;
    const done = this.page.locator('#node-dialog-ok');
    // The editor is still starting for a moment, and takes no double click until then.
    for (let attempt = 0; attempt < 5 && !(await done.isVisible()); attempt++) {
      await this.node(id).dblclick();
      await done.waitFor({ timeout: 8000 }).catch(() => undefined);
    }
    return this.dialog('#node-dialog-ok');
  }

  /** Opens the dialog of a soil service. The pencil that leads there is Node-RED's own. */
  async openConfiguration(id: string): Promise<Locator> {
    await this.page.evaluate(`RED.editor.editConfig('', 'soil-service', '${id}')`);
    return this.dialog('#node-config-dialog-ok');
  }

  /** The dialog with this button, once it is ready: Node-RED focuses its first field last, and earlier keys go astray. */
  async dialog(button: string): Promise<Locator> {
    const tray = this.page.locator('.red-ui-tray', { has: this.page.locator(button) });
    await tray.waitFor();
    await tray.locator('.red-ui-tray-body :focus').waitFor({ state: 'attached' });
    return tray;
  }

  /** Waits until the only tray stands still: if a pressed element slides away, the release hits something else, and there is no click. */
  async trayAtRest(): Promise<void> {
    await this.page.waitForFunction(AT_REST);
  }

  async done(): Promise<void> {
    await this.click(this.page.locator('#node-dialog-ok'));
    await this.page.locator('#node-dialog-ok').waitFor({ state: 'detached' });
  }

  /** A test that fails in a dialog must not make the next one fail. */
  async cancelDialogs(): Promise<void> {
    for (const cancel of ['#node-config-dialog-cancel', '#node-dialog-cancel']) {
      const button = this.page.locator(cancel);
      if (!(await button.isVisible())) continue;
      // While Chromium does not draw a page, nothing in it is known to stand still; hooks are not retried. A click may also have come through late.
      const without = (): Promise<void> => button.dispatchEvent('click', {}, { timeout: 1000 });
      await button.click({ timeout: 10_000 }).catch(without).catch(() => undefined);
      await button.waitFor({ state: 'detached' });
    }
  }

  async deploy(): Promise<void> {
    const deployed = this.whenDeployed();
    await this.click(this.page.locator('#red-ui-header-button-deploy'));
    await deployed;
  }

  /** By Node-RED's shortcut. */
  async deployByKeys(): Promise<void> {
    const deployed = this.whenDeployed();
    await this.page.keyboard.press('Control+d');
    await deployed;
  }

  private get adminRoot(): string {
    return this.options.adminRoot ?? '/';
  }

  private async whenDeployed(): Promise<void> {
    await this.page.waitForResponse((response) => response.url().endsWith('/flows') && response.request().method() === 'POST');
  }

  /** A node as it is deployed. */
  async deployed(id: string): Promise<FlowNode> {
    const flow = (await this.nodeRed.get(`${this.adminRoot}flows`)).json() as FlowNode[];
    const node = flow.find((one) => one.id === id);
    assert.ok(node, `${id} is not in the flow`);
    return node;
  }

  /** The button on the left of an inject node. */
  async press(id: string): Promise<void> {
    await this.click(this.node(id).locator('.red-ui-flow-node-button-button').first());
  }

  async invoke(action: string): Promise<void> {
    await this.page.evaluate((name) => (globalThis as unknown as { RED: { actions: { invoke(name: string): void } } }).RED.actions.invoke(name), action);
  }

  /** Drops a file, as from a window beside the browser, and perhaps further ones, which are empty. */
  async drop(target: Locator, name: string, content: Buffer | string, others: string[] = []): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([name, base64, others]) => {
        const page = globalThis as unknown as { DataTransfer: new () => { items: { add(file: unknown): void } }; File: new (parts: unknown[], name: string) => unknown };
        const made = new page.DataTransfer();
        made.items.add(new page.File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
        for (const other of others) made.items.add(new page.File([], other));
        return made;
      },
      [name, Buffer.from(content).toString('base64'), others] as const,
    );
    await target.dispatchEvent('drop', { dataTransfer: transfer });
  }

  /** Drags a text, or what is at some paths of the disk, onto an element, as the browser itself does it. */
  async drag(target: Locator, { text, files = [] }: { text?: string; files?: string[] }): Promise<void> {
    const box = await target.boundingBox();
    assert.ok(box);
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: text === undefined ? [] : [{ mimeType: 'text/plain', data: text }], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 10, data });
    await session.detach();
  }

  /** How many elements of a class the browser keeps, on the page or not. */
  async inMemory(className: string): Promise<number> {
    const session = await this.page.context().newCDPSession(this.page);
    try {
      const { result } = await session.send('Runtime.evaluate', { expression: 'HTMLElement.prototype' });
      const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
      const functionDeclaration = `function () { return this.filter((element) => !Object.hasOwn(element, 'constructor') && element.classList.contains('${className}')).length; }`;
      const counted = await session.send('Runtime.callFunctionOn', { objectId: objects.objectId ?? '', functionDeclaration, returnByValue: true });
      return counted.result.value as number;
    } finally {
      await session.detach();
    }
  }

  async picture(name: string): Promise<void> {
    await mkdir(pictures, { recursive: true });
    await this.page.screenshot({ path: path.join(pictures, `${name}.png`) });
  }

  async close(): Promise<void> {
    await (this.options.shared ? keepEditor(this.running) : stopEditor(this.running));
  }
}
