// What is not GET. A method that an address says it allows is never tried: that would change data.
import { isDeepStrictEqual } from 'node:util';
import { mediaType, shownBody, shownHeader, shownStatus, unpacked, wordsOf } from '../answer.js';
import { readValue } from '../list-body.js';
import { isObject } from '../published.js';
import { samples } from '../survey.js';
import { ALLOWED } from './headers.js';
import { forEach, type Rule } from './rule.js';

/** What HEAD must say as GET does; of these, servers may leave out the length. */
const SAID = ['content-type', 'vary', 'allow', 'etag', 'last-modified', 'cache-control'];

export const head: Rule = {
  name: 'head',
  wants: 'HEAD has the status and headers of GET, and no body',
  async check(survey, verdict) {
    const { base, bareHead } = survey;
    await forEach([...samples(survey), `${base}/api/no-such-list/`], async (url) => {
      const [get, head] = [await survey.ask(url), await survey.ask(url, { method: 'HEAD' })];
      const isSame = verdict.expect(
        head.status === get.status,
        url,
        `${shownStatus(get)}, as GET`,
        shownStatus(head),
      );
      if (!isSame) return;
      for (const name of SAID) {
        const isSaid = head.headers.get(name) === get.headers.get(name);
        verdict.expect(isSaid, url, `${shownHeader(get, name)}, as GET`, shownHeader(head, name));
      }
      const length = head.headers.get('content-length') ?? String(get.body.length);
      const wanted = `content-length: ${get.body.length}, as GET`;
      verdict.expect(length === String(get.body.length), url, wanted, `content-length: ${length}`);
      const bodyBytes = (await bareHead?.(url))?.bodyBytes;
      if (bodyBytes === undefined) return;
      verdict.expect(bodyBytes === 0, url, 'no body to HEAD', `a body of ${bodyBytes} bytes`);
    });
  },
};

export const options: Rule = {
  name: 'options',
  wants: 'OPTIONS is answered with Allow',
  ability: 'options',
  async check(survey, verdict) {
    await forEach(samples(survey), async (url) => {
      const answer = await survey.ask(url, { method: 'OPTIONS' });
      const isDone = answer.status === 200 || answer.status === 204;
      verdict.expect(isDone, url, 'status 200 or 204', shownStatus(answer));
      const words = wordsOf(answer, 'allow');
      const names = ALLOWED.every((method) => words.includes(method));
      verdict.expect(names, url, 'Allow: GET, HEAD, OPTIONS', shownHeader(answer, 'allow'));
    });
  },
};

/** For a server that takes what it does not allow: only of a page with this tag, which there is not. */
const HARMLESS = { 'content-length': '0', 'if-match': '"no-page-has-this-tag"' };

export const methods: Rule = {
  name: 'methods',
  wants: 'POST, PUT, PATCH and DELETE get 405 with Allow and a JSON body',
  ability: 'methods',
  async check(survey, verdict) {
    // Every list: each may take its own records in.
    const heads = survey.lists.map(({ forward }) => forward.pages[0]!.answer);
    await forEach([survey.index, ...heads], async (head) => {
      const { url, status } = head;
      if (status !== 200) return;
      const said = [head, await survey.ask(url, { method: 'OPTIONS' })];
      const allowed = said.flatMap((answer) => wordsOf(answer, 'allow'));
      await forEach(['POST', 'PUT', 'PATCH', 'DELETE'], async (method) => {
        if (allowed.includes(method.toLowerCase())) {
          verdict.note(`${url} allows ${method}; it was not tried`);
          return;
        }
        const answer = await survey.ask(url, { method, headers: HARMLESS });
        const address = `${method} ${url}`;
        verdict.expect(answer.status === 405, address, 'status 405', shownStatus(answer));
        if (answer.status !== 405) return;
        const names = ALLOWED.every((name) => wordsOf(answer, 'allow').includes(name));
        const wanted = 'Allow: GET, HEAD, OPTIONS';
        verdict.expect(names, address, wanted, shownHeader(answer, 'allow'));
        const read = readValue(unpacked(answer) ?? answer.body);
        const isJson = mediaType(answer) === 'application/json' && 'value' in read;
        const hasDetail =
          isJson && isObject(read.value) && typeof read.value['detail'] === 'string';
        const found = `${shownHeader(answer, 'content-type')}, ${shownBody(answer.body)}`;
        verdict.expect(hasDetail, address, 'a JSON body with "detail"', found);
      });
    });
  },
};

