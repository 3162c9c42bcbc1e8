// In: a completed portal. Out: the ordered list of each endpoint, records in their published
// shapes, keys in the order of the specification's tables.
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
    event: order(
      portal.events,
      shape.event,
      (a, b) => compareInstants(b.datetime as string, a.datetime as string),
      down('id'),
    ),
  };
}

type Comparison = (a: Item, b: Item) => number;
const collator = new Intl.Collator('ru');
export const byName: Comparison = (a, b) => collator.compare(a.name as string, b.name as string);
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

/** The fields of an item in the given order, some of them replaced. */
export function pick(item: Item, fields: string, replaced: Item = {}): Item {
  return Object.fromEntries(
    fields.split(' ').map((field) => {
      const value = field in replaced ? replaced[field] : item[field];
      if (value === undefined) throw new Error(`${field} of ${JSON.stringify(item)} is missing`);
      return [field, value];
    }),
  );
}

const EXACT = 'id na name order cost1 cost2 cost3 no_education category object_examination';
const FEED_COMMENT =
  'id cleaned_text short_text activity created text moderated moderated_at tree_updated_at ' +
  'hidden_by tree_id level parent user moderated_by blog post deleted_by updated_by';

export function shapes(portal: Portal) {
  const embed = (records: Item[], id: Json | undefined, shape: (record: Item) => Item): Json => {
    if (id === null || id === undefined) return null;
    const record = byId(records, id);
    if (!record) throw new Error(`nothing has the id ${id}`);
    return shape(record);
  };

  const district = (it: Item) => pick(it, 'id name');
  const reducedRegion = (it: Item) => pick(it, 'id name code');
  const region = (it: Item) =>
    pick(it, 'id name code district', { district: embed(portal.districts, it.district, district) });
  const regionsOf = (it: Item, shape: (record: Item) => Item) =>
    (it.work_regions as number[]).map((id) => embed(portal.regions, id, shape));
  const city = (it: Item) => pick(it, 'id name not_uniq area region');
  const expert = (it: Item) => pick(it, 'id full_name created_at');

  const category = (it: Item) => pick(it, 'id title code the_order categoriesOPO parent');
  const objectExamination = (it: Item) => pick(it, 'id name full_name cols order');
  const exact = (it: Item, fields: string) =>
    pick(it, fields, {
      category: embed(portal.categories, it.category, category),
      object_examination: embed(
        portal['object-examinations'],
        it.object_examination,
        objectExamination,
      ),
    });
  const exactCategory = (it: Item) => exact(it, EXACT);
  const exactCategoryWithProduct = (it: Item) => exact(it, `${EXACT} main_product`);
  const reducedExactCategory = (it: Item) =>
    pick(it, 'id na name order no_education category object_examination main_product');

  const vacancy = (it: Item) =>
    pick(
      it,
      'id text work_full_time work_salary work_position ready_for category is_public views ' +
        'created_at crm_data work_city exact_category work_regions certificates',
      {
        work_city: embed(portal.cities, it.work_city, city),
        work_regions: regionsOf(it, region),
        certificates: [...parts(it, 'certificates')].sort(down('id')).map((certificate) =>
          pick(certificate, 'id category exact_category', {
            exact_category: embed(
              portal['exact-categories'],
              certificate.exact_category,
              exactCategoryWithProduct,
            ),
          }),
        ),
      },
    );
  const resume = (it: Item) =>
    pick(
      it,
      'id work_full_time work_salary work_position ready_for skills responsibility about ' +
        'is_public views created_at region work_city blocked_organizations work_regions ' +
        'certificates',
      {
        region: embed(portal.regions, it.region, reducedRegion),
        work_city: embed(portal.cities, it.work_city, city),
        work_regions: regionsOf(it, reducedRegion),
        certificates: parts(it, 'certificates').map((certificate) =>
          pick(
            certificate,
            'id exact_category_str category certificate_expiry note exact_category',
            {
              exact_category: embed(
                portal['exact-categories'],
                certificate.exact_category,
                reducedExactCategory,
              ),
            },
          ),
        ),
      },
    );

  const profile = (it: Item) =>
    pick(
      it,
      'user city_str birthday company_name about hobby position sector priority site ' +
        'is_moderated moderated_at last_visit hide_comments hide_posts ban_create_post ' +
        'ban_create_comment reverse_order_of_comments invited_by city moderated_by',
    );
  const user = (it: Item) =>
    pick(
      it,
      'id has_avatar in_favorite profile last_login is_superuser email last_name first_name ' +
        'patronymic_name sex avatar is_staff is_active ban_pm date_joined privacy_settings',
      { profile: profile(it.profile as Item), avatar: pick(it.avatar as Item, 's sm m l') },
    );

  const blog = (it: Item) =>
    pick(
      it,
      'id activity title slug object_id sort_type order_by created guest_cannot_view ' +
        'guest_cannot_post guest_cannot_comment level parent content_type last_comment',
    );
  const variant = (it: Item) =>
    pick(it, 'id votes title poll', {
      votes: parts(it, 'votes').map((vote) => pick(vote, 'id poll user variant')),
    });
  const poll = (it: Item) =>
    pick(it, 'id variants activity title poll_type post user', {
      variants: parts(it, 'variants').map(variant),
    });
  const post = (it: Item) =>
    pick(
      it,
      'id last_view polls activity title slug text short_text show_all_link views created ' +
        'updated last_activity only_member_comment moderated hidden disable_comment ' +
        'owner_only_comment pinned close has_poll moderated_at ip crm_data root_blog blog user ' +
        'last_comment moderated_by members',
      { polls: parts(it, 'polls').map(poll), blog: embed(portal.blogs, it.blog, blog) },
    );

  const listedComment = (it: Item) =>
    pick(
      it,
      'id short_text text children emoji files rating_up rating_down in_favorite is_new ' +
        'activity moderated created tree_updated_at hidden_by lft rght tree_id level parent ' +
        'user deleted_by updated_by',
      { user: embed(portal.users, it.user, user) },
    );
  const parentComment = (it: Item) =>
    pick(it, FEED_COMMENT, { post: embed(portal.posts, it.post, post) });
  const feedComment = (it: Item) =>
    pick(it, FEED_COMMENT, {
      post: embed(portal.posts, it.post, post),
      parent: embed(portal.comments, it.parent, parentComment),
    });
  const event = (it: Item) =>
    pick(
      it,
      'id activity datetime event_type title text private available_for user blog post comment',
      {
        user: embed(portal.users, it.user, user),
        post: embed(portal.posts, it.post, post),
        comment: embed(portal.comments, it.comment, feedComment),
      },
    );

  return { expert, region, exactCategory, vacancy, resume, listedComment, event, city, blog, post };
}
