// Messages about missing records that others refer to, about records with the same id, and about files and records in
// the wrong place, in Russian.

import { renumbering } from '../commands.js';
import { FEW } from '../nearest.js';
import { cut } from '../quote.js';
import type { MissingId, MissingRecord, Twins, TwoVersions } from './catalogue.js';
import type { strayed as english } from './en-missing.js';
import type { Catalogue } from './names.js';
import { counted, plural } from './ru-counts.js';

/** The message that a record does not exist. */
export const noRecord = ({ collection, id }: MissingId) => `в ${collection} нет записи ${id}`;

/** What to do about a missing record. */
export function missing(record: MissingRecord): string {
  const { collection, id, referring, isCollectionEmpty, near } = record;
  const refer = `${plural(referring, 'refer')} ${counted(referring, 'records')}`;
  if (isCollectionEmpty) {
    return `в ${collection} нет ни одной записи, а на них ${refer}: верните их или удалите то, что на них ссылается`;
  }
  if (near.length > 0) {
    const ids = near.map(({ id, name }) => (name === undefined ? `${id}` : `${id}, ${name}`));
    return `возможно, имелось в виду ${ids.join('; или ')}?`;
  }
  return referring > FEW
    ? `на неё ${refer}: верните её, если она удалена, или удалите то, что на неё ссылается`
    : `добавьте запись ${id} в ${collection} или укажите номер, который имелся в виду`;
}

/** What to do about two records that have the same id. */
export function twinsHint(id: number, twins: Twins): string {
  switch (twins.kind) {
    case 'same':
      return 'это одна запись дважды: удалите одну из двух';
    case 'follow':
      return `они ссылаются на ${twins.singular} ${twins.id}: сначала разберитесь с этой записью`;
    case 'versions':
      return `это две версии одной записи: оставьте одну, а другую удалите; а если нужны обе, ${renewed(id, twins)}`;
    case 'two':
      return `это две разные записи: ${renewed(id, twins)}`;
  }
}

function renewed(id: number, twins: TwoVersions): string {
  const { from, older } = twins;
  const origin = from === undefined ? 'ещё не в коммите' : from;
  const other = older === undefined ? '' : `; другая: ${older}`;
  const known = from === undefined && older === undefined ? '' : ` (${origin}${other})`;
  return `\`${renumbering(id, twins)}\` даст той, что новее${known}, другой номер вместе со всем, что к ней относится`;
}

/** Messages about files that are not read, and about files and records in the wrong collection. */
export const strayed: Pick<Catalogue['messages'], keyof typeof english> = {
  'unknown-collection': ({ name, nearest, known }) => ({
    message: `коллекции «${cut(name)}» нет`,
    hint:
      nearest === undefined
        ? known && `назовите одним из этих имён: ${known.join(', ')}`
        : `возможно, имелось в виду ${nearest}?`,
  }),
  'ignored-file': ({ what, meant }) => ({
    message: {
      link: 'символическая ссылка не читается',
      file: 'этот файл не читается',
      other: 'это не файл, и оно не читается',
      text: 'текст без своей записи не читается',
      gzip: 'файл, сжатый программой gzip, не читается',
      'front-matter': 'файл Markdown с полями между строками «---» не читается',
    }[what],
    hint: meant
      ? `назовите его ${meant}, если он должен читаться; иначе начните его имя с точки`
      : what === 'text'
        ? 'назовите его по файлу .json с одной записью рядом: 0044-slug.text.html — текст для 0044-slug.json'
        : what === 'gzip'
          ? 'распакуйте его (gzip -d), если он должен читаться; иначе начните его имя с точки'
          : what === 'front-matter'
            ? 'записи — это файлы .json или .ndjson; у заметки нет таких полей, или её имя начинается с точки'
            : 'файлы данных кончаются на .json или .ndjson; чтобы хранить здесь другой, начните его имя с точки',
  }),
};
