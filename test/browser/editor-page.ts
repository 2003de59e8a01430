import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { NodeRedProcess, root, type ProcessOptions } from '../runtime/node-red-process';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Without these, Chromium looks for its maker's hosts at every start. */
const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Pictures that a run leaves behind, for a person to look at. */
export const pictures = path.join(root, 'test', 'browser', 'pictures');

/** The real editor of a real Node-RED in a real Chromium. Counts the clicks that a person would make. */
export class EditorPage {
  clicks = 0;
  /** What the page logged as an error. */
  readonly faults: string[] = [];

  private constructor(
    readonly nodeRed: NodeRedProcess,
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  static async open(options: ProcessOptions & { adminRoot?: string; colorScheme?: 'light' | 'dark' } = {}): Promise<EditorPage> {
    const nodeRed = await NodeRedProcess.start({ flow: [], ...options });
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', ...QUIET] });
    const page = await browser.newPage({ viewport: { width: 1500, height: 950 }, colorScheme: options.colorScheme ?? 'light' });
    const editor = new EditorPage(nodeRed, browser, page);
    page.on('pageerror', (error) => editor.faults.push(error.message));
    await page.goto(`${nodeRed.address}${options.adminRoot ?? '/'}`);
    await page.locator('[data-palette-type="soil-area"]').waitFor({ timeout: 60_000 });
    await page.locator('#red-ui-loading-progress, .red-ui-loading').first().waitFor({ state: 'hidden' }).catch(() => undefined);
    return editor;
  }

  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    this.clicks += options.clickCount ?? 1;
    await target.click(options);
  }

  /** A node on the canvas, by its id. */
  node(id: string): Locator {
    return this.page.locator(`[id="${id}"]`);
  }

  async openDialog(id: string): Promise<Locator> {
    this.clicks += 2;
    const done = this.page.locator('#node-dialog-ok');
    // The editor is still busy with its start for a moment, and then takes no double click.
    for (let attempt = 0; attempt < 5 && !(await done.isVisible()); attempt++) {
      await this.node(id).dblclick();
      await done.waitFor({ timeout: 3000 }).catch(() => undefined);
    }
    await done.waitFor();
    return this.page.locator('.red-ui-tray').last();
  }

  async done(): Promise<void> {
    await this.click(this.page.locator('#node-dialog-ok'));
    await this.page.locator('#node-dialog-ok').waitFor({ state: 'detached' });
  }

  async deploy(): Promise<void> {
    const deployed = this.page.waitForResponse((response) => response.url().endsWith('/flows') && response.request().method() === 'POST');
    await this.click(this.page.locator('#red-ui-header-button-deploy'));
    await deployed;
  }

  /** The button on the left of an inject node. */
  async press(id: string): Promise<void> {
    await this.click(this.node(id).locator('.red-ui-flow-node-button-button').first());
  }

  async picture(name: string): Promise<void> {
    await mkdir(pictures, { recursive: true });
    await this.page.screenshot({ path: path.join(pictures, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.nodeRed.remove();
  }
}
