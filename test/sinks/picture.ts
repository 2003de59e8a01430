import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../runtime/node-red-under-test';

const LARGEST_BYTES = 200_000;

/** Retakes the picture of the documentation if PICTURES=1 asks for it. */
export async function picture(page: Page, file: string): Promise<void> {
  if (process.env.PICTURES !== '1') return;
  const at = path.join(root, file);
  await mkdir(path.dirname(at), { recursive: true });
  await page.screenshot({ path: at });
  const { size } = await stat(at);
  if (size > LARGEST_BYTES) throw new Error(`${file} has ${size} bytes: ${LARGEST_BYTES} is the most for a picture in the documentation.`);
}
