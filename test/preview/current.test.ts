// What the preview answers after a save: the data as it was saved, whoever saved it; and that no save ends the preview.
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as loading from '../../src/engine/load.js';
import { build } from '../../src/index.js';
import { DataReading } from '../../src/preview/data/reading.js';
import { runIn } from '../support/run.js';
import { readTree } from '../support/tree.js';
import { edit, fill, tokenOf, VACANCY } from './edits.js';
import { ask, isGood, type Running, start } from './support.js';

const settings = { extras: ['/api/job/vacancy/{id}/'] };

async function salary({ port }: Running): Promise<number> {
  return JSON.parse((await ask(port, '/api/job/vacancy/100/')).body).work_salary;
}

/** Changes the vacancy in its file, as an editor of files does. */
function pay({ data }: Running, work_salary: number): void {
  const file = join(data, VACANCY);
  const record = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...record, work_salary }));
}

describe('what is asked after a save is as it was saved', () => {
  it('in a file, many times in a row', async () => {
    const running = await start(fill, settings);
    for (let n = 1000; n < 1030; n++) {
      pay(running, n);
      expect(await salary(running)).toBe(n);
    }
  });

  it('in a file of the same size that was asked for a moment before', async () => {
    const running = await start(fill, settings);
    for (let n = 1000; n < 1030; n += 2) {
      pay(running, n);
      const before = salary(running);
      pay(running, n + 1);
      expect(await salary(running)).toBe(n + 1);
      await before;
    }
  });

  it('by the form, by a command, and by undoing both', async () => {
    const running = await start(fill, settings);
    const save = async (work_salary: number) => {
      const { record: seen } = (await edit(running, 'record/vacancies/100')).body;
      return edit(running, 'save/vacancies/100', { values: { work_salary }, seen });
    };
    for (let n = 1000; n < 1003; n++) {
      expect((await save(n)).body.ok).toBe(true);
      expect(await salary(running)).toBe(n);
      await runIn(running.cwd, 'change', 'vacancy', '100', '--work_salary', String(n + 100));
      expect(await salary(running)).toBe(n + 100);
      await runIn(running.cwd, 'undo');
      expect(await salary(running)).toBe(n);
      expect((await edit(running, 'undo', {})).body.ok).toBe(true);
      expect(await salary(running)).not.toBe(n);
    }
  });

  it('at every address: lists, feeds, whole lists, the search and what describes them', async () => {
    const everything = { extras: 'all' } as const;
    const running = await start(fill, everything);
    const { cwd, port, url } = running;
    pay(running, 1000);
    const asked = await ask(port, '/api/job/vacancy/feed.atom');
    await build({ cwd, baseUrl: url, cache: false, ...everything });
    const tree = readTree(join(cwd, 'dist'));
    expect(asked.body).toBe(tree.get('api/job/vacancy/feed.atom')!.toString());
    const kinds = new Map([...tree].map((file) => [file[0].replace(/\d+|[^/]+\.bin/g, '#'), file]));
    kinds.delete('#.json');
    for (const [file, bytes] of kinds.values()) {
      pay(running, 2000);
      await ask(port, '/api/');
      pay(running, 1000);
      expect([file, (await ask(port, `/${file}`)).body]).toEqual([file, bytes.toString()]);
    }
  });

  it('in the settings, also by the page that describes the API', async () => {
    const { cwd, port } = await start(fill);
    const config = join(cwd, 'portal-snapshot.config.json');
    for (const size of [1, 2, 1, 20]) {
      const extras = size === 1 ? ['/api/city/'] : [];
      writeFileSync(config, JSON.stringify({ pageSize: size, extras }));
      const { paths } = JSON.parse((await ask(port, '/docs/openapi.json')).body);
      expect([size, '/api/city/' in paths]).toEqual([size, size === 1]);
      const { results } = JSON.parse((await ask(port, '/api/region/')).body);
      expect(results).toHaveLength(Math.min(size, 2));
    }
  });
});

