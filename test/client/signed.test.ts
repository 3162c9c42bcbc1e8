// A client that was given a key hands over what is signed, all of it or an error, whatever stands between.
import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  createClient,
  ListChanged,
  PortalError,
  SignatureError,
} from '../../src/client/index.js';
import {
  answer,
  type Content,
  type Fetch,
  type Files,
  plainHost,
  publication,
  row,
  serve,
  snapshotOf,
} from './site.js';

const baseUrl = plainHost.base;
const later = setTimeout;
const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const pem = ({ publicKey }: typeof own) =>
  String(publicKey.export({ type: 'spki', format: 'pem' }));
const key = pem(own);

// Nobody waits here.
beforeEach(() => {
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) =>
    later(run, 0)) as typeof setTimeout);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const SIGNATURE = 'api/snapshot.json.sig';
const signatureOf = (files: Files, by = own): string =>
  sign(null, Buffer.from(files.get('api/snapshot.json')!), by.privateKey).toString('base64');

/** Signs a snapshot, also for readers of the one before. */
function signed(files: Files, before?: Files): Files {
  const signatures = [files, ...(before ? [before] : [])].map((one) => signatureOf(one));
  return new Map(files).set(SIGNATURE, JSON.stringify(signatures));
}

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => row(from + i));
const content: Content = {
  'job/vacancy': { cut: 'numbers', rows: rows(1, 7) },
  event: { cut: 'newest first', rows: rows(1, 9).reverse() },
  region: { cut: 'one', rows: rows(1, 3) },
  post: { cut: 'numbers', rows: rows(1, 3) },
  'post/blog/2': { cut: 'numbers', rows: rows(1, 3) },
  'post/blog/3': { cut: 'numbers', rows: rows(1, 1) },
  'job/vacancy/5': { cut: 'record', rows: rows(5, 5) },
  'post-comment/post/7': { cut: 'one', rows: rows(1, 2) },
};
const byId = ['post/blog/{id}', 'job/vacancy/{id}', 'post-comment/post/{id}'];
const templates = byId.map((name) => `/api/${name}/`);
const published = (some: Content = content) => snapshotOf(some, { byId, templates });

async function streamed(list: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const record of list) all.push(record);
  return all;
}

type Way = readonly [string, (api: Client) => Promise<unknown[] | undefined>];
/** Each way to read. */
const ways: readonly Way[] = [
  ...(['vacancies', 'events', 'regions'] as const).flatMap((name): Way[] => [
    [`${name}.all()`, (api) => api[name].all()],
    [`${name}, streamed`, (api) => streamed(api[name])],
  ]),
  ['the posts of a blog', (api) => api.posts.where({ blog: 2 }).all()],
  ['those of one page', (api) => api.posts.where({ blog: 3 }).all()],
  ['a page', async (api) => (await api.vacancies.page(4))?.results.slice()],
  ['what follows a page', (api) => streamed(api.vacancies.pages({ from: 'page/3/?page=3' }))],
  ['a record', async (api) => [await api.vacancy(5)]],
  ['a discussion', (api) => api.discussion(7)],
];

const clientOf = (files: () => Files, more: { key?: string; fetch?: Fetch } = {}) =>
  createClient({ baseUrl, key, fetch: serve(files).fetch, ...more });

describe.each(ways)('%s', (_, read) => {
  it('gives what is signed', async () => {
    const files = signed(published());
    const unchecked = await read(createClient({ baseUrl, fetch: serve(() => files).fetch }));
    expect(JSON.stringify(unchecked)).toContain('Запись');
    expect(await read(clientOf(() => files))).toEqual(unchecked);
    // One of several keys will do.
    expect(await read(clientOf(() => files, { key: pem(other) + key }))).toEqual(unchecked);
  });

  it.each<readonly [string, (files: Files) => Files]>([
    ['no signature', (files) => without(files, SIGNATURE)],
    ['another key', (files) => files.set(SIGNATURE, JSON.stringify([signatureOf(files, other)]))],
    [
      'a changed snapshot.json',
      (files) => change(files, 'api/snapshot.json', '"count":', '"count": '),
    ],
    ['no snapshot.json', (files) => without(files, 'api/snapshot.json')],
    ['what is no list of signatures', (files) => files.set(SIGNATURE, '{"0":"x"}')],
  ])('refuses %s', async (_, plant) => {
    const files = plant(signed(published()));
    await expect(read(clientOf(() => files))).rejects.toThrow(SignatureError);
  });

  it('is read once more when the signature was an older one, past caches, too', async () => {
    const files = signed(published());
    const older = JSON.stringify([signatureOf(snapshotOf({ ...content, region: content.post! }))]);
    const served = serve(() => files);
    const given: string[] = [];
    const fetch: Fetch = async (url, init) => {
      if (!url.includes('.sig')) return served.fetch(url, init);
      given.push(url);
      return given.length <= 2 ? answer(200, older) : served.fetch(url, init);
    };
    expect(await read(clientOf(() => files, { fetch }))).toEqual(await read(clientOf(() => files)));
    expect(given).toHaveLength(3);
  });

  it.each([
    ['job/vacancy', ''],
    ['job/vacancy', 'page/4/'],
    ['event', ''],
    ['event', 'cursor/1/'],
    ['region', ''],
    ['post/blog/2', 'page/2/'],
    ['post/blog/3', ''],
    ['job/vacancy/5', ''],
    ['post-comment/post/7', ''],
  ])('never hands over a forged page of %s %s', async (list, page) => {
    const files = signed(published());
    const wanted = await read(clientOf(() => files));
    const forged = change(new Map(files), `api/${list}/${page}index.json`, 'Запись', 'Подделка');
    const got = await read(clientOf(() => forged)).catch((error: unknown) => error);
    // It is an error, or another list was read.
    if (got instanceof Error) expect(got).toBeInstanceOf(ListChanged);
    else expect(got).toEqual(wanted);
    const unchecked = await read(
      createClient({ baseUrl, fetch: serve(() => without(forged, 'api/snapshot.json')).fetch }),
    );
    expect(got instanceof Error).toBe(JSON.stringify(unchecked).includes('Подделка'));
  });
});

