// What the preview answers over the wire.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, Server } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { build } from '../../src/index.js';
import { kindOf } from '../../src/site/kinds.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, vacancies, writeData, writeFile } from '../support/portal.js';
import type { Envelope } from '../support/site.js';
import { startPreview } from '../support/tool.js';
import { readTree } from '../support/tree.js';
import { portal } from '../verify/reference.js';
import { ask, isGood, start } from './support.js';

const API = {
  'content-type': 'application/json',
  vary: 'Accept',
  allow: 'GET, HEAD, OPTIONS',
  'cache-control': 'no-cache',
};
const NOT_FOUND = '{"detail":"Not found."}';

it('a little of everything is served byte for byte as a build writes it, at each address a link can have, and is walked', async () => {
  const settings = { links: 'query', pageSize: 2, extras: 'all' } as const;
  const { url, port, cwd } = await start((data) => writeData(data, portal), settings);
  await build({ cwd, baseUrl: url, cache: false, ...settings });
  const tree = readTree(join(cwd, 'dist'));
  const asked = new Set<string>();
  for (const [file, bytes] of tree) {
    if (file === '404.json') continue;
    const path = `/${file.replace(/index\.json$/, '')}`;
    const query = /\/(page|cursor)\/(\d+)\//.exec(path);
    const ways = query ? [`${path.slice(0, query.index)}/?${query[1]}=${query[2]}`, path] : [path];
    for (const way of [...ways, `/${file}`]) {
      const { status, headers, body } = await ask(port, way);
      expect([way, status, body === bytes.toString()]).toEqual([way, 200, true]);
      const type = kindOf(file)?.mediaType ?? 'application/json';
      const wanted = { ...API, 'content-type': type, 'content-length': String(bytes.length) };
      expect(headers).toMatchObject(wanted);
      asked.add(way);
    }
  }
  expect(asked).toContain('/api/region/?page=2');
  expect(asked).toContain('/api/event/?cursor=1');

  let [next, regions]: [string | null, number] = [`${url}/api/region/`, 0];
  while (next !== null) {
    expect(asked).toContain(next.slice(url.length));
    const page = (await (await fetch(next, { redirect: 'error' })).json()) as Envelope;
    regions += page.results.length;
    next = page.next;
    if (next === null) expect(page.count).toBe(regions);
  }
  expect(regions).toBe(5);
});

