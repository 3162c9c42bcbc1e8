// The command `docs`: the page that shows the whole API, as it is written into a folder. That it works in a
// browser, test/live/docs holds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { portal } from '../../src/portal/index.js';
import { describe as describeApi } from '../../src/snapshot/build.js';
import { projectFolder, temporaryFolder } from '../support/folders.js';
import { writeFile } from '../support/portal.js';
import { runIn } from '../support/run.js';
import { filesOf, readJson } from '../support/tree.js';

const FILES = [
  ...['LICENSE.txt', 'icon.svg', 'index.html', 'openapi.json'],
  ...['page.js', 'swagger-ui.css', 'swagger-ui.js'],
];

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string }[];
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

/** Writes the page into `<cwd>/page`; a folder without data is enough. */
async function write(cwd: string, ...flags: readonly string[]): Promise<Document> {
  const ended = await runIn(cwd, 'docs', '--out', 'page', ...flags);
  expect(ended).toMatchObject({ status: 0, stdout: '7 files in page\n', stderr: '' });
  return readJson<Document>(join(cwd, 'page'), 'openapi.json');
}

describe('docs', () => {
  it('writes seven files, in place of older ones, and leaves others alone', async () => {
    const cwd = temporaryFolder();
    writeFile(cwd, 'page/index.html', 'older');
    writeFile(cwd, 'page/openapi.json', 'older');
    writeFile(cwd, 'page/notes.txt', 'Не наше.');
    await write(cwd);
    expect(filesOf(cwd)).toEqual([...FILES, 'notes.txt'].map((name) => `page/${name}`).sort());
    const text = (name: string) => readFileSync(join(cwd, 'page', name), 'utf8');
    expect(text('notes.txt')).toBe('Не наше.');
    expect(text('LICENSE.txt')).toContain('Apache License');
    for (const name of FILES) expect(text(name), name).not.toMatch(/^older|^$/);
  });

  it('shows the API of the settings, at the origin that the page is on', async () => {
    const cwd = temporaryFolder();
    expect((await write(cwd)).servers).toEqual([{ url: '/' }]);
    const baseUrl = 'https://api.example.org/forum';
    const flags = ['--base-url', baseUrl, '--extra', '/api/city/', '--links', 'query'];
    const shown = await write(cwd, ...flags);
    expect(shown.servers).toEqual([{ url: '/forum' }]);
    const options = { cwd, baseUrl, extras: ['/api/city/'], links: 'query' } as const;
    expect(shown).toEqual({ ...(await describeApi(portal, options)), servers: shown.servers });
    // Of these settings, what the ones by default have not.
    const plain = await write(cwd);
    expect(Object.keys(plain.paths)).not.toContain('/api/city/');
    expect(Object.keys(shown.paths)).toContain('/api/city/');
    const queries = ({ paths }: Document) =>
      (paths['/api/region/']!.get.parameters ?? []).map(({ name }) => name);
    expect([queries(plain), queries(shown)]).toEqual([[], ['page']]);
    // The file of settings says the same.
    writeFile(cwd, 'portal-snapshot.config.json', JSON.stringify({ ...options, cwd: undefined }));
    expect(await write(cwd)).toEqual(shown);
  });

  it('shows the beginning of a long answer, of whatever kind', () => {
    const file = join(projectFolder, 'src/preview/docs/page/page.js');
    const script = readFileSync(file, 'utf8');
    // Swagger UI gets the function that changes answers.
    let shorten = (answer: { url: string; text: string }) => answer;
    runInNewContext(script, {
      SwaggerUIBundle: Object.assign(
        (asked: { responseInterceptor: typeof shorten }) => {
          shorten = asked.responseInterceptor;
        },
        { presets: {} },
      ),
    });
    const shown = (url: string, text: string) => shorten({ url, text }).text;
    const feed = `<feed>${'я'.repeat(250_000)}</feed>`;
    expect(shown('/api/post/feed.atom', feed)).toBe(`${feed.slice(0, 200_000)}\n…`);
    expect(shown('/docs/openapi.json', feed)).toBe(feed);
    const few = JSON.stringify([{ id: 1 }]);
    expect(shown('/api/region/', few)).toBe(few);
  });

  it('names no other origin in what is its own', async () => {
    const cwd = temporaryFolder();
    await write(cwd);
    const text = (name: string) => readFileSync(join(cwd, 'page', name), 'utf8');
    for (const name of ['index.html', 'page.js']) {
      expect(text(name), name).not.toMatch(/(?:https?|wss?):|["'(]\/\//);
    }
    // Each file that these load lies beside them.
    const html = [...text('index.html').matchAll(/(?:href|src)="([^"]+)"/g)];
    expect(html.length).toBeGreaterThan(3);
    for (const [, path] of html) expect(FILES).toContain(path);
    expect(text('index.html')).toContain("content=\"default-src 'none'; script-src 'self';");
  });

  it('is refused without a folder, and for a wrong setting', async () => {
    const cwd = temporaryFolder();
    const none = await runIn(cwd, 'docs');
    expect([none.status, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toContain("required option '--out <dir>' not specified");
    const wrong = await runIn(cwd, 'docs', '--out', 'page', '--extra', '/api/cities/');
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain('did you mean /api/city/?');
    const unset = await runIn(cwd, 'docs', '--out', '');
    expect(unset).toMatchObject({ status: 2, stdout: '' });
    expect(unset.stderr).toContain('out: must be the name of a folder, not ""');
    const among = await runIn(cwd, 'docs', '--out', 'data/page');
    expect(among).toMatchObject({ status: 2, stdout: '' });
    expect(among.stderr).toContain('would be read as data');
    expect(filesOf(cwd)).toEqual([]);
  });

  it('is among the commands of the README', () => {
    const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
    expect(readme).toMatch(/^\| `docs` \| .*page/m);
  });
});
