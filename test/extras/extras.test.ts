// The extras of the setting `extras`: what is at their addresses, what is not, and what an edit of the
// data rewrites. That all of it is what the records say, test/oracle holds for random portals.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/index.js';
import { pathOf } from '../../src/site/address.js';
import type { BuildOptions } from '../../src/snapshot/settings/index.js';
import { EXTRAS } from '../oracle/extras.js';
import { temporaryFolder } from '../support/folders.js';
import { directory, forum, type Portal, writeFile } from '../support/portal.js';
import { isNight } from '../support/runs.js';
import { simplest, someOfEach } from '../support/some-of-each.js';
import { differences, filesOf, readTree } from '../support/tree.js';
import { workplace } from '../write/workplace.js';

const secret = { title: 'Тайное', slug: 'secret', text: '<p>Тайное</p>' };
const jobs: Portal = {
  cities: [
    { id: 3, name: 'Ялуторовск', region: 2 },
    { id: 4, name: 'Абакан', region: 1 },
  ],
  'exact-categories': [65, 66].map((id) => simplest('exact-categories', id)),
  vacancies: [
    {
      ...{ ...simplest('vacancies', 12), work_city: 3, work_regions: [2, 1] },
      certificates: [
        { id: 1, category: 1, exact_category: 66 },
        { id: 3, category: 1, exact_category: 65 },
        { id: 2, category: 1, exact_category: 66 },
      ],
    },
    { ...simplest('vacancies', 13), text: 'Тайное', is_public: false },
  ],
  resumes: [{ ...simplest('resumes', 7), region: 2, ready_for: ['tender'] }],
};
const talk = forum({ posts: 3, replies: 2 });
/** Post 3 has no comment, post 4 is hidden, blog 3 is for members, and so is post 5 in it. */
const portal: Portal = {
  ...someOfEach(2),
  ...directory(2),
  ...jobs,
  ...talk,
  blogs: [...talk['blogs']!, { ...simplest('blogs', 3), title: 'Тайное', guest_cannot_view: true }],
  posts: [
    ...talk['posts']!,
    { ...simplest('posts', 4), ...secret, hidden: true },
    { ...simplest('posts', 5), ...secret, blog: 3 },
  ],
  comments: talk['comments']!.filter(({ post }) => post !== 3),
  events: talk['events']!.filter(({ id }) => (id as number) <= 7),
};

async function publish(data: Portal, settings: BuildOptions = {}): Promise<string> {
  const cwd = workplace(data);
  await rebuild(cwd, settings);
  return cwd;
}

async function rebuild(cwd: string, settings: BuildOptions) {
  const { ok, problems, summary } = await build({
    cwd,
    baseUrl: 'http://e',
    allow: ['without-companions'],
    ...settings,
  });
  expect(problems).toEqual([]);
  expect(ok).toBe(true);
  return summary.files;
}

describe('the setting', () => {
  it('changes nothing at other addresses, whichever extras are on', async () => {
    const plain = readTree(join(await publish(portal), 'dist'));
    /** The files of an extra, as a regular expression. */
    const shapeOf = (template: string) =>
      pathOf(template.slice(1).replace('{id}/', '(?:\\d+/index|digests).json'), 'index.json');
    const shapes = EXTRAS.map((template) => new RegExp(`^${shapeOf(template)}$`));
    const isOfExtra = (file: string) => shapes.some((shape) => shape.test(file));
    expect([...plain.keys()].filter(isOfExtra)).toEqual([]);
    const described = [...['openapi', 'snapshot'].map((name) => `api/${name}.json: other bytes`)];
    const cache = temporaryFolder();
    for (const template of EXTRAS.filter((_, i) => isNight || i % 5 === 0)) {
      const tree = readTree(join(await publish(portal, { extras: [template], cache }), 'dist'));
      const more = differences(tree, plain).filter((line) => !described.includes(line));
      expect(more.length, template).toBeGreaterThan(0);
      for (const line of more) {
        expect(line).toMatch(new RegExp(`^${shapeOf(template)}: should not be`));
      }
    }
  });

  it('switched off, its files go, and no foreign one', async () => {
    const cwd = await publish(portal);
    const cache = join(cwd, 'cache');
    const plain = readTree(join(cwd, 'dist'));
    await rebuild(cwd, { extras: EXTRAS, cache, pageSize: 1 });
    writeFile(cwd, 'dist/api/post/notes.txt', 'Не наше.');
    const allow = ['without-companions'] as const;
    const { problems } = await build({ cwd, baseUrl: 'http://e', cache, allow });
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['foreign-file', 'dist/api/post/notes.txt'],
    ]);
    expect(differences(readTree(join(cwd, 'dist')), plain)).toEqual([
      'api/post/notes.txt: should not be there',
    ]);
  });

  it('names what it does not know, and what may be meant', async () => {
    const cwd = workplace(portal);
    const wrong = (extras: unknown) => build({ cwd, extras } as BuildOptions);
    await expect(wrong(['/api/cities/'])).rejects.toThrow(
      'extras has no "/api/cities/"; did you mean /api/city/?',
    );
    await expect(wrong(['/api/event/{id}/x/y/z'])).rejects.toThrow(
      'extras: Invalid option: expected one of "all"|"/api/city/"|"/api/blog/"',
    );
    await expect(wrong(7)).rejects.toThrow(
      'extras: Invalid input: expected "all"; Invalid input: expected array, received number, not 7',
    );
  });

  it('has page sizes of its own', async () => {
    const cwd = await publish(portal, {
      extras: ['/api/post/blog/{id}/'],
      pageSize: { 'post/blog': 1 },
    });
    expect(filesOf(join(cwd, 'dist'))).toContain('api/post/blog/2/page/2/index.json');
  });
});
