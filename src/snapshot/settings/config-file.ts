// Reads the settings file. Every mistake in it is a UsageError that names the file.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readAtMost } from '../../files/disk/text-file.js';
import { findDefects } from '../../files/source/defects.js';
import { isObject } from '../../model/fields.js';
import { orNearest } from '../../problems/nearest.js';
import { pointerSteps, refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { CONFIG, settingRows } from './table.js';

/** A larger settings file is refused. */
const MOST_BYTES = 1 << 20;

/** The settings of a file, unchecked; none if no file is named and the usual one is not there. */
export function readConfig(
  cwd: string,
  named: string | undefined,
): Readonly<Record<string, unknown>> {
  const path = join(cwd, CONFIG);
  if (named === undefined && !existsSync(path)) return {};
  const file = named === undefined ? path : resolve(cwd, named);
  let config: unknown;
  let text: string;
  try {
    text = readAtMost(file, MOST_BYTES)
      .toString()
      .replace(/^\uFEFF/, '');
    config = JSON.parse(text);
  } catch (error) {
    throw refused('cannot read the settings in {file}: {reason}', {
      file,
      reason: (error as Error).message,
    });
  }
  if (!isObject(config)) throw refused('{file} must hold one JSON object', { file });
  const again = findDefects(text).find(({ kind }) => kind === 'duplicate-key');
  if (again) {
    const line = text.slice(0, again.at).split('\n').length;
    throw refused(
      '{name} is given twice in {file}, the second time in line {line}: remove one of them',
      { name: quote(pointerSteps(again.path).at(-1)), file, line },
    );
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
