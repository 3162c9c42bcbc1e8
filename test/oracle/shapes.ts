// In: a completed portal. Out: the ordered list of each endpoint, records in their published
// shapes, keys in the order of the specification's tables.
import * as spec from '../spec/tables.js';
import { byId } from './complete.js';
import { compareInstants, type Item, type Json, type Portal, parts } from './types.js';

/** The endpoints that list records, and what each one lists, in order. */
export interface Lists {
  'epb-e/expert': Item[];
  region: Item[];
  'pb-questions/exact-category': Item[];
  'job/vacancy': Item[];
  'job/resume': Item[];
  'post-comment': Item[];
  event: Item[];
}

/** The ordered, shaped records of every endpoint that has any. */
export function lists(portal: Portal): Lists {
  const shape = shapes(portal);
  const order = <T>(records: Item[], shaped: (record: Item) => T, ...by: Comparison[]): T[] =>
    sorted(records, ...by).map(shaped);
  return {
    'epb-e/expert': order(portal.experts, shape.expert, up('id')),
    region: order(portal.regions, shape.region, byName, up('id')),
    'pb-questions/exact-category': order(
      portal['exact-categories'],
      shape.exactCategory,
      up('order'),
      up('id'),
    ),
    'job/vacancy': order(portal.vacancies, shape.vacancy, down('id')),
    'job/resume': order(portal.resumes, shape.resume, down('id')),
    'post-comment': order(portal.comments, shape.listedComment, up('tree_id'), up('lft')),
    event: order(portal.events, shape.event, byTime, down('id')),
  };
}

type Comparison = (a: Item, b: Item) => number;
const collator = new Intl.Collator('ru');
export const byName: Comparison = (a, b) => collator.compare(a.name as string, b.name as string);
/** Events, newest first. */
export const byTime: Comparison = (a, b) =>
  compareInstants(b.datetime as string, a.datetime as string);
export const sorted = (records: Item[], ...by: Comparison[]): Item[] =>
  [...records].sort((a, b) => by.map((one) => one(a, b)).find((sign) => sign !== 0) ?? 0);
export const up =
  (field: string): Comparison =>
  (a, b) =>
    (a[field] as number) - (b[field] as number);
export const down =
  (field: string): Comparison =>
  (a, b) =>
    up(field)(b, a);

/** What an item shows by a table of the specification: its keys in their order, some of them replaced. */
export function pick({ keys }: spec.Table, item: Item, replaced: Item = {}): Item {
  return Object.fromEntries(
    Object.keys(keys).map((field) => {
      const value = field in replaced ? replaced[field] : item[field];
      if (value === undefined) throw new Error(`${field} of ${JSON.stringify(item)} is missing`);
      return [field, value];
    }),
  );
}

export function shapes(portal: Portal) {
  const embed = (records: Item[], id: Json | undefined, shape: (record: Item) => Item): Json => {
    if (id === null || id === undefined) return null;
    const record = byId(records, id);
    if (!record) throw new Error(`nothing has the id ${id}`);
    return shape(record);
  };
  /** Shows an item by a table, with nothing replaced. */
  const plain = (table: spec.Table) => (it: Item) => pick(table, it);
  const expert = plain(spec.expert);
  const district = plain(spec.district);
  const reducedRegion = plain(spec.reducedRegion);
  const city = plain(spec.city);
  const blog = plain(spec.blog);
  const reducedExactCategory = plain(spec.exactCategoryInResume);

  const region = (it: Item) =>
    pick(spec.region, it, { district: embed(portal.districts, it.district, district) });
  const regionsOf = (it: Item, shape: (record: Item) => Item) =>
    (it.work_regions as number[]).map((id) => embed(portal.regions, id, shape));
  const exact = (table: spec.Table) => (it: Item) => {
    const { categories, 'object-examinations': examinations } = portal;
    return pick(table, it, {
      category: embed(categories, it.category, plain(spec.category)),
      object_examination: embed(examinations, it.object_examination, plain(spec.objectExamination)),
    });
  };
  const exactCategory = exact(spec.exactCategory);
  /** Parts that name an exact category each. */
  const certificates = (table: spec.Table, all: Item[], shape: (record: Item) => Item) =>
    all.map((certificate) => {
      const { exact_category } = certificate;
      return pick(table, certificate, {
        exact_category: embed(portal['exact-categories'], exact_category, shape),
      });
    });

  const vacancy = (it: Item) =>
    pick(spec.vacancy, it, {
      work_city: embed(portal.cities, it.work_city, city),
      work_regions: regionsOf(it, region),
      certificates: certificates(
        spec.vacancyCertificate,
        [...parts(it, 'certificates')].sort(down('id')),
        exact(spec.exactCategoryInVacancy),
      ),
    });
  const resume = (it: Item) =>
    pick(spec.resume, it, {
      region: embed(portal.regions, it.region, reducedRegion),
      work_city: embed(portal.cities, it.work_city, city),
      work_regions: regionsOf(it, reducedRegion),
      certificates: certificates(
        spec.resumeCertificate,
        parts(it, 'certificates'),
        reducedExactCategory,
      ),
    });

  const user = (it: Item) =>
    pick(spec.user, it, {
      profile: pick(spec.profile, it.profile as Item),
      avatar: pick(spec.avatar, it.avatar as Item),
    });
  const variant = (it: Item) =>
    pick(spec.variant, it, { votes: parts(it, 'votes').map(plain(spec.vote)) });
  const poll = (it: Item) => pick(spec.poll, it, { variants: parts(it, 'variants').map(variant) });
  const post = (it: Item) =>
    pick(spec.post, it, {
      polls: parts(it, 'polls').map(poll),
      blog: embed(portal.blogs, it.blog, blog),
    });

  const listedComment = (it: Item) =>
    pick(spec.listedComment, it, { user: embed(portal.users, it.user, user) });
  const parentComment = (it: Item) =>
    pick(spec.parentComment, it, { post: embed(portal.posts, it.post, post) });
  const feedComment = (it: Item) =>
    pick(spec.eventComment, it, {
      post: embed(portal.posts, it.post, post),
      parent: embed(portal.comments, it.parent, parentComment),
    });
  const event = (it: Item) =>
    pick(spec.event, it, {
      user: embed(portal.users, it.user, user),
      post: embed(portal.posts, it.post, post),
      comment: embed(portal.comments, it.comment, feedComment),
    });

  return {
    ...{ expert, region, exactCategory, vacancy, resume, listedComment, event },
    ...{ city, blog, post, user },
  };
}
