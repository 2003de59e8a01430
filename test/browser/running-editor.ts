import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumProgram } from '../runtime/chromium';
import { newUserDirectory, NodeRedProcess } from '../runtime/node-red-process';
import type { EditorOptions, FlowNode } from './editor-page';

/** For everything that takes an unknown time: a busy machine is slow. */
const PATIENCE_MS = 90_000;

/** Without these, Chromium looks for its maker's hosts at every start. */
const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Node-RED 5 fails if its tips box is not there one second after its start began, as on a busy machine. */
const WITHOUT_TIPS = { editor: { view: { 'view-show-tips': false } } };

const viewport = { width: 1500, height: 950 };

/** A Node-RED, and a browser with one page for its editor. */
export interface RunningEditor {
  readonly nodeRed: NodeRedProcess;
  readonly browser: Browser;
  readonly page: Page;
}

/** Starts both. Should this process end before {@link stopEditor}, Node-RED ends with it, as the browser does by itself. */
export async function startEditor(options: EditorOptions): Promise<RunningEditor> {
  const userDirectory = options.userDirectory ?? (await newUserDirectory());
  const users = options.users ?? [options.user?.name ?? '_'];
  await writeFile(path.join(userDirectory, '.config.users.json'), JSON.stringify(Object.fromEntries(users.map((name) => [name, WITHOUT_TIPS]))));
  const nodeRed = await NodeRedProcess.start({ flow: [], ...options, userDirectory });
  process.once('exit', nodeRed.killAtExit);
  const browser = await chromium.launch({ executablePath: chromiumProgram(), args: ['--no-sandbox', '--disable-gpu', ...QUIET], timeout: PATIENCE_MS });
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(PATIENCE_MS);
  await hurryAnimations(page);
  return { nodeRed, browser, page };
}

/** Stops both, and removes the user directory. */
export async function stopEditor({ nodeRed, browser }: RunningEditor): Promise<void> {
  await browser.close();
  await nodeRed.remove();
  process.removeListener('exit', nodeRed.killAtExit);
}

let kept: RunningEditor | undefined;

/** Keeps an editor for the next test file of this process, if there may be one: a worker of mocha is given files until it is ended. */
export async function keepEditor(running: RunningEditor): Promise<void> {
  if (process.env['MOCHA_WORKER_ID'] === undefined) return stopEditor(running);
  const { page } = running;
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  await page.goto('about:blank');
  await page.setViewportSize(viewport);
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  kept = running;
}

/** The editor that an earlier file kept, with other flows: that takes a third of the time of another Node-RED and browser. */
export async function takeKeptEditor({ flow = [], credentials = {} }: EditorOptions): Promise<RunningEditor | undefined> {
  const running = kept;
  if (!running) return undefined;
  kept = undefined;
  await running.nodeRed.deployAndStart((flow as FlowNode[]).map((node) => (credentials[node.id] ? { ...node, credentials: credentials[node.id] } : node)));
  return running;
}

/**
 * Transitions and animations of style sheets take a hundredth of their time: each picture on the way is painted by the processor. All of them still
 * run and end, and what scripts time, such as how long a tray comes and goes, is left as it is.
 */
async function hurryAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 100 });
}