describe('a preview of a few regions', () => {
  let port: number;
  let cwd: string;
  beforeAll(async () => {
    // One for all of these: they change nothing.
    cwd = temporaryFolder();
    writeData(join(cwd, 'data'), directory(45));
    const preview = await startPreview({ cwd, onRebuild() {} });
    port = Number(new URL(preview.url).port);
    return preview.close;
  });

  it('answers HEAD as GET, without the body', async () => {
    const get = await ask(port, '/api/region/?page=3');
    const head = await ask(port, '/api/region/?page=3', { method: 'HEAD' });
    const { date: _, ...headers } = head.headers;
    expect([head.status, head.body]).toEqual([200, '']);
    expect(get.headers).toMatchObject(headers);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.body)));
  });

  it('answers OPTIONS, a preflight too', async () => {
    const preflight = { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' };
    const { status, headers, body } = await ask(port, '/api/region/', {
      method: 'OPTIONS',
      headers: preflight,
    });
    expect([status, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      vary: 'Accept',
      allow: API.allow,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': API.allow,
    });
  });

  it.each([
    ['POST', '/api/region/', 405, '{"detail":"Method \\"POST\\" not allowed."}'],
    ['PUT', '/api/post-comment/', 405, '{"detail":"Method \\"PUT\\" not allowed."}'],
    ['DELETE', '/api/region/?page=9', 405, '{"detail":"Method \\"DELETE\\" not allowed."}'],
    ['GET', '/api/region/?page=4', 404, NOT_FOUND],
    ['GET', '/api/region/?page=3&page=3', 404, NOT_FOUND],
    ['GET', '/api/region/page/1/', 404, NOT_FOUND],
    ['GET', '/api/nothing/', 404, NOT_FOUND],
    ['POST', '/nothing', 404, NOT_FOUND],
  ])('answers %s %s with %i as JSON', async (method, path, status, body) => {
    const answer = await ask(port, path, { method });
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(answer.headers).toMatchObject(API);
  });

  it('sends an address without its slash to the one with it, and keeps the query', async () => {
    const { status, headers } = await ask(port, '/api/region?page=2');
    expect([status, headers.location]).toEqual([301, '/api/region/?page=2']);
    expect(headers).toMatchObject(API);
  });

  it('answers nothing outside of the snapshot, and survives every address', async () => {
    const long = 'x'.repeat(8192);
    const paths = [
      '/../../data/regions.json',
      '/api/../../../../../../etc/passwd',
      '/api/%2e%2e/%2e%2e/data/regions.json',
      '/api/..%2f..%2fdata/regions.json',
      '/api/..%5c..%5cdata',
      '/a/api/region/index.json',
      '/cache/',
      '/api/region/index.json/',
      '/api/region/index.json%00.html',
      '/%00',
      '/%',
      '/%ff',
      '//[::bad/?x',
      'http://[::bad/?x',
      '/api/.portal-snapshot/lock',
      '/api/region/index.json.gz',
      `/${long}`,
      `/api/${'page/'.repeat(1600)}`,
    ];
    for (const path of paths) {
      const { status, headers, body } = await ask(port, path);
      expect([path, status, body]).toEqual([path, 404, NOT_FOUND]);
      expect(headers).toMatchObject(API);
    }
    for (const query of [`x=${long}`, '%', '%zz=%', `${'a[b]='.repeat(1600)}`, '__proto__[x]=1']) {
      expect((await ask(port, `/api/region/?${query}`)).status).toBe(200);
    }
    for (const raw of [
      'GET /api/\0/ HTTP/1.1',
      'GET /api/region/ HTTP/9',
      'NONE / HTTP/1.1',
      'x',
    ]) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(`${raw}\r\nHost: a\r\n\r\n`));
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('close', () => resolve(text)).on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect((await ask(port, '/api/region/')).status).toBe(200);
  });

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80', 'a-localhost'])(
    'does not answer to another name, which a site could give this address: %s',
    async (Host) => {
      const { status, headers, body } = await ask(port, '/api/', { headers: { Host } });
      expect([status, body]).toEqual([
        421,
        '{"detail":"This preview answers to 127.0.0.1 and localhost alone."}',
      ]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('has a page that takes nothing from elsewhere', async () => {
    const page = await ask(port, '/');
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
    });
    expect(page.body).not.toMatch(/https?:/);
    for (const [, path = ''] of page.body.matchAll(/(?:href|src)="([^"]+)"/g)) {
      expect([path, (await ask(port, path)).status]).toEqual([path, 200]);
    }
    // A browser asks for it where it shows the API itself.
    const icon = await ask(port, '/favicon.ico');
    expect([icon.status, icon.headers['content-type']]).toEqual([
      ...[200, 'image/svg+xml; charset=utf-8'],
    ]);
  });

  it('is shown in no frame of another page, and leaves no window to who opened it', async () => {
    for (const path of ['/', '/docs/']) {
      const { headers } = await ask(port, path);
      expect([path, headers['content-security-policy']]).toEqual([
        path,
        expect.stringMatching(/; frame-ancestors 'none'$/),
      ]);
    }
    expect((await ask(port, '/')).headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('answers to GET and HEAD alone, but for the API', async () => {
    const head = await ask(port, '/docs/', { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
    const paths = ['/', '/docs/', '/docs', '/preview/page.js', '/preview/data/list/regions'];
    for (const path of [...paths, '/preview/events']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers, body } = await ask(port, path, { method });
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, 'GET, HEAD']);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(JSON.parse(body)).toEqual({ detail: `Method "${method}" not allowed.` });
      }
    }
  });
});