describe('while the data has errors', () => {
  it('the last API without errors is served, and says that it is', async () => {
    const running = await start(fill, settings);
    const paths = ['/api/job/vacancy/100/', '/api/job/vacancy/77/', '/docs/', '/docs/openapi.json'];
    const stale = async () => {
      const answers = await Promise.all(paths.map((path) => ask(running.port, path)));
      return answers.map(({ headers }) => headers['x-stale'] !== undefined);
    };
    pay(running, 1000);
    expect(await stale()).toEqual(paths.map(() => false));
    writeFileSync(join(running.data, VACANCY), '{"id": 100}');
    const { body, headers } = await ask(running.port, paths[0]!);
    expect(JSON.parse(body).work_salary).toBe(1000);
    expect(headers).toMatchObject({
      'x-stale': 'the data has errors or cannot be read; this is its last state without errors',
      'access-control-expose-headers': 'X-Stale',
    });
    expect(await stale()).toEqual(paths.map(() => true));
    fill(running.data);
    expect([await salary(running), await stale()]).toEqual([0, paths.map(() => false)]);
  });

  it('and there is none yet, the answer says why', async () => {
    const { cwd, port } = await start((data) => writeData(data, '[{"id": 47}]'));
    const detail = async () => JSON.parse((await ask(port, '/api/region/')).body).detail;
    expect(await detail()).toBe('There is no snapshot yet: the data has errors.');
    writeFileSync(join(cwd, 'portal-snapshot.config.json'), '{"pageSize": 0}');
    expect(await detail()).toMatch(/^There is no snapshot yet: pageSize: Too small/);
  });
});

const writeData = (data: string, regions: string) => {
  fill(data);
  writeFileSync(join(data, 'regions.json'), regions);
};

