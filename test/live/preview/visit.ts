// A preview and a browser that shows its page; what fails in the page, or is asked of anyone else, is kept.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Preview } from '../../../src/preview/preview.js';
import { startBrowser } from '../../support/browser.js';
import { temporaryFolder } from '../../support/folders.js';
import { startPreview } from '../../support/tool.js';

/** A site whose name has come to mean this machine. */
export const REBOUND = 'rebound.example';

export interface Visit {
  readonly data: string;
  readonly preview: Preview;
  readonly browser: BrowserContext;
  readonly page: Page;
  /** Goes to what the address names after `#`, and waits until it is there. */
  readonly go: (hash: string) => Promise<void>;
  /** What is to be empty in the end. */
  readonly errors: string[];
  readonly close: () => Promise<void>;
}

/** Starts both; `fill` writes the data. The page speaks Russian unless another language is given. */
export async function visit(
  fill: (data: string) => void,
  lang: 'ru' | 'en' = 'ru',
): Promise<Visit> {
  const cwd = temporaryFolder();
  const data = join(cwd, 'data');
  fill(data);
  const [preview, { browser, page, errors }] = await Promise.all([
    startPreview({ cwd, onRebuild() {} }),
    startBrowser(
      ...[`--lang=${lang}`, `--accept-lang=${lang}`],
      `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
    ),
  ]);
  await page.setViewportSize({ width: 1280, height: 900 });
  page.on('dialog', (dialog) => {
    errors.push(`asks: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== preview.url && protocol !== 'data:') errors.push(`asked for ${request.url()}`);
  });
  await page.goto(`${preview.url}/`);
  await page.locator('main h1').waitFor();
  await page.evaluate(`localStorage.setItem('preview-language', '${lang}')`);
  await page.reload();
  await page.locator('main h1').waitFor();
  const go = async (hash: string) => {
    await page.goto(`${preview.url}/${hash}`);
    // The page follows an event that comes after the address is another one.
    await page.evaluate('new Promise((done) => setTimeout(done))');
    await page.locator('main h1').waitFor();
    await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
  };
  const close = async () => {
    await browser.close();
    await preview.close();
    expect(errors).toEqual([]);
  };
  return { data, preview, browser, page, go, errors, close };
}

/** By how many pixels the page is wider than what is shown of it. */
export const overflowOf = (page: Page) =>
  page.evaluate(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  ) as Promise<number>;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds wrong in the page as it is shown now: the rule, and where. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (await page.evaluate("!('axe' in window)")) await page.evaluate(axe);
  // The text of a post is a document that nothing can be run in. Of what passes, axe need not tell where it is.
  const how = "{ iframes: false, resultTypes: ['violations'] }";
  const found = (await page.evaluate(`axe.run(document, ${how})`)) as {
    readonly violations: readonly Violation[];
  };
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
