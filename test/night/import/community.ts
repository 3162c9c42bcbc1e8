// A small portal with lists of several pages each, and something that no list shows.
import { temporaryFolder } from '../../support/folders.js';
import {
  directory,
  experts,
  forum,
  instant,
  type Portal,
  times,
  vacancies,
  writeData,
} from '../../support/portal.js';

const category = (id: number) => ({ id, title: `Область ${id}`, code: `Э${id}`, the_order: id });

const community: Portal = {
  ...directory(45),
  ...experts(45),
  cities: times(3, (id) => ({ id, name: `Город ${id}`, region: id })),
  categories: times(2, category),
  'object-examinations': [{ id: 1, name: 'ТУ', full_name: 'Устройства', cols: 1, order: 1 }],
  // Only certificates tell the main product, and of the second there is none.
  'exact-categories': times(2, (id) => ({
    ...{ id, name: `Э${id} ТУ`, order: id, category: id },
    ...{ object_examination: 1, main_product: 0 },
  })),
  vacancies: vacancies(25).vacancies!.map((vacancy) => ({
    ...vacancy,
    ...{ work_salary: 138_000, work_city: 2 },
  })),
  resumes: times(25, (id) => ({
    ...{ id, region: id, created_at: instant(id) },
    certificates: [{ id, category: 1, certificate_expiry: '2027-01-01', exact_category: 1 }],
  })),
  ...forum({ posts: 6, replies: 5 }),
};

/** A folder with its data. */
export function communityData(): string {
  const data = temporaryFolder();
  writeData(data, community);
  return data;
}
