// Debian's chromium, which asks nobody anything by itself.
import { type BrowserContext, chromium } from 'playwright-core';
import { temporaryFolder } from './folders.js';
import { program } from './tools.js';

const names = ['chromium', 'chromium-browser', 'google-chrome'];
export const browserTool = names.map(program).find(({ file }) => file) ?? program('chromium');
const flags = `--no-sandbox --disable-gpu --disable-quic --no-first-run
  --disable-background-networking --disable-component-update --disable-sync`.split(/\s+/);

/** Starts a browser with nothing in it. */
export const startBrowser = (...more: readonly string[]): Promise<BrowserContext> =>
  chromium.launchPersistentContext(temporaryFolder(), {
    executablePath: browserTool.file ?? '',
    headless: true,
    args: [...flags, ...more],
  });

/** A script after which the page can keep nothing, as where its user blocks that. */
export const blockStorage = `for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } });
}`;
