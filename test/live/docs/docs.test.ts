// The page that shows the API, in a real browser: in the preview, and as `docs` writes it beside a snapshot.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockStorage, browserTool, startBrowser } from '../../support/browser.js';
import { projectFolder, temporaryFolder } from '../../support/folders.js';
import { serveReplies } from '../../support/replies.js';
import { runIn } from '../../support/run.js';
import { startPreview } from '../../support/tool.js';
import { describeWith, type Running } from '../../support/tools.js';

/** A server of plain files, as simple as any host's. */
function serve(folder: string): Promise<Running> {
  const types: Readonly<Record<string, string>> = {
    ...{ html: 'text/html', css: 'text/css', js: 'text/javascript' },
    ...{ json: 'application/json', svg: 'image/svg+xml' },
  };
  return serveReplies(undefined, (request) => {
    const path = request.path.split('?', 1)[0]!;
    const names = path.endsWith('/') ? ['index.html', 'index.json'] : [''];
    const file = names.map((name) => join(folder, path, name)).find((one) => existsSync(one));
    const type = types[(file ?? '404.json').split('.').at(-1)!] ?? 'application/octet-stream';
    const body = readFileSync(file ?? join(folder, '404.json'));
    return { status: file ? 200 : 404, headers: { 'Content-Type': type }, body };
  });
}

/** The page beside a snapshot whose links name another address, as a build's do by default. */
async function deploy(): Promise<Running> {
  const out = temporaryFolder();
  const built = await runIn(projectFolder, 'build', '--out', out, '--no-cache');
  const written = await runIn(projectFolder, 'docs', '--out', join(out, 'docs'));
  expect([built.status, written.status]).toEqual([0, 0]);
  return serve(out);
}

const preview = async (): Promise<Running> => {
  const { url, close } = await startPreview({ cwd: projectFolder, onRebuild() {} });
  return { url, stop: close };
};

interface Operation {
  readonly operationId: string;
}

/** Operations without parameters and with some. */
const tried: readonly (readonly [path: string, values: Record<string, string>])[] = [
  ['/api/', {}],
  ['/api/pb-questions/exact-category/', {}],
  ['/api/region/page/{page}/', { page: '2' }],
];

for (const [title, begin] of [
  ['the page in the preview', preview],
  ['the page that docs writes', deploy],
] as const) {
  describeWith([browserTool], title, () => {
    let served: Running;
    let browser: BrowserContext;
    let page: Page;
    let errors: string[];

    beforeAll(async () => {
      let started: Awaited<ReturnType<typeof startBrowser>>;
      [served, started] = await Promise.all([begin(), startBrowser()]);
      ({ browser, page, errors } = started);
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        const isOwn = protocol === 'data:' || origin === new URL(served.url).origin;
        if (!isOwn) errors.push(`asked for ${request.url()}`);
      });
      await page.goto(`${served.url}/docs/`);
      await page.locator('.opblock').first().waitFor();
    });

    afterAll(async () => {
      await browser.close();
      await served.stop();
      expect(errors).toEqual([]);
    });

    it('is shown where the browser keeps nothing for a page', async () => {
      const other = await browser.newPage();
      await other.addInitScript(blockStorage);
      await other.goto(`${served.url}/docs/`);
      await other.locator('.opblock').first().waitFor();
      await other.close();
    });

    const get = async <T>(path: string): Promise<T> =>
      (await (await fetch(`${served.url}${path}`)).json()) as T;

    it('has each operation, and shows what the snapshot answers', async () => {
      const { paths } = await get<{ paths: Record<string, { get: Operation }> }>(
        '/docs/openapi.json',
      );
      const shown = await page
        .locator('.opblock-summary-path')
        .evaluateAll((all) => all.map((path) => path.getAttribute('data-path')));
      expect([...shown].sort()).toEqual(Object.keys(paths).sort());
      for (const [path, values] of tried) {
        const address = path.replace('{page}', values['page'] ?? '');
        const answer = await fetch(`${served.url}${address}`);
        // Read at once: a server ends a connection that rests for seconds, and with it what is unread.
        const answered = await answer.text();
        const block = page.locator(`#operations-${await tagOf(paths[path]!.get.operationId)}`);
        await block.locator('.opblock-summary-control').click();
        for (const [name, value] of Object.entries(values)) {
          await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
        }
        await block.locator('.execute').click();
        const live = block.locator('.live-responses-table .response').first();
        await live.waitFor();
        const status = await live.locator('.response-col_status').innerText();
        expect([path, status.trim().slice(0, 3)]).toEqual([path, '200']);
        const body = JSON.stringify(JSON.parse(answered)).replace(/\s/g, '');
        const beginning = (await live.locator('pre').first().innerText()).replace(/\s/g, '');
        expect(body.startsWith(beginning.slice(0, 60))).toBe(true);
        await block.locator('.opblock-summary-control').click();
      }
    });

    /** Swagger UI calls a block by its group, which is not in the operation's name. */
    async function tagOf(id: string): Promise<string> {
      const ids = await page.locator('.opblock').evaluateAll((all) => all.map((each) => each.id));
      return ids.find((each) => each.endsWith(`-${id}`))!.replace('operations-', '');
    }
  });
}
