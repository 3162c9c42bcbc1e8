// Makes the picture of the README: a form of `preview` with the shipped data, in Chromium. Run it by `npm run picture`.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '../../support/browser.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { startPreview } from '../../support/tool.js';

const cwd = temporaryFolder();
cpSync(join(projectFolder, 'data'), join(cwd, 'data'), { recursive: true });
const [preview, { browser, page }] = await Promise.all([
  startPreview({ cwd, onRebuild() {} }),
  startBrowser('--lang=en', '--accept-lang=en'),
]);
try {
  await page.setViewportSize({ width: 1200, height: 675 });
  await page.goto(`${preview.url}/#/posts/12`);
  await page.locator('main h1').waitFor();
  await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
  await page.locator('main textarea').first().waitFor();
  await page.screenshot({ path: join(projectFolder, 'src/preview/preview.png') });
} finally {
  await browser.close();
  await preview.close();
}
