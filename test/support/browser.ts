// Starts Debian's Chromium.
import { type BrowserContext, chromium } from 'playwright-core';
import { temporaryFolder } from './folders.js';
import { program } from './tools.js';

const names = ['chromium', 'chromium-browser', 'google-chrome'];
export const browserTool = names.map(program).find(({ file }) => file) ?? program('chromium');
const flags = `--no-sandbox --disable-gpu --disable-quic --no-first-run
  --disable-background-networking --disable-component-update --disable-sync`.split(/\s+/);

/** Starts a browser with an empty profile. */
export const startBrowser = (...more: readonly string[]): Promise<BrowserContext> =>
  chromium.launchPersistentContext(temporaryFolder(), {
    executablePath: browserTool.file ?? '',
    headless: true,
    args: [...flags, ...more],
  });

/** A script after which a page has no storage, as if the user had blocked it. */
export const blockStorage = `for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } });
}`;
