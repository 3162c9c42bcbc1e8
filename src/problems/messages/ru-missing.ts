// The words for missing records that others refer to, and for records that have one id, in Russian.

import { renumbering } from '../commands.js';
import { FEW } from '../nearest.js';
import type { MissingId, MissingRecord, Twins, TwoVersions } from './catalogue.js';
import { counted, plural } from './ru-counts.js';

/** The message that a record does not exist. */
export const noRecord = ({ collection, id }: MissingId) => `в ${collection} нет записи ${id}`;

/** What to do about a missing record. */
export function missing(record: MissingRecord): string {
  const { collection, id, referring, together, isCollectionEmpty, near, lost } = record;
  const refer = `${plural(referring, 'refer')} ${counted(referring, 'records')}`;
  if (lost?.restore && together > 1) {
    const { path, command, isEmpty } = lost.restore;
    const what = isEmpty
      ? `файл ${path} пуст, а в нём были записи из`
      : `нет ${path}, а с ним и записей из`;
    return `${what} ${collection}: ${together}; на них ${refer}: верните их (\`${command}\`) или удалите то, что на них ссылается`;
  }
  if (lost?.rename) {
    const { from, to } = lost.rename;
    const them = together > 1 ? 'них' : 'неё';
    return `${from} не читается как данные, а запись, похоже, там; на ${them} ${refer}: верните файлу имя ${to}`;
  }
  if (lost?.revert) {
    const { commit, command } = lost.revert;
    const name = lost.name === undefined ? '' : ` (${lost.name})`;
    const [what, them] =
      together > 1
        ? [`записи из ${collection} (${together})`, 'на них']
        : [`запись ${id}${name}`, 'на неё'];
    return `коммит ${commit} удалил ${what}; ${them} ${refer}: отмените его со всем, что в нём изменено (\`${command}\`), или удалите то, что ${them} ссылается`;
  }
  if (isCollectionEmpty && !lost?.restore) {
    const them = lost ? ` (их печатает \`${lost.show}\`)` : '';
    return `в ${collection} нет ни одной записи, а на них ${refer}: верните их${them} или удалите то, что на них ссылается`;
  }
  if (lost) {
    const back = lost.restore
      ? `верните её (\`${lost.restore.command}\`)`
      : `верните её такой, какой она была в строке ${lost.line} файла ${lost.file} (его печатает \`${lost.show}\`),`;
    const name = lost.name === undefined ? '' : ` (${lost.name})`;
    return `записи ${id}${name} больше нет; на неё ${refer}: ${back} или удалите то, что на неё ссылается`;
  }
  if (near.length > 0) {
    const ids = near.map(({ id, name }) => (name === undefined ? `${id}` : `${id}, ${name}`));
    return `возможно, имелось в виду ${ids.join('; или ')}?`;
  }
  return referring > FEW
    ? `на неё ${refer}: верните её, если она удалена, или удалите то, что на неё ссылается`
    : `добавьте запись ${id} в ${collection} или укажите номер, который имелся в виду`;
}

/** What to do about two records that have one id. */
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