function without(files: Files, name: string): Files {
  files.delete(name);
  return files;
}

function change(files: Files, name: string, from: string, to: string): Files {
  const text = files.get(name)!;
  expect(text).toContain(from);
  return files.set(name, text.replace(from, to));
}

describe('what is there for an id', () => {
  const read = async (files: Files) => {
    const api = clientOf(() => files);
    return Promise.allSettled([
      api.vacancy(5),
      api.discussion(7),
      api.posts.where({ blog: 2 }).all(),
      api.posts.where({ blog: 3 }).all(),
    ]);
  };
  const reasons = async (files: Files) =>
    (await read(files)).map((reading) => (reading as PromiseRejectedResult).reason);

  it('is nothing where that is signed, and only there', async () => {
    const api = clientOf(() => signed(published()));
    expect(await api.vacancy(6)).toBeUndefined();
    expect(await api.vacancy(-5)).toBeUndefined();
    expect(await api.discussion(8)).toBeUndefined();
    expect(await api.posts.where({ blog: 9999 }).all()).toEqual([]);
    expect(await api.posts.where({ blog: 9999 }).count()).toBe(0);
    const files = signed(published());
    for (const name of Object.keys(content)) files.delete(`api/${name}/index.json`);
    for (const reason of await reasons(files)) expect(reason).toBeInstanceOf(ListChanged);
  });

  it('is counted by what is signed, and a page that is gone is missed', async () => {
    const api = clientOf(() => signed(published()));
    const lists = [api.vacancies, api.events, api.posts.where({ blog: 2 })];
    expect(await Promise.all(lists.map((list) => list.count()))).toEqual([7, 9, 3]);
    expect(await api.vacancies.page(5)).toBeUndefined();
    const files = signed(published());
    const first = change(
      new Map(files),
      'api/job/vacancy/index.json',
      '"next":"',
      '"next":null,"x":"',
    );
    const gone = without(new Map(files), 'api/job/vacancy/page/4/index.json');
    for (const wrong of [first, gone]) {
      await expect(clientOf(() => wrong).vacancies.page(4)).rejects.toThrow(ListChanged);
    }
    const posts = change(files, 'api/post/blog/2/index.json', '"count":3', '"count":9');
    await expect(
      clientOf(() => posts)
        .posts.where({ blog: 2 })
        .count(),
    ).rejects.toThrow(ListChanged);
  });

  it('is not handed over by digests that somebody else made', async () => {
    const files = signed(published());
    const forged = published({
      ...content,
      'job/vacancy/5': { cut: 'record', rows: [row(5, 'Подделка')] },
      'post-comment/post/7': { cut: 'one', rows: [] },
      'post/blog/2': { cut: 'numbers', rows: rows(2, 3) },
      'post/blog/3': { cut: 'numbers', rows: rows(2, 3) },
    });
    const isOf = (name: string) => byId.some((one) => name.startsWith(`api/${one.slice(0, -4)}`));
    for (const [name, text] of forged) if (isOf(name)) files.set(name, text);
    for (const reason of await reasons(files)) expect(reason).toBeInstanceOf(ListChanged);
  });

  it('has its digests asked for past a cache that has older ones', async () => {
    const files = signed(published());
    const served = serve(() => files);
    const fetch: Fetch = async (url, init) =>
      url.endsWith('.json') && url.includes('/digests/')
        ? answer(200, '{}')
        : served.fetch(url, init);
    expect(await clientOf(() => files, { fetch }).vacancy(5)).toEqual(row(5));
  });

  it('is told to be of an extra that is off, unless the deployment says that it publishes that', async () => {
    const read = (more: readonly string[]) => {
      const files = snapshotOf(content, { byId: [], templates: [...more, '/api/region/'] });
      const api = clientOf(() => signed(files));
      return Promise.allSettled([api.region(3), api.discussion(3)]);
    };
    const names = ['region/{id}', 'post-comment/post/{id}'].map((name) => `/api/${name}/`);
    for (const [at, reading] of (await read([])).entries()) {
      const reason = {
        status: 404,
        message: expect.stringContaining(`not publish ${names[at]} (`),
      };
      expect(reading).toMatchObject({ status: 'rejected', reason });
    }
    for (const reading of await read(names)) {
      const message = expect.stringContaining('is covered by no signature');
      expect(reading).toMatchObject({ status: 'rejected', reason: { message } });
    }
  });

  it('was covered by no signature in snapshots of before', async () => {
    const files = published();
    const { byId: _, ...before } = JSON.parse(files.get('api/snapshot.json')!);
    files.set('api/snapshot.json', JSON.stringify(before));
    for (const reason of await reasons(signed(files))) {
      expect(String(reason)).toContain('is covered by no signature');
    }
  });
});

