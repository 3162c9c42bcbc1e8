// Reads the settings file. If the file is wrong, throws a UsageError that names it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readAtMost } from '../../files/disk/text-file.js';
import { findDefects } from '../../files/source/defects.js';
import { skip, walkJson } from '../../files/source/json.js';
import { isObject } from '../../model/fields.js';
import { orNearest } from '../../problems/nearest.js';
import { pointerSteps, refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { CONFIG, settingRows } from './table.js';

/** In bytes. A larger settings file is refused. */
const MOST_BYTES = 1 << 20;

/** Returns the offset of the first syntax error in a text that should be JSON. */
function faultIn(text: string): number {
  const walked = walkJson(text, 0, {});
  return 'fault' in walked ? walked.fault.at : skip(text, walked.end);
}

/** The number of the line at an offset, from 1. */
const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/**
 * Reads the settings file. Refuses unknown and repeated settings, but does not check values. Returns an empty object if
 * no file is named and the usual file does not exist.
 */
export function readConfig(
  cwd: string,
  named: string | undefined,
): Readonly<Record<string, unknown>> {
  const path = join(cwd, CONFIG);
  if (named === undefined && !existsSync(path)) return {};
  const file = named === undefined ? path : resolve(cwd, named);
  let config: unknown;
  let text: string | undefined;
  try {
    text = readAtMost(file, MOST_BYTES)
      .toString()
      .replace(/^\uFEFF/, '');
    config = JSON.parse(text);
  } catch (error) {
    const where = text === undefined ? file : `${file}:${lineOf(text, faultIn(text))}`;
    throw refused('cannot read the settings in {where}: {reason}', {
      where,
      reason: (error as Error).message,
    });
  }
  if (!isObject(config)) throw refused('{file} must hold one JSON object', { file });
  for (const defect of findDefects(text)) {
    const values = {
      name: quote(pointerSteps(defect.path).at(-1)),
      file,
      line: lineOf(text, defect.at),
    };
    if (defect.kind === 'duplicate-key')
      throw refused(
        '{name} is given twice in {file}, the second time in line {line}: remove one of them',
        values,
      );
    if ('source' in defect)
      throw refused('the number of {name} in {file}:{line} cannot be kept exactly: {source}', {
        ...values,
        source: defect.source,
      });
  }
  const { $schema: _, ...settings } = config;
  const names: readonly string[] = settingRows.flatMap((row) => (row.isInFile ? [row.name] : []));
  for (const name of Object.keys(settings)) {
    if (names.includes(name)) continue;
    throw refused('unknown setting {name} in {file}{meant}', {
      name: quote(name),
      file,
      meant: orNearest(name, names),
    });
  }
  return settings;
}