/** Refused, whoever in front of the API does it. */
const REFUSALS = new Set([400, 403, 405, 501]);

export const oddMethods: Rule = {
  name: 'odd-methods',
  wants: 'TRACE and methods that nobody knows are refused',
  ability: 'methods',
  async check(survey, verdict) {
    await forEach(samples(survey).slice(0, 2), async (url) => {
      await forEach(['TRACE', 'PROPFIND', 'FROBNICATE'], async (method) => {
        const answer = await survey.ask(url, { method });
        const wanted = 'status 405 (or 400, 403, 501)';
        verdict.expect(
          REFUSALS.has(answer.status),
          `${method} ${url}`,
          wanted,
          shownStatus(answer),
        );
      });
    });
  },
};

export const notFound: Rule = {
  name: 'not-found',
  wants: 'what is not there gets 404, and always the same JSON body',
  ability: 'errors',
  files: true,
  async check(survey, verdict) {
    const { base, lists, portal } = survey;
    const wanted = JSON.stringify(portal.notFound);
    const isRight = (body: Buffer | undefined) => {
      const read = readValue(body ?? Buffer.alloc(0));
      return 'value' in read && isDeepStrictEqual(read.value, portal.notFound);
    };
    if (!survey.bareHead) {
      const { url, body } = await survey.ask(`${base}/404.json`);
      verdict.expect(isRight(body), url, wanted, shownBody(body));
      return;
    }
    const deep = lists.flatMap(({ below, endpoint: { paging } }) =>
      paging.style === 'array'
        ? []
        : [`${below}${paging.style === 'cursor' ? 'cursor' : 'page'}/99999/`],
    );
    const top = ['no-such-list/', 'no-such-list', 'no-such-file.json'];
    // The first list with pages by number, too: its answer for a page that is not there.
    const paged = lists.find(({ endpoint }) => endpoint.paging.style === 'page-number');
    const urls = [...top.map((name) => `${base}/api/${name}`), ...deep];
    await forEach(urls, async (url) => {
      const answer = await survey.ask(url);
      verdict.expect(answer.status === 404, url, 'status 404', shownStatus(answer));
      if (answer.status === 404) expectBody(answer);
    });
    if (paged) {
      const answer = await survey.ask(`${paged.below}?page=99999`);
      if (answer.status === 404) expectBody(answer);
    }

    function expectBody(answer: Awaited<ReturnType<typeof survey.ask>>): void {
      const type = shownHeader(answer, 'content-type');
      verdict.expect(
        mediaType(answer) === 'application/json',
        answer.url,
        'application/json',
        type,
      );
      verdict.expect(isRight(unpacked(answer)), answer.url, wanted, shownBody(answer.body));
    }
  },
};

export const unlistedKeys: Rule = {
  name: 'unlisted-keys',
  wants: 'names in the root index that have no list here get 404',
  ability: 'errors',
  files: true,
  async check(survey, verdict) {
    const { base, home, portal } = survey;
    const served = new Set(portal.endpoints.map(({ name }) => name));
    const addresses = new Set(portal.index.map(({ address }) => address));
    await forEach(
      [...addresses].filter((address) => !served.has(address)),
      async (address) => {
        const answer = await survey.ask(`${base}/api/${address}/${home}`);
        const isJson = !survey.bareHead || mediaType(answer) === 'application/json';
        const found = `${shownStatus(answer)}, ${shownHeader(answer, 'content-type')}`;
        const isRight = answer.status === 404 && isJson;
        verdict.expect(isRight, answer.url, 'status 404, application/json', found);
      },
    );
  },
};
