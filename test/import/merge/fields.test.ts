// Who changed what since the last import, field by field: the origin, an editor, both, or neither.
import { describe, expect, it } from 'vitest';
import { list, workplace } from './sides.js';

const district = { id: 5, name: 'Приволжский' };
const region = (fields: object) => [{ id: 2, name: 'Республика Башкортостан', ...fields }];
const side = (fields: object) => ({
  'districts.json': list([district]),
  'regions.json': list(region(fields)),
});

it.each([
  ['both sides leave it at that', { code: '02' }, {}, { code: '' }],
  ['the origin gives another value', {}, { code: '02' }, { code: '02' }],
])(
  'a field with a default that an editor writes is no conflict when %s',
  async (_, last, now, left) => {
    const place = workplace();
    await place.import(side(last));
    place.edit(side({ code: '' }));
    expect((await place.import(side(now))).told).toEqual([]);
    expect(place.files()).toEqual(side(left));
    const { told } = await place.import({ 'districts.json': list([district]) });
    expect(told).toEqual([]);
    expect(place.files()['regions.json']).toBe('[]\n');
  },
);

describe('a conflict', () => {
  async function inConflict() {
    const place = workplace();
    await place.import(side({ code: '02' }));
    place.edit(side({ code: '7' }));
    const { problems } = await place.import(side({ code: '8' }));
    expect(problems).toEqual([
      {
        ...{ code: 'import-conflict', severity: 'error', path: '/code' },
        ...{ file: 'data/regions.json', line: 2, column: 56 },
        message: 'the live portal changed this to "8", but here it was changed to something else',
        hint: expect.stringContaining(
          "write the live portal's value here; each import reports it until",
        ),
      },
    ]);
    return place;
  }

  it('may be with an origin that has the field no more', async () => {
    const place = await inConflict();
    const { problems } = await place.import(side({}));
    const message = 'the live portal removed this value, but here it was changed';
    expect(problems).toMatchObject([{ message }]);
  });

  it('is one also about a value that follows from other records where it is left out', async () => {
    const created = '2026-03-01T10:00:00+03:00';
    const blog = (fields: object) => ({
      'blogs.json': list([{ id: 1, title: 'Блог', slug: 'blog', created, ...fields }]),
    });
    const place = workplace();
    await place.import(blog({ last_comment: 5 }));
    place.edit(blog({ last_comment: 7 }));
    const { told } = await place.import(blog({}));
    expect(told.filter((one) => /^import-conflict .* \/last_comment$/.test(one))).toHaveLength(1);
  });

  it('is settled by writing what the origin says', async () => {
    const place = await inConflict();
    place.edit(side({ code: '8' }));
    expect((await place.import(side({ code: '8' }))).told).toEqual([]);
    await place.import(side({ code: '9' }));
    expect(place.files()).toEqual(side({ code: '9' }));
  });

  it('is settled by keeping the data, until the origin changes the field again', async () => {
    const place = await inConflict();
    expect((await place.import(side({ code: '8' }), { conflicts: 'keep' })).told).toEqual([]);
    expect((await place.import(side({ code: '8' }))).told).toEqual([]);
    expect(place.files()).toEqual(side({ code: '7' }));
    expect((await place.import(side({ code: '9' }))).told).toHaveLength(1);
    expect(place.files()).toEqual(side({ code: '7' }));
  });

  it('is settled by taking what the origin says', async () => {
    const place = await inConflict();
    expect((await place.import(side({ code: '8' }), { conflicts: 'take' })).told).toEqual([]);
    expect(place.files()).toEqual(side({ code: '8' }));
  });
});
