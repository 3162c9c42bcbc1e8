// What the portal and others declare of their views, with what follows from their fields.
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../src/engine/plan.js';
import type { Portal } from '../../src/model/endpoint.js';
import { elementOf, type Fields, partOf, type Said } from '../../src/model/fields.js';
import { portal } from '../../src/portal/index.js';
import type { FactDto } from '../../src/preview/browser/dto.js';
import { describeViews } from '../../src/preview/views/describe.js';
import { viewPortal } from '../../src/preview/views/portal.js';
import { library } from '../second/library.js';

describe('the views', () => {
  it.each([
    ['the portal', portal],
    ['a lending library', library],
  ])('of %s are made of the same compiled data as the API', (_, one: Portal) => {
    const { collections } = makePlan(one);
    expect(makePlan(viewPortal(one).portal).collections).toEqual(collections);
  });

  it('of a collection that nobody has declared one for follow from its fields', () => {
    const { menu, of } = describeViews(library);
    expect(menu).toEqual([{ title: null, collections: ['authors', 'shelves', 'books'] }]);
    expect(of['books']).toMatchObject({
      title: { ru: 'books' },
      form: 'cards',
      named: ['title'],
      facts: [
        { path: 'author', form: 'names', of: 'authors' },
        { path: 'shelf', form: 'names', of: 'shelves' },
        { path: 'bought', label: { en: 'bought' }, form: 'time' },
      ],
    });
  });

  it('show this of each collection', async () => {
    const { title, currency, menu, of } = describeViews(portal);
    const inBoth = (said: Said | null) => `${said?.en} / ${said?.ru}`;
    const factLine = ({ path, label, values = {}, ...more }: FactDto) =>
      [
        `${path}: ${inBoth(label)}, ${JSON.stringify(more)}`,
        ...Object.entries(values).map(([value, said]) => `  ${value} is ${inBoth(said)}`),
      ].join('\n  ');
    const views = Object.entries(of).map(([name, view]) => {
      const { title, one, facts, filters, ...rest } = view;
      return [
        `${name}: ${inBoth(title)}, ${inBoth(one)}, ${JSON.stringify(rest)}`,
        ...facts.map((fact) => `  ${factLine(fact)}`),
        ...filters.map((fact) => `  filter ${factLine(fact)}`),
      ].join('\n');
    });
    const groups = menu.map(({ title, collections }) => `${inBoth(title)}: ${collections}`);
    const all = [`${inBoth(title)}, ${currency}`, ...groups, ...views, ''].join('\n');
    await expect(all).toMatchFileSnapshot('views.txt');
  });

  it('show this beside each field', async () => {
    const said = (fields: Fields, above: string): string[] =>
      Object.entries(fields).flatMap(([name, { type, about }]) => {
        const own = about ? [`${above}${name}: ${about.en} / ${about.ru}`] : [];
        const part = partOf(type) ?? partOf(elementOf(type));
        return [...own, ...(part ? said(part, `${above}${name}.`) : [])];
      });
    const all = portal.collections.flatMap(({ name, fields }) => said(fields, `${name}.`));
    await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('fields.txt');
  });

  it('say each thing in both languages', () => {
    const { of, menu } = describeViews(portal);
    const said = JSON.stringify([of, menu], (key, value) => (key === 'named' ? undefined : value));
    const texts = [...said.matchAll(/\{"en":"([^"]*)","ru":"([^"]*)"\}/g)];
    expect(texts.length).toBeGreaterThan(100);
    for (const [, en, ru] of texts) {
      expect(en).toMatch(/^[A-Za-z0-9 ,-]+$/);
      expect(ru).toMatch(/^[А-яЁё0-9 ,-]+$/);
    }
  });
});
