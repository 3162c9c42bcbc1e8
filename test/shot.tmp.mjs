import { chromium } from 'playwright-core';

const [, , base, ...steps] = process.argv;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--lang=ru'],
});
const page = await (
  await browser.newContext({ locale: 'ru-RU', viewport: { width: 1440, height: 1000 } })
).newPage();
page.on(
  'console',
  (m) => ['error', 'warning'].includes(m.type()) && console.log('console', m.text()),
);
page.on('pageerror', (e) => console.log('error', e.message));
await page.goto(base);
await page.locator('main h1').waitFor();
for (const step of steps) {
  const [what, ...rest] = step.split('|');
  try {
    if (what === 'go') {
      await page.goto(base + rest[0]);
      await page.waitForTimeout(900);
    }
    if (what === 'shot')
      await page.screenshot({ path: `/tmp/s/shots/${rest[0]}.png`, fullPage: rest[1] === 'full' });
    if (what === 'fill') await page.fill(rest[0], rest[1], { timeout: 4000 });
    if (what === 'type') await page.locator(rest[0]).pressSequentially(rest[1]);
    if (what === 'click') await page.click(rest[0], { timeout: 4000 });
    if (what === 'key') await page.keyboard.press(rest[0]);
    if (what === 'wait') await page.waitForTimeout(Number(rest[0]));
    if (what === 'size') await page.setViewportSize({ width: Number(rest[0]), height: 844 });
    if (what === 'text') console.log(await page.locator(rest[0]).allInnerTexts());
    if (what === 'url') console.log(page.url());
  } catch (e) {
    console.log('failed', step, e.message.split('\n')[0]);
  }
}
await browser.close();
