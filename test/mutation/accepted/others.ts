// Changes that need no test, in what the portal declares.
import { type Accepted, NARROWS } from './reasons.js';

const IDS_ALONE = 'a summary shows ids alone: nobody asks what they name';
const HAS_OWNER = 'what it is in is always there';
const NO_LIST = 'no list has users: what it would be like is asked of nobody';

export const others: Accepted = {
  'portal/index.ts': {
    "[ascending('id')] → [] in: records: { collection: 'users', shape: ' … ending('id')] },":
      NO_LIST,
    "{ style: 'page-number' } → {}": NO_LIST,
    '\'page-number\' → ""': NO_LIST,
    '\'portal\' → ""': 'threads alone ask for it, and these tests start none',
  },
  'portal/jobs.ts': {
    "'regions' → \"\" in: work_regions: defaulted(list(names('regions')), [], {": IDS_ALONE,
    "'exact-categories' → \"\" in: list(names('exact-categories')),": IDS_ALONE,
  },
  'portal/posts.ts': {
    "poll?.['id'] → poll['id'] in: poll: computedFrom(id, (_vote, _variant, …  poll?.['id'], {":
      HAS_OWNER,
    "poll?.['id'] → poll['id'] in: poll: computedFrom(id, (_variant, poll) => poll?.['id'], {":
      HAS_OWNER,
    "variant?.['id'] → variant['id']": HAS_OWNER,
    "post?.['id'] → post['id']": HAS_OWNER,
    "post?.['user'] → post['user']": HAS_OWNER,
  },
  'portal/users.ts': {
    "user?.['id'] → user['id']": HAS_OWNER,
    "user?.['date_joined'] → user['date_joined']": HAS_OWNER,
  },
  'portal/search.ts': {
    '[] → ["Stryker was here"]': 'experts have no field that is called so',
  },
  'site/address.ts': {
    "paging.style === 'cursor' → true": 'what has no cursors says nothing of its newest record',
  },
  'site/kinds.ts': {
    'pageOf(file)?.endpoint → pageOf(file).endpoint in: const listOf = (file: string) => pageOf(file)?.endpoint;':
      'each file of these kinds holds a page',
  },
  'site/openapi/bodies.ts': {
    "paging.style === 'cursor' → true": NARROWS,
  },
  'site/openapi/schemas.ts': {
    "type.kind === 'text' → true": NARROWS,
  },
  'site/route.ts': {
    '[] → ["Stryker was here"]': 'no request names what has no name',
  },
};
