// Hosts that read rules from the published folder and have no server of their own to run here: the
// rules are put before the vendor's own parsers, matcher and build.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { cacheControl } from '../../../src/hosts/caching.js';
import { githubPages } from '../../../src/hosts/github-pages/index.js';
import { gitlabPages } from '../../../src/hosts/gitlab-pages/index.js';
import { netlify } from '../../../src/hosts/netlify/index.js';
import { vercel } from '../../../src/hosts/vercel/index.js';
import { UsageError } from '../../../src/problems/problem.js';
import {
  describeWith,
  type Published,
  packaged,
  publish,
  sampleSite,
  toolEnvironment,
} from '../../support/services.js';
import { ambiguousQueries, hostilePaths, hostileQueries } from './requests.js';
import { follow, type Route } from './routes.js';

/** Address → the file that answers for it; undefined for what is not there. */
const answers: Record<string, string | undefined> = {
  '/api/': 'api/index.json',
  '/api': 'api/index.json',
  '/api/region/': 'api/region/index.json',
  '/api/region': 'api/region/index.json',
  '/api/region/index.json': 'api/region/index.json',
  '/api/region/?page=1': 'api/region/index.json',
  '/api/region/?page=2': 'api/region/page/2/index.json',
  '/api/region?page=2': 'api/region/page/2/index.json',
  '/api/region/?page=3&format=json': 'api/region/page/3/index.json',
  '/api/region/?cursor=1': 'api/region/index.json',
  '/api/region/page/2/?page=2': 'api/region/page/2/index.json',
  '/api/region/page/2/index.json': 'api/region/page/2/index.json',
  '/api/event/?cursor=1': 'api/event/cursor/1/index.json',
  '/api/event/cursor/1/': 'api/event/cursor/1/index.json',
  '/api/post-comment/?page=2': 'api/post-comment/index.json',
  '/api/region/page/99/': undefined,
  '/api/event/page/1/': undefined,
  '/api/nothing/': undefined,
  '/nothing': undefined,
};

/** The parts of Netlify's libraries that are used here. */
interface Matcher {
  match(request: Request): Promise<{ statusCode: number; target: URL } | undefined>;
}
interface Redirects {
  RedirectsHandler: new (options: object) => Matcher;
}
interface Headers {
  parseAllHeaders(options: object): Promise<{
    errors: unknown[];
    headers: { for: string; values: Record<string, string> }[];
  }>;
}

const redirects = packaged('@netlify/redirects', 'dist/main.js');
const headersParser = packaged('@netlify/headers-parser', 'lib/index.js');

/** A library that the project does not depend on. */
const load = async <T>(file = ''): Promise<T> => import(pathToFileURL(file).href) as Promise<T>;

describeWith([redirects, headersParser], "netlify's matcher and parser (no server is run)", () => {
  let published: Published;
  let rules: (address: string) => Promise<string | undefined>;

  const rulesOf = async ({ out, tree }: Published): Promise<typeof rules> => {
    const { RedirectsHandler } = await load<Redirects>(redirects.file);
    const handler = new RedirectsHandler({
      configRedirects: [],
      jwtRoleClaim: '',
      jwtSecret: '',
      projectDir: out,
      publicDir: out,
    });
    // A file comes before any rule; a rewrite to a file that is not there is a 404.
    return async (address) => {
      const request = new Request(`https://example.org${address}`);
      const own = new URL(request.url).pathname.slice(1);
      if (tree.has(own)) return own;
      const match = await handler.match(request);
      const file = match?.target.pathname.slice(1);
      if (match?.statusCode === 404) expect(file).toBe('404.json');
      return match?.statusCode === 200 && file !== undefined && tree.has(file) ? file : undefined;
    };
  };

  beforeAll(async () => {
    published = await publish(netlify);
    rules = await rulesOf(published);
  }, 30_000);

  it('routes lists, pages and queries', async () => {
    const seen: typeof answers = {};
    for (const address of Object.keys(answers)) seen[address] = await rules(address);
    expect(seen).toEqual(answers);
  });

  it('falls for nothing, save for what its notes say', async () => {
    const wrong: string[] = [];
    for (const address of [...hostilePaths, ...hostileQueries]) {
      // The matcher's own code throws for a path that is no path; production is other code.
      const file = await rules(address).catch((error: unknown) => {
        expect(error).toBeInstanceOf(URIError);
        return undefined;
      });
      if (file !== undefined) wrong.push(address);
    }
    expect(wrong).toEqual(['/api/region/?page', '/api/region/?p%61ge=99']);
    for (const address of ambiguousQueries) {
      expect([undefined, 'api/region/index.json', 'api/region/page/2/index.json']).toContain(
        await rules(address),
      );
    }
  });

  it('routes below the path of the base URL', async () => {
    const below = await rulesOf(await publish(netlify, { prefix: '/portal' }));
    for (const [address, file] of Object.entries(answers)) {
      expect(await below(`/portal${address}`), address).toBe(file);
    }
  });

  it('sends headers by class of file, each from one rule', async () => {
    const { parseAllHeaders } = await load<Headers>(headersParser.file);
    const headersFiles = [join(published.out, '_headers')];
    const options = { headersFiles, configHeaders: [], minimal: true };
    const { errors, headers } = await parseAllHeaders(options);
    expect(errors).toEqual([]);
    const sent = (path: string, name: string): string[] =>
      headers
        .filter(({ for: rule }) => new RegExp(`^${rule.replaceAll('*', '.*')}$`).test(path))
        .flatMap(({ values }) => values[name] ?? []);
    for (const file of published.tree.keys()) {
      if (!file.startsWith('api/')) continue;
      const value = file.includes('/cursor/') ? cacheControl.settled : cacheControl.head;
      expect(sent(`/${file}`, 'Cache-Control'), file).toEqual([value]);
      expect(sent(`/${file.replace('index.json', '')}`, 'Cache-Control'), file).toEqual([value]);
      expect(sent(`/${file}`, 'Content-Type')).toEqual(['application/json']);
      expect(sent(`/${file}`, 'Vary')).toEqual(['Accept, Accept-Encoding']);
      // Netlify ignores it: https://docs.netlify.com/manage/routing/headers/#limitations
      expect(sent(`/${file}`, 'Allow')).toEqual([]);
    }
  });
});

