// One change that an editor might make anywhere in a portal, from its declarations: a value becomes
// another one of its kind or is left out, a record goes, or one comes that is much like another. The
// portal may have errors then.
import { type Fields, type Type, targetOf } from '../../src/model/fields.js';
import type { Link } from '../../src/model/links.js';
import { portal as declared } from '../../src/portal/index.js';
import type { Choices } from '../oracle/random.js';
import type { Collection, Item, Json, Portal } from '../oracle/types.js';

type Place = readonly [collection: string, field: string];

/** The fields from which a value of other records follows. */
function followed(name: string, fields: Fields, link: Link): Place[] {
  switch (link.kind) {
    case 'depth':
    case 'treeId':
    case 'walk':
      return [[name, link.parent]];
    case 'root':
      return [[targetOf(fields[link.reference]!), link.parent]];
    case 'through':
      return link.references.map((by) => [targetOf(fields[by]!), link.field]);
    case 'newest':
      return [link.instant, link.by].map((field) => [link.of, field]);
    case 'newestBelow':
      return [link.parent, link.instant].map((field) => [name, field]);
  }
}

const allFollowed = declared.collections.flatMap(({ name, fields }) =>
  Object.values(fields).flatMap(({ absent }) =>
    absent.kind === 'linked' ? followed(name, fields, absent.link) : [],
  ),
);
const all = declared.collections.flatMap(({ name, fields }) =>
  Object.keys(fields).map((field): Place => [name, field]),
);

/** A portal after one change; the same one where there is nothing to change. */
export function edited(portal: Portal, at: Choices): Portal {
  const [name, field] = at.of(at.once(2) ? allFollowed : all) as [Collection, string];
  const records = portal[name];
  if (records.length === 0) return portal;
  const one = at.of(records);
  const { fields } = declared.collections.find((collection) => collection.name === name)!;
  const other = changed(one, field, fields, portal, at);
  const step = at.below(8);
  const next = records.flatMap((record) => {
    if (record !== one) return [record];
    if (step === 0) return [];
    return step === 1 ? [one, { ...other, id: 800_000 + at.below(100_000) }] : [other];
  });
  return { ...portal, [name]: next };
}

function changed(record: Item, name: string, fields: Fields, portal: Portal, at: Choices): Item {
  const { type, required } = fields[name]!;
  const { [name]: now, ...others } = record;
  if (!required && at.once(4)) return others;
  const value = another(type, now, portal, at);
  return value === undefined ? record : { ...others, [name]: value };
}

/** Another value of a type; undefined where there is none. */
function another(type: Type, now: Json | undefined, portal: Portal, at: Choices): Json | undefined {
  if (type.nullable && at.once(3)) return null;
  switch (type.kind) {
    case 'text':
      return `${typeof now === 'string' ? now : ''}ё${at.below(10)}`;
    case 'timestamp':
      return `20${at.below(90) + 10}-03-05T10:12:44+03:00`;
    case 'date':
      return `2026-03-0${at.below(9) + 1}`;
    case 'integer':
      return at.below(5);
    case 'boolean':
      return at.once(2);
    case 'choice':
      return at.of(type.values);
    case 'reference': {
      const others = portal[type.collection as Collection];
      return others.length === 0 ? undefined : at.of(others).id;
    }
    case 'list': {
      const elements = Array.isArray(now) ? now : [];
      if (at.once(4)) return elements.toReversed();
      const place = at.below(elements.length + 1);
      const element = another(type.of, elements[place], portal, at);
      return element === undefined ? elements.slice(1) : elements.toSpliced(place, 1, element);
    }
    case 'part':
      return typeof now === 'object' && now !== null && !Array.isArray(now)
        ? changed(now, at.of(Object.keys(type.fields)), type.fields, portal, at)
        : undefined;
    case 'any-list':
      return [at.below(10)];
    case 'any-object':
      return { deal_id: at.below(10) };
    case 'id':
    case 'nothing':
      return undefined;
  }
}
