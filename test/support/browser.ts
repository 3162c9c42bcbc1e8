// Starts Debian's Chromium.
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { atEnd } from './at-end.js';
import { temporaryFolder } from './folders.js';
import { program } from './tools.js';

const names = ['chromium', 'chromium-browser', 'google-chrome'];
export const browserTool = names.map(program).find(({ file }) => file) ?? program('chromium');
const flags = `--no-sandbox --disable-gpu --disable-quic --no-first-run
  --disable-background-networking --disable-component-update --disable-sync`.split(/\s+/);

interface Opened {
  readonly browser: BrowserContext;
  readonly page: Page;
  /** The errors and warnings of the page. */
  readonly errors: string[];
}

/** Starts a browser with an empty profile and one page. It is closed at the end of the test file. */
export async function startBrowser(...more: readonly string[]): Promise<Opened> {
  const browser = await chromium.launchPersistentContext(temporaryFolder(), {
    executablePath: browserTool.file ?? '',
    headless: true,
    args: [...flags, ...more],
  });
  atEnd(() => browser.close());
  const page = browser.pages()[0] ?? (await browser.newPage());
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  return { browser, page, errors };
}

/** A script after which a page has no storage, as if the user had blocked it. */
export const blockStorage = `for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } });
}`;