it('the page that shows the API is served beside it, whole, and shows the API that is served', async () => {
  const { port, url } = await start((data) => writeData(data, directory(3)), {
    extras: ['/api/city/'],
  });
  const moved = await ask(port, '/docs');
  expect([moved.status, moved.headers.location]).toEqual([301, '/docs/']);
  const page = await ask(port, '/docs/');
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
  });
  const types: string[] = [];
  for (const [, name] of page.body.matchAll(/(?:href|src)="([^"]+)"/g)) {
    const { status, headers, body } = await ask(port, `/docs/${name}`);
    expect([name, status, body.length > 0]).toEqual([name, 200, true]);
    types.push(headers['content-type']!.replace(/;.*/, ''));
  }
  expect(types).toEqual([
    ...['image/svg+xml', 'text/css', 'text/javascript', 'text/javascript', 'application/json'],
  ]);
  const [shown, served] = await Promise.all(
    ['/docs/openapi.json', '/api/openapi.json'].map(async (path) =>
      JSON.parse((await ask(port, path)).body),
    ),
  );
  expect(served.servers).toEqual([{ url }]);
  expect(shown).toEqual({ ...served, servers: [{ url: '/' }] });
  expect(Object.keys(shown.paths)).toContain('/api/city/');
  for (const name of ['nothing', '../data/regions.json', '%2e%2e/x', 'index.html/']) {
    const { status, body } = await ask(port, `/docs/${name}`);
    expect([name, status, body]).toEqual([name, 404, NOT_FOUND]);
  }
});

it('before the first good build nothing is there but the page with the data as it is, until it is mended', async () => {
  const { port, data, rebuilds, until } = await start((folder) =>
    writeFile(folder, 'regions.json', '[{"id": 1}]'),
  );
  expect(rebuilds[0]?.report?.problems.map(({ code }) => code)).toEqual(['missing-field']);
  const paths = ['/api/region/', '/docs/', '/docs/page.js'];
  for (const path of paths) {
    const { status, headers, body } = await ask(port, path);
    expect([path, status, JSON.parse(body)]).toEqual([
      path,
      503,
      { detail: 'There is no snapshot yet: the data has errors.' },
    ]);
    expect(headers['content-type']).toBe('application/json');
  }
  const statuses = async () =>
    Promise.all(['/', ...paths].map(async (path) => (await ask(port, path)).status));
  expect(await statuses()).toEqual([200, 503, 503, 503]);
  writeFileSync(join(data, 'regions.json'), '[{"id": 1, "name": "Область"}]');
  await until(isGood);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect((await ask(port, '/api/region/')).body).toContain('"name":"Область"');
});

it('what is not for everyone is served when asked for, and then to no page of another origin', async () => {
  const secret = vacancies(2);
  const fill = (data: string) => {
    writeData(data, secret);
    writeFile(
      data,
      'vacancies/3.json',
      '{"id": 3, "text": "x", "category": 1, "created_at": "2026-01-01T00:00:00+03:00", "is_public": false}',
    );
  };
  const everyone = await start(fill);
  const all = await start(fill, { audience: 'all' });
  const answers = [everyone, all].map(({ port }) => ask(port, '/api/job/vacancy/'));
  const [open, closed] = await Promise.all(answers);
  expect(open?.body).toMatch(/^{"count":2,/);
  expect(open?.headers['access-control-allow-origin']).toBe('*');
  expect(closed?.body).toMatch(/^{"count":3,/);
  expect(closed?.headers['access-control-allow-origin']).toBeUndefined();
});

describe('the port', () => {
  it('is the next free one, and the base URL follows whatever the settings say', async () => {
    const taken = createServer();
    await new Promise<void>((done) =>
      taken.listen(8080, '127.0.0.1', done).once('error', () => done()),
    );
    const { url, port } = await start((data) => {
      writeData(data, directory(25));
      writeFile(data, '../portal-snapshot.config.json', '{"baseUrl": "https://api.example.org/x"}');
    });
    taken.close();
    expect(port).toBeGreaterThan(8080);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const page = JSON.parse((await ask(port, '/api/region/')).body) as Envelope;
    expect(page.next).toBe(`http://127.0.0.1:${port}/api/region/page/2/?page=2`);
  });

  it('is told as it is, where the system chooses it', async () => {
    const { port } = await start((data) => writeData(data, directory(2)), { port: 0 });
    expect((await ask(port, '/api/region/')).status).toBe(200);
  });

  it('is the next one where the system has reserved some, as Windows does', async () => {
    const spy = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (
      this: Server,
    ) {
      const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
      process.nextTick(() => this.emit('error', refused));
      return this;
    });
    onTestFinished(() => spy.mockRestore());
    const { port } = await start((data) => writeData(data, directory(2)));
    expect(port).toBeGreaterThan(8080);
  });
});