const vercelTool = packaged('vercel', 'dist/index.js');

describeWith([vercelTool], "vercel's build (its routes are followed here, not by a server)", () => {
  let published: Published;
  let routes: readonly Route[];
  let files: ReadonlySet<string>;

  beforeAll(async () => {
    published = await publish(vercel);
    const project = join(published.out, '.vercel');
    mkdirSync(project);
    const settings = { projectId: 'p', orgId: 'o', settings: { framework: null } };
    writeFileSync(join(project, 'project.json'), JSON.stringify(settings));
    // It asks who is at work, though the build does not depend on it: nobody, says this machine.
    const nobody = createServer((_, response) => response.writeHead(403).end('{}'));
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const api = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`;
    const args = [vercelTool.file ?? '', 'build', '--yes', '--token', 'none', '--api', api];
    const env = toolEnvironment(published.folder);
    await promisify(execFile)(process.execPath, args, { cwd: published.out, env });
    await new Promise((resolve) => nobody.close(resolve));
    const config = readFileSync(join(project, 'output', 'config.json'), 'utf8');
    ({ routes } = JSON.parse(config) as { routes: Route[] });
    const names = readdirSync(join(project, 'output', 'static'), { recursive: true });
    files = new Set(names.map(String));
  }, 60_000);

  const get = (address: string, method = 'GET') => follow(routes, files, method, address);

  it('publishes the snapshot and not its rules', () => {
    for (const file of published.tree.keys()) expect(files).toContain(file);
    expect(files).not.toContain('vercel.json');
  });

  it('routes lists, pages and queries', () => {
    const seen = Object.keys(answers).map((address) => [address, get(address).file]);
    expect(seen).toEqual(
      Object.entries(answers).map(([address, file]) => [address, file ?? '404.json']),
    );
    for (const [address, file] of Object.entries(answers)) {
      expect(get(address).status, address).toBe(file === undefined ? 404 : 200);
    }
  });

  it('falls for nothing', () => {
    for (const address of [...hostilePaths, ...hostileQueries, '/vercel.json', '/405.json']) {
      expect(get(address), address).toMatchObject({ status: 404, file: '404.json' });
    }
  });

  it('sends headers by class of file', () => {
    const common = { Vary: 'Accept, Accept-Encoding', Allow: 'GET, HEAD, OPTIONS' };
    const { head, settled, error } = cacheControl;
    for (const [address, value] of [
      ['/api/', head],
      ['/api/region/?page=2', head],
      ['/api/event/?cursor=1', settled],
      ['/api/event/cursor/1/', settled],
      ['/nothing', error],
      ['/api/region/page/99/', error],
    ] as const) {
      const headers = { ...common, 'Content-Type': 'application/json', 'Cache-Control': value };
      expect(get(address).headers, address).toMatchObject(headers);
    }
  });

  it('answers OPTIONS, and refuses other methods', () => {
    const Allow = 'GET, HEAD, OPTIONS';
    const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Methods': Allow };
    expect(get('/api/region/', 'OPTIONS')).toMatchObject({
      status: 204,
      headers: { Allow, ...open },
    });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(get('/api/region/', method)).toMatchObject({
        status: 405,
        file: '405.json',
        headers: { Allow },
      });
    }
  });
});

describe('rules (no tool is needed)', () => {
  it('vercel and gitlab-pages count them, and have a limit', () => {
    const endpoints = Array.from({ length: 600 }, (_, i) => ({
      name: `list-${i}`,
      parameter: 'page' as const,
      pages: 1,
    }));
    const large = sampleSite({ endpoints });
    for (const [host, most, each] of [
      [vercel, 2048, 5],
      [gitlabPages, 1000, 2],
    ] as const) {
      expect(host.limits.rules?.most).toBe(most);
      expect(host.limits.rules?.count(sampleSite()), host.name).toBeLessThan(50);
      const rules = host.limits.rules?.count(large) ?? 0;
      expect(rules, host.name).toBeGreaterThanOrEqual(each * endpoints.length);
      expect(rules, host.name).toBeGreaterThan(most);
    }
  });

  it('vercel: below the path of the base URL', () => {
    const rules = vercel.published(sampleSite({ prefix: '/a.b' }))[0]?.text ?? '';
    const { routes } = JSON.parse(rules) as { routes: Route[] };
    const files = new Set(['404.json', 'api/region/index.json', 'api/region/page/2/index.json']);
    const get = (address: string) => follow(routes, files, 'GET', address).file;
    expect(get('/a.b/api/region/')).toBe('api/region/index.json');
    expect(get('/a.b/api/region?page=2')).toBe('api/region/page/2/index.json');
    expect(get('/api/region/')).toBe('404.json');
    expect(get('/a-b/api/region/')).toBe('404.json');
  });

  it('netlify: the files of a small site', () => {
    const [, headers, redirects] = netlify.published(sampleSite({ prefix: '/portal' }));
    expect(headers?.text).toBe(`# Written by portal-snapshot
/*
  Content-Type: application/json
  Vary: Accept, Accept-Encoding
  Access-Control-Allow-Origin: *
  Access-Control-Allow-Methods: GET, HEAD, OPTIONS
  Access-Control-Allow-Headers: *
  Access-Control-Expose-Headers: Allow, ETag
  Access-Control-Max-Age: 86400
  X-Content-Type-Options: nosniff
/portal/api/
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/index.json
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/region/
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/region/index.json
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/region/page/*
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/event/
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/event/index.json
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/event/cursor/*
  Cache-Control: public, max-age=86400, stale-while-revalidate=604800
/portal/api/post-comment/
  Cache-Control: public, max-age=60, must-revalidate
/portal/api/post-comment/index.json
  Cache-Control: public, max-age=60, must-revalidate
`);
    expect(redirects?.text).toBe(`# Written by portal-snapshot
/portal/api/ /api/index.json 200
/portal/api/index.json /api/index.json 200
/portal/api/region/page/:value/ /api/region/page/:value/index.json 200
/portal/api/region/ page=1 /api/region/index.json 200
/portal/api/region/ page=:value /api/region/page/:value/index.json 200
/portal/api/region/ /api/region/index.json 200
/portal/api/region/index.json /api/region/index.json 200
/portal/api/region/page/:value/index.json /api/region/page/:value/index.json 200
/portal/api/event/cursor/:value/ /api/event/cursor/:value/index.json 200
/portal/api/event/ cursor=:value /api/event/cursor/:value/index.json 200
/portal/api/event/ /api/event/index.json 200
/portal/api/event/index.json /api/event/index.json 200
/portal/api/event/cursor/:value/index.json /api/event/cursor/:value/index.json 200
/portal/api/post-comment/ /api/post-comment/index.json 200
/portal/api/post-comment/index.json /api/post-comment/index.json 200
/* /404.json 404
`);
  });

  it('refuse a path that they would read in another way', () => {
    for (const host of [netlify, vercel, gitlabPages]) {
      for (const prefix of ['/a b', '/a*', '/:a', '/a#', '/a%20b', '/..', '/a(b)']) {
        expect(() => host.published(sampleSite({ prefix })), prefix).toThrow(UsageError);
      }
    }
  });

  it('gitlab-pages: rewrites below the path of the project (nobody has seen them served here)', () => {
    // https://docs.gitlab.com/user/project/pages/redirects/
    const text = (prefix: string) => gitlabPages.published(sampleSite({ prefix }))[1]?.text;
    expect(text('/portal')).toBe(`# Written by portal-snapshot
/portal/api/ /portal/api/index.json 200
/portal/api/region/page/:value/ /portal/api/region/page/:value/index.json 200
/portal/api/region/ /portal/api/region/index.json 200
/portal/api/event/cursor/:value/ /portal/api/event/cursor/:value/index.json 200
/portal/api/event/ /portal/api/event/index.json 200
/portal/api/post-comment/ /portal/api/post-comment/index.json 200
`);
    expect(text('')).toContain('\n/api/region/ /api/region/index.json 200\n');
  });

  it('github-pages: no rules at all, and links that name files', () => {
    expect(githubPages.links).toBe('file');
    expect(githubPages.published(sampleSite())).toEqual([
      { path: '.nojekyll', text: '' },
      { path: '404.html', text: '{"detail":"Not found."}' },
    ]);
  });
});