describe('no save ends it', () => {
  it.each([
    ['is written', (file: string) => writeFileSync(file, `${readFileSync(file, 'utf8')} `)],
    [
      'is replaced',
      (file: string) => {
        writeFileSync(`${file}~`, `${readFileSync(file, 'utf8')} `);
        renameSync(`${file}~`, file);
      },
    ],
    ['is removed', (file: string) => rmSync(file)],
    ['is renamed', (file: string) => renameSync(file, file.replace('0100', '100'))],
    [
      'becomes a folder',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    ['gets another time', (file: string) => utimesSync(file, 0, 0)],
  ])('while it reads a file that %s, at the first build and later', async (_, change) => {
    const real = loading.load;
    const load = vi.spyOn(loading, 'load');
    onTestFinished(() => load.mockRestore());
    // Both when the data is read for the page, and when that is tried again or the API is built.
    const changing = (file: string) => {
      for (let times = 0; times < 2; times++) {
        load.mockImplementationOnce((...given) => {
          if (statSync(file, { throwIfNoEntry: false })?.isFile()) change(file);
          return real(...given);
        });
      }
    };
    const running = await start((data) => {
      fill(data);
      changing(join(data, VACANCY));
    });
    expect(running.rebuilds).toMatchObject([{ report: { ok: true } }]);
    rmSync(join(running.data, 'vacancies'), { recursive: true });
    fill(running.data);
    changing(join(running.data, VACANCY));
    writeFileSync(join(running.data, 'regions.json'), REGIONS);
    expect((await ask(running.port, '/api/region/')).body).toContain('Орёл');
  });

  it('that leaves links which lead to themselves, and what comes after it is noticed', async () => {
    const running = await start(fill);
    for (const file of ['data/loop.json', 'portal-snapshot.config.json']) {
      symlinkSync(basename(file), join(running.cwd, file));
    }
    symlinkSync('nowhere', join(running.data, 'vacancies/nowhere.json'));
    expect((await ask(running.port, '/api/region/')).body).toContain('Липецкая');
    writeFileSync(join(running.data, 'regions.json'), REGIONS);
    await running.until(isGood);
    expect((await ask(running.port, '/api/region/')).body).toContain('Орёл');
  });

  it('that comes while a page is answered', async () => {
    const running = await start(fill);
    const real = DataReading.prototype.record;
    const record = vi.spyOn(DataReading.prototype, 'record').mockImplementationOnce(function (
      this: DataReading,
      ...given
    ) {
      const file = join(running.data, VACANCY);
      writeFileSync(file, `\n\n${readFileSync(file, 'utf8')}`);
      return real.apply(this, given);
    });
    onTestFinished(() => record.mockRestore());
    expect((await edit(running, 'record/vacancies/100')).body.record.id).toBe(100);
  });
});

const REGIONS = '[{"id": 47, "name": "Орёл"}, {"id": 53, "name": "Тула"}]';

it('says what happened after an unexpected error, and on the terminal once', async () => {
  const running = await start(fill);
  const record = vi.spyOn(DataReading.prototype, 'record').mockImplementation(() => {
    throw new TypeError('x is not a function');
  });
  onTestFinished(() => record.mockRestore());
  const en = expect.stringMatching(
    /^something unexpected happened: TypeError: x is not a function;/,
  );
  const ru = expect.stringMatching(/^произошло что-то непредвиденное: TypeError: x is not.*Ctrl-C/);
  for (const [lang, detail] of [
    ['en', en],
    ['en', en],
    ['ru', ru],
  ] as const) {
    const answer = await edit(running, 'record/users/7', undefined, lang);
    expect(answer).toEqual({ status: 503, body: { detail } });
  }
  expect(running.rebuilds.slice(1)).toEqual([{ failure: { en, ru } }]);
  expect((await edit(running, 'list/users')).status).toBe(200);
});

it.each([
  ['too large', 413, 'POST edit/undo', { 'x-token': true }, 20],
  [
    'too large, of a length that is not told',
    413,
    'POST edit/undo',
    { 'x-token': true, chunked: true },
    20,
  ],
  ['not JSON', 400, 'POST edit/undo', { 'x-token': true }, 1],
  ['of somebody without a token', 403, 'POST edit/undo', {}, 20],
  ['to an address that is not there', 404, 'POST edit/nothing', {}, 20],
  ['for a collection that is not there', 404, 'POST edit/save/nobody', { 'x-token': true }, 0],
  ['by a method that is not taken', 405, 'PUT edit/undo', {}, 20],
  ['under another name', 421, 'POST edit/undo', { host: 'evil.example' }, 20],
] as const)(
  'refuses what is %s with %i, and answers the next request on its connection',
  async (_, status, asked, given, megabytes) => {
    const running = await start(fill);
    const token = await tokenOf(running);
    const {
      'x-token': hasToken,
      chunked,
      host = '127.0.0.1',
    } = { chunked: false, ...given } as Record<string, string | boolean>;
    const [method, path] = asked.split(' ');
    const body = megabytes === 0 ? '{}' : 'x'.repeat(megabytes << 20);
    const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
    const lines = [
      `${method} /preview/${path} HTTP/1.1`,
      ...[`Host: ${host}`, length, ...(hasToken ? [`X-Token: ${token}`] : [])],
    ];
    const sent = chunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
    const socket = connect(running.port, '127.0.0.1');
    let text = '';
    socket.on('data', (block) => {
      text += block;
    });
    onTestFinished(() => void socket.destroy());
    const next = 'GET /api/region/ HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(`${lines.join('\r\n')}\r\n\r\n${sent}${next}`);
    await expect.poll(() => text, { timeout: 10_000 }).toContain('Липецкая');
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([status, 200]);
  },
);

it('closes no connection that rests, because during a build it would not see the next request', async () => {
  const { url } = await start(fill);
  const { status, headers } = await fetch(`${url}/api/region/`);
  expect([status, headers.get('connection'), headers.get('keep-alive')]).toEqual([
    ...[200, 'keep-alive', null],
  ]);
});
