// Small and large portals as data files have them. Everything is computed from ids, so two calls give the same
// records.
import { join } from 'node:path';
import fsExtra from 'fs-extra';

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | Fields;

/** A JSON object, such as a record. */
export interface Fields {
  readonly [name: string]: Json;
}

/** Collection → its records. */
export type Portal = Readonly<Record<string, readonly Fields[]>>;

/** Calls `make` with the numbers 1 to n. */
export function times<T>(n: number, make: (id: number) => T): T[] {
  return Array.from({ length: n }, (_, index) => make(index + 1));
}

/** Writes one file below `folder`, with the folders above it. */
export const writeFile = (folder: string, path: string, content: string | Buffer): void =>
  fsExtra.outputFileSync(join(folder, path), content);

/** Makes `folder` contain this portal and nothing else, with one `<collection>.json` for each collection. */
export function writeData(folder: string, portal: Portal): void {
  fsExtra.emptyDirSync(folder);
  for (const [collection, records] of Object.entries(portal)) {
    writeFile(folder, `${collection}.json`, `${JSON.stringify(records, null, 2)}\n`);
  }
}

/** A timestamp: so many minutes after the first of January 2024 in Moscow. */
export function instant(minute: number): string {
  const local = new Date(Date.UTC(2024, 0, 1) + minute * 60_000).toISOString();
  return local.replace(/\.\d+Z$/, '+03:00');
}

/** n regions in two federal districts. */
export function directory(n: number): Portal {
  return {
    districts: [
      { id: 1, name: 'Уральский' },
      { id: 2, name: 'Сибирский' },
    ],
    regions: times(n, (id) => ({
      id,
      name: `Область ${String(id).padStart(3, '0')}`,
      district: (id % 2) + 1,
    })),
  };
}

/** n experts. */
export function experts(n: number): Portal {
  return {
    experts: times(n, (id) => ({ id, full_name: `Эксперт ${id}`, created_at: instant(id) })),
  };
}

/** n vacancies whose texts have `letters` Cyrillic letters each (two bytes for each letter). */
export function vacancies(n: number, letters = 40): Portal {
  const text = 'Нужен эксперт по промышленной безопасности. '
    .repeat(Math.ceil(letters / 44))
    .slice(0, letters);
  return {
    vacancies: times(n, (id) => ({
      id,
      text: `${id}. ${text}`,
      category: (id % 3) + 1,
      created_at: instant(id),
    })),
  };
}

/** The size of a forum. */
export interface ForumSize {
  readonly posts: number;
  /** Replies to each post. Each second reply answers the one before. */
  readonly replies: number;
  /** A word in every text, so that two forums of the same size differ. */
  readonly word?: string;
  /** Whether no blog is in another one. An import cannot find out the parent of a blog without posts. */
  readonly isFlat?: boolean;
}

/** A forum: two blogs, five members, posts, comments, and an event for each post and reply. */
export function forum({ posts, replies, word = 'обсуждение', isFlat }: ForumSize): Portal {
  const perPost = replies + 1;
  const root = (post: number): number => (post - 1) * perPost + 1;
  const member = (id: number): number => (id % 5) + 1;
  const thread = times(posts, (post) =>
    times(perPost, (place) => {
      const id = root(post) + place - 1;
      const created = instant(post * 100 + place);
      if (place === 1) return { id, post, created };
      const parent = place % 2 === 1 ? id - 1 : root(post);
      const text = `<p>Ответ ${id}: ${word}, <b>надзор</b>.</p>`;
      return { id, post, parent, user: member(id), text, created };
    }),
  ).flat();
  const answers = thread.filter((comment) => 'parent' in comment);
  return {
    users: times(5, (id) => ({
      id,
      last_name: `Фамилия${id}`,
      first_name: `Имя${id}`,
      email: `member${id}@example.org`,
      date_joined: instant(id),
    })),
    blogs: times(2, (id) => ({
      id,
      title: `Блог ${id}`,
      slug: `blog-${id}`,
      created: instant(id),
      parent: id === 1 || isFlat ? null : 1,
    })),
    posts: times(posts, (id) => ({
      id,
      title: `Тема ${id}`,
      slug: `post-${id}`,
      text: `<p>Вопрос ${id}: ${word}?</p>`,
      created: instant(id * 100),
      blog: (id % 2) + 1,
      user: member(id),
      moderated_by: 1,
    })),
    comments: thread,
    events: [
      ...times(posts, (post) => ({ id: post, event_type: 1, post })),
      ...answers.map(({ id: comment }, index) => ({
        id: posts + index + 1,
        event_type: 2 + (index % 2),
        comment,
      })),
    ],
  };
}

const certificate = (id: number, exact_category: number) => ({ id, category: 1, exact_category });
const job = <T extends object>(id: number, fields: T) => ({
  ...{ id, text: `Вакансия ${id}`, category: 1, created_at: instant(id), ...fields },
});

/** A job board with references to regions, cities and price categories. Vacancy 14 is not public. */
export const board = {
  cities: [3, 4].map((id) => ({ id, name: `Город ${id}`, region: 1 })),
  categories: [{ id: 1, title: 'Здания', code: 'ЗС', the_order: 1 }],
  'object-examinations': [{ id: 1, name: 'ОР', full_name: 'Объект', cols: 1, order: 1 }],
  'exact-categories': [65, 66].map((id) => ({
    ...{ id, name: `Э${id}`, order: id, category: 1, object_examination: 1, main_product: 1 },
  })),
  vacancies: [
    job(11, { work_regions: [1], work_city: 3 }),
    job(12, {
      work_regions: [2, 1],
      certificates: [certificate(1, 66), certificate(2, 65), certificate(3, 66)],
    }),
    job(13, { work_regions: [1], work_city: 3, certificates: [certificate(4, 66)] }),
    job(14, { work_regions: [1, 2], work_city: 4, text: 'Тайное', is_public: false }),
  ],
};

/** A portal with a tenth of the shipped data. With 4 records on a page, it has the same kinds of files. */
export const tenth: Portal = {
  ...directory(9),
  ...experts(7),
  ...forum({ posts: 7, replies: 6 }),
  ...board,
  vacancies: times(4, (i) =>
    board.vacancies.map((vacancy) => ({ ...vacancy, id: 4 * i + vacancy.id })),
  ).flat(),
  resumes: times(3, (id) => ({ id, region: 1, created_at: instant(id) })),
};