describe('a list', () => {
  it('has digests apart, which are held against the signed one', async () => {
    const files = signed(snapshotOf(content, { longest: 2 }));
    expect(await clientOf(() => files).vacancies.all()).toHaveLength(7);
    const page = change(files, 'api/job/vacancy/page/2/index.json', 'Запись', 'Подделка');
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(page.get('api/job/vacancy/page/2/index.json')!);
    const digests = JSON.parse(files.get('api/job/vacancy/digests.json')!);
    digests['page/2/'] = digest.digest('hex');
    files.set('api/job/vacancy/digests.json', JSON.stringify(digests));
    await expect(clientOf(() => files).vacancies.all()).rejects.toThrow(ListChanged);
  });
});

it('without a key nobody asks for a signature', async () => {
  const served = serve(() => signed(published()));
  const api = createClient({ baseUrl, fetch: served.fetch });
  for (const [, read] of ways) await read(api);
  expect(served.asked.filter((path) => path.includes('.sig'))).toEqual([]);
  expect(served.asked.filter((path) => path.includes('/digests/'))).toEqual([
    // Of all that is there for an id, what has several pages alone needs any.
    '/api/post/blog/digests/1.json',
  ]);
});

it('while a snapshot is published, each reader gets the old list or the new one, or is told', async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 6 }), { minLength: 0, maxLength: 40 }),
      fc.constantFrom(...ways),
      fc.boolean(),
      async (waits, [name, read], isCached) => {
        const before = published();
        const after = published({
          ...content,
          'job/vacancy': { cut: 'numbers', rows: rows(2, 9) },
          event: { cut: 'newest first', rows: rows(1, 12).reverse() },
          region: { cut: 'one', rows: rows(2, 3) },
          'post/blog/2': { cut: 'numbers', rows: rows(2, 5) },
          'post/blog/3': { cut: 'numbers', rows: [] },
          'job/vacancy/5': { cut: 'record', rows: [row(5, 'Новая')] },
          'post-comment/post/7': { cut: 'one', rows: rows(1, 3) },
        });
        const live = signed(before);
        const steps = publication(before, after, false);
        // The signature comes just before what it is for.
        const signatures = signed(after, before).get(SIGNATURE)!;
        steps.splice(-1, 0, (files) => files.set(SIGNATURE, signatures));
        const kept = new Map<string, string>();
        const served = serve(() => live);
        const fetch: Fetch = async (url, init) => {
          for (let left = waits.shift() ?? 0; left > 0; left--) steps.shift()?.(live);
          // A cache between them and here has some answers from before.
          const known = isCached ? kept.get(url) : undefined;
          if (known !== undefined) return answer(200, known);
          const response = await served.fetch(url, init);
          if (response.status === 200) kept.set(url, await response.clone().text());
          return response;
        };
        const wanted = await Promise.all(
          [before, after].map(async (files) =>
            JSON.stringify(await read(clientOf(() => signed(files)))),
          ),
        );
        const got = await read(clientOf(() => live, { fetch })).catch((error: unknown) => error);
        if (got instanceof Error) expect(got).toBeInstanceOf(ListChanged);
        else if (name !== 'events, streamed') expect(wanted).toContain(JSON.stringify(got));
        if (!(got instanceof Error)) whole++;
      },
    ),
    { numRuns: 120 },
  );
  expect(whole).toBeGreaterThan(40);
});

describe('a key', () => {
  it.each([
    ['a private key', String(own.privateKey.export({ type: 'pkcs8', format: 'pem' }))],
    ['nothing', ''],
    [
      'a key of another kind',
      String(
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
          type: 'spki',
          format: 'pem',
        }),
      ),
    ],
  ])('%s is refused, and not repeated', (_, text) => {
    const make = () => createClient({ baseUrl, key: text });
    expect(make).toThrow(TypeError);
    expect(make).toThrow('key is no public key of Ed25519 in PEM');
  });

  it('says so where the runtime cannot check signatures', async () => {
    const files = signed(snapshotOf(content));
    for (const crypto of [{}, { subtle: { ...globalThis.crypto.subtle, importKey: refuse } }]) {
      vi.stubGlobal('crypto', crypto);
      const reading = clientOf(() => files).vacancies.all();
      await expect(reading).rejects.toThrow(PortalError);
      await expect(reading).rejects.toThrow('this runtime has no Ed25519');
    }
  });
});

const refuse = async () => {
  throw new DOMException('Unrecognized name.', 'NotSupportedError');
};
