// Bad inputs that take more than a line of `cases/`: several problems at once, what is no plain file, and markup at random.
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, it } from 'vitest';
import { findUnsafe } from '../../src/model/html/safety.js';
import { findUnsafeStyles, withoutUnsafeStyles } from '../../src/model/html/style.js';
import { runs } from '../support/runs.js';
import {
  another,
  checkPortal,
  essence,
  expectOnlyProblem,
  required,
  type Scenario,
} from './portal.js';

/** A path below the data folder, of the bytes that are the letters' codes. */
function bytes(data: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${data}/`), Buffer.from(path, 'latin1')]);
}

const post = { 'posts/1.json': another('posts', { text: null }) };

it.each<Omit<Scenario, 'path'>>([
  {
    ...{ name: 'a file whose name is not UTF-8', files: { 'posts/a.md': 'Заметка' } },
    arrange: (data) => writeFileSync(bytes(data, 'posts/a\xff.json'), '{}'),
    ...{ whole: 'posts/a\\xff.json', code: 'encoding' },
  },
  {
    ...{ name: 'a file whose name has a line break', files: {} },
    arrange: (data) => writeFileSync(join(data, 'districts-a\nb.json'), '{}'),
    ...{ whole: 'districts-a\nb.json', code: 'encoding' },
  },
  {
    ...{ name: 'a folder whose name is not UTF-8, with a line break', files: {} },
    arrange: (data) => {
      mkdirSync(bytes(data, 'posts/\xcf\n'), { recursive: true });
      writeFileSync(bytes(data, 'posts/\xcf\n/1.json'), '{}');
    },
    ...{ whole: 'posts/\\xcf\n', code: 'encoding' },
  },
])('$name is told', (scenario) => expectOnlyProblem({ path: '', ...scenario }));

it('a text that is too large is told', () =>
  expectOnlyProblem({
    ...{ name: '', files: { ...post, 'posts/1.text.html': '' } },
    arrange: (data) => truncateSync(join(data, 'posts/1.text.html'), 10 * 2 ** 30),
    ...{ whole: 'posts/1.text.html', code: 'bad-value', path: '/text' },
  }));

// open: the path names the missing field and the place is the object; or the path is the object's.
it.each(required)(
  'a record of %s without a field that it must have is told',
  async (collection, fields) => {
    const records = fields.map((field, i) => {
      const own = { id: `${50 + i}`, ...(fields.includes('slug') && { slug: `"${i}"` }) };
      return [
        `${collection}/${50 + i}.json`,
        `[¶${another(collection, { ...own, [field]: null })}]`,
      ] as const;
    });
    const { report, marked } = await checkPortal(Object.fromEntries(records));
    expect(report.problems.map(essence)).toEqual(
      fields.map((field, i) => ({
        code: 'missing-field',
        severity: 'error',
        path: `/${field}`,
        ...marked[i],
      })),
    );
  },
);

it("what cannot be read hides no other problem, nor any record but its own collection's", async () => {
  const { report, marked } = await checkPortal(
    {
      'experts/a.json': another('experts', { id: '¶1' }),
      'cities/new.json': another('cities', { region: '¶99' }),
      'exact-categories.json': null,
    },
    {},
    (data) => {
      mkdirSync(join(data, 'exact-categories'));
      writeFileSync(bytes(data, 'exact-categories/\xfc.json'), '[]');
    },
  );
  const whole = { file: 'data/exact-categories/\\xfc.json', line: 1, column: 1 };
  expect(report.problems.map(essence)).toEqual([
    { code: 'unknown-id', severity: 'warning', path: '/region', ...marked[1] },
    { code: 'encoding', severity: 'error', path: '', ...whole },
    { code: 'duplicate-id', severity: 'error', path: '/id', ...marked[0] },
  ]);
  expect(report.problems[1]?.hint).toBe(
    'rename it (references to exact-categories were not checked)',
  );
});

it('each price of a category that is not offered is a problem', async () => {
  const { report, marked } = await checkPortal({
    'exact-categories/new.json': another('exact-categories', {
      na: 'true',
      cost1: '¶1',
      cost3: '¶3',
    }),
  });
  expect(report.problems.map(essence)).toEqual([
    { code: 'inconsistent', severity: 'error', path: '/cost1', ...marked[0] },
    { code: 'inconsistent', severity: 'error', path: '/cost3', ...marked[1] },
  ]);
});

// Elements in which browsers may read text where the check reads markup, or the other way round.
const ODD = 'script style svg math textarea title xmp noembed noframes noscript plaintext'.split(
  ' ',
);
const RUNS = '<img src=/a.png onerror=alert(1)';
const ENDED = `${['iframe', ...ODD].map((name) => `</${name}>`).join('')}${RUNS}>`;
const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('<iframe>', '</iframe>') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(`<!--${ENDED}-->`, `<p title="${ENDED}">`, `<p title='${ENDED}'>`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...ODD.flatMap((name) => [`<${name}>`, `</${name}>`])) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...['<b>', '</b>', '<table>', '<col>', '<select>', '<option>', '<template>', '</template>'],
      ...['<!--', '<!-->', '<!--->', '-->', '--!>', '<!x', '</ x>', '</>', '<?x>', '<!doctype x>'],
      ...['<![CDATA[', ']]>', '<p title="', '">', `${RUNS} `, '<b/', '<iframe ', '<IFRAME>', '<'],
      ...['</', '<!', '>', 'x', ' ', '\0', '&lt;', '&#60;', '&', '\u00a0', '\r'],
    ),
  },
);

/** Attributes whose value browsers read, or have read, as an address, and the schemes that they may have. */
const ADDRESSES =
  'href src action formaction poster data cite background longdesc manifest ping profile codebase classid archive usemap dynsrc lowsrc'.split(
    ' ',
  );
const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
const leads = (value: string) => new URL(value, 'https://portal.example/').protocol;

/** What could run, or be read in another way, in a page. */
const dangersIn = ({ childNodes }: DefaultTreeAdapterTypes.ParentNode): string[] =>
  childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    const handlers = child.attrs.map(({ name }) => name).filter((name) => name.startsWith('on'));
    const own = ODD.includes(child.tagName) ? [child.tagName] : [];
    const addresses = child.attrs
      .filter(({ name, value }) => ADDRESSES.includes(name) && URL.canParse(value))
      .map(({ value }) => leads(value))
      .filter((scheme) => !SCHEMES.includes(scheme));
    return [
      ...own,
      ...handlers,
      ...addresses,
      ...dangersIn('content' in child ? child.content : child),
    ];
  });

it('what is let through is safe in a page, as a whole parser reads it with what follows', () => {
  const behind = `img src=/a.png onerror=alert(1)></div><p title="--></iframe>${RUNS}>">`;
  const texts = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
  const property = fc.property(texts, (html) => {
    if (findUnsafe(html, []).length > 0) return;
    expect(dangersIn(parse(`<!doctype html><div>${html}${behind}`))).toEqual([]);
  });
  fc.assert(property, runs(1000));
});

it('an address that is let through leads to the web, however its scheme is written', () => {
  const piece = fc.constantFrom(
    ...[
      'java',
      'JAVA',
      'script',
      'vbscript',
      'data',
      'https',
      ':',
      '&colon;',
      '&#58',
      '&#13;',
      '&#9;',
      '&Tab;',
    ],
    ...['&NewLine;', '&#x0A;', '\t', '\r', ' ', '&#1;', '//', 'a', '?', '#', '&amp;'],
  );
  const values = fc.array(piece, { minLength: 2, maxLength: 6 }).map((all) => all.join(''));
  const property = fc.property(values, fc.constantFrom(...ADDRESSES), (value, attribute) => {
    const html = `<a ${attribute}="${value}">`;
    if (findUnsafe(html, []).length === 0) expect(dangersIn(parse(html))).toEqual([]);
  });
  fc.assert(property, runs(3000));
});

it.each(['Видео.рф', 'XN--B1AEDK6A.xn--p1ai', 'видео.рф:443'])(
  'a frame of %s is allowed by this name',
  (host) => {
    const frame = '<iframe src="https://xn--b1aedk6a.xn--p1ai/1"></iframe>';
    expect(findUnsafe(frame, [host])).toEqual([]);
    expect(findUnsafe(frame, [`a.${host}`])).toHaveLength(1);
  },
);

it('all that is wrong is told at once: each declaration, address and tag, wherever it stands', () => {
  const html =
    '<p style="top:0; color:red; left:0"><a href="javascript:1">а</a><script>1</script></p>' +
    '<p style="top:0"><a href="javascript:1">б</a><img src="data:x" width="5000"><font onclick="1">';
  expect(findUnsafe(html, []).map(({ kind, found }) => `${kind} ${found}`)).toEqual([
    'style top:0',
    'style left:0',
    'address javascript:1',
    'element script',
    'style top:0',
    'address javascript:1',
    'address data:x',
    'style width="5000"',
    'handler onclick',
  ]);
});

it('what is left of any style is allowed, and has nothing that reaches beyond the text', () => {
  const part = fc.constantFrom(
    ...'width height margin color top position font-family border background url( ) : ; -5px 10px 5000px 50% red \\ /* */ " expression( !important calc('.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const style = parts.join(' ');
      const left = withoutUnsafeStyles(style);
      expect(findUnsafeStyles(left)).toEqual([]);
      const withoutFonts = left.replaceAll(/font-family :[\w -]*/g, ''); // a font may have any name
      expect(withoutFonts).not.toMatch(
        /url|expression|calc|(?:position|top) :|\\|\/\*|-5px|5000px/,
      );
    }),
    runs(3000),
  );
});
