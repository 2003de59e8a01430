import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumProgram } from '../runtime/chromium';

/** Quiet: it contacts nothing but the page under test. */
const ARGUMENTS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumProgram(), headless: true, args: ARGUMENTS, timeout: 90_000 });
}

/** A page of a usual size that waits for a slow machine. */
export async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  page.setDefaultTimeout(90_000);
  await page.goto(address);
  return page;
}
