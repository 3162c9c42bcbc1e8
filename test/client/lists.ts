// The lists of the API as the client has them, in the order of the endpoints.
import { expect } from 'vitest';
import type { Client } from '../../src/client/index.js';
import { portal } from '../../src/portal/index.js';

/** Each list by its name; none is left out. */
export function listsIn(api: Client) {
  const lists = {
    'epb-e/expert': api.experts,
    region: api.regions,
    'pb-questions/exact-category': api.exactCategories,
    'job/vacancy': api.vacancies,
    'job/resume': api.resumes,
    'post-comment': api.comments,
    event: api.events,
    'portal-favorite/in-favorite': api.favorites.inFavorite,
    'portal-favorite/member': api.favorites.members,
    'portal-favorite/blog': api.favorites.blogs,
    'portal-favorite/post': api.favorites.posts,
    'portal-favorite/comment': api.favorites.comments,
  };
  expect(Object.keys(lists)).toEqual(portal.endpoints.map(({ name }) => name));
  return Object.entries(lists);
}
