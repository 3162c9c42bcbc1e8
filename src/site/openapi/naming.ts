// The names of lists and records in the OpenAPI document. Generated clients use them as names of types and methods, and
// people read them.
import type { Endpoint, Portal } from '../../model/endpoint.js';

export interface Naming {
  /** For example `Vacancies`, as in `listVacancies`. */
  readonly plural: string;
  /** For example `Vacancy`, as in `getVacancy` and `VacancyPage`. */
  readonly singular: string;
  /** For example `vacancies`, as in "All vacancies". */
  readonly words: string;
  /** The group of operations in which the document shows the list. */
  readonly tag: string;
}

/** Returns words as one name: `ExactCategory` for `exact-category`, `InFeed` for `inFeed`. */
export const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]/)
    .map(capital)
    .join('');

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Returns a function that gives the names for a list of the portal. The first list of a collection is named after the
 * collection, and any other list after its address.
 */
export function namingOf({
  collections,
  endpoints,
  extras,
}: Pick<Portal, 'collections' | 'endpoints' | 'extras'>): (endpoint: Endpoint) => Naming {
  // Some collections, such as users, have no list. They have only an extra for single records.
  const further = extras.map((extra) => (extra.kind === 'list' ? extra.endpoint : extra.of));
  const lists = [...endpoints, ...further];
  return (endpoint) => {
    const collection = collections.find(({ name }) => name === endpoint.records?.collection);
    const first = lists.find(({ records }) => records?.collection === collection?.name);
    if (collection && first!.name === endpoint.name) {
      const { name, singular } = collection;
      const words = name.replaceAll('-', ' ');
      return { plural: pascal(name), singular: pascal(singular), words, tag: name };
    }
    const name = pascal(endpoint.name);
    const tag = collection?.name ?? endpoint.name.split('/', 1)[0]!;
    return { plural: name, singular: name, words: `records of ${endpoint.name}`, tag };
  };
}
