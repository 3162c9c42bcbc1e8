// Takes back what was changed in a record since the last commit, with its companions. This is one change of the data,
// which `undo` takes back.
import { existsSync, readFileSync } from 'node:fs';
import { makePlan } from '../../engine/plan.js';
import type { Portal } from '../../model/endpoint.js';
import type { MissingId } from '../../problems/messages/catalogue.js';
import { refused } from '../../problems/problem.js';
import { recordText } from '../format/record-text.js';
import { mustHaveUniqueIds, rowOf } from '../query/subject.js';
import { type AddedRecord, editsOf, type OldRecord } from '../workspace/edits.js';
import { type DataSettings, inFolder, type PortalData } from '../workspace/portal-data.js';
import type { Edit } from '../workspace/put.js';
import { editData, type Tried } from '../workspace/try-out.js';
import { type EditedVersions, recordOf } from './edited.js';
import { type Uncommitted, withUncommitted } from './uncommitted.js';

/**
 * Gives a record the values of the last commit; adds it or removes it. Throws a {@link UsageError} if it was not edited.
 * `changed` and `find`: see {@link withUncommitted}.
 */
export function takeBack(
  portal: Portal,
  settings: DataSettings,
  { collection, id }: MissingId,
  ...[changed, find]: [readonly string[], Parameters<typeof withUncommitted>[3]]
): Promise<Tried> {
  const plan = makePlan(portal);
  const { singular } = plan.byName.get(collection)!.declared;
  return withUncommitted(portal, settings, changed, find, (uncommitted) => {
    const own = withCompanions(uncommitted, `${collection} ${id}`);
    return editData(plan, { ...settings, dryRun: false }, (data) => ({
      result: {},
      edits: editsBack(data, settings, uncommitted, own),
      command: ['take-back', singular, `${id}`],
    }));
  });
}

/** The key of a record, and those of its companions. */
function withCompanions({ edited, versions }: Uncommitted, key: string): ReadonlySet<string> {
  if (!versions.has(key)) throw refused('Nothing has changed in this record since the last time.');
  const own = new Set([key]);
  // A companion may have companions: the root comment of a post has an event. A set visits what is added to it.
  for (const owner of own) {
    for (const { collection, id, companionOf } of edited) {
      if (companionOf === owner) own.add(`${collection} ${id}`);
    }
  }
  return own;
}

function editsBack(
  data: PortalData,
  settings: DataSettings,
  { versions, before }: Uncommitted,
  own: ReadonlySet<string>,
): Edit[] {
  const edits: Edit[] = [];
  const old: OldRecord[] = [];
  const added: AddedRecord[] = [];
  const filesOf = ({ was, is }: EditedVersions) =>
    [was, is].flatMap((one) => (one ? one.file : []));
  const touched = [...own].flatMap((key) => filesOf(versions.get(key)!));
  const contents = (folder: string, file: string) => {
    const path = inFolder({ data: folder }, file);
    return existsSync(path) ? readFileSync(path) : undefined;
  };
  for (const file of new Set(touched.map(({ name }) => name))) {
    const inFile = [...versions].filter(([, all]) =>
      filesOf(all).some(({ name }) => name === file),
    );
    if (inFile.every(([key]) => own.has(key))) {
      // Nothing else was edited in this file, so it gets the bytes of the commit.
      const texts = touched.flatMap((one) => (one.name === file ? (one.texts ?? []) : []));
      for (const name of new Set([file, ...texts.map((text) => text.name)])) {
        const [now, then] = [contents(settings.data, name), contents(before, name)];
        if (now && then && now.equals(then)) continue;
        edits.push({ file: name, before: now, after: then });
      }
      continue;
    }
    for (const [key, { was, is }] of inFile) {
      if (!own.has(key)) continue;
      const [collection = '', id] = key.split(' ');
      const [wasHere, isHere] = [was, is].map((one) => one?.file.name === file);
      const record = was && recordOf(was);
      const { plan } = data.table(collection);
      if (record && wasHere && !isHere) {
        const text = recordText(record, plan.fields, 'line');
        added.push({ plan, id: Number(id), text, file, isAlone: false });
        continue;
      }
      const row = rowOf(data, { collection, id: Number(id) })!;
      const now = data.recordOf(row);
      const names = [...Object.keys(record ?? {}), ...Object.keys(now)];
      const values =
        record && wasHere ? new Map(names.map((name) => [name, record[name]])) : undefined;
      old.push({ ...row, values });
    }
  }
  mustHaveUniqueIds(data, old);
  return [...edits, ...editsOf(data, old, added)];
}
