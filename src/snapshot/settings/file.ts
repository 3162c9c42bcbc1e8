// Reads the settings file. If the file is wrong, throws a UsageError that names it.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readAtMost } from '../../files/disk/text-file.js';
import { findDefects } from '../../files/source/defects.js';
import { skip, walkJson } from '../../files/source/json.js';
import { isObject } from '../../model/fields.js';
import { orNearest } from '../../problems/nearest.js';
import { pointerSteps, refused } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { CONFIG } from './name.js';
import { inFile } from './table.js';

/** In bytes. A larger settings file is refused. */
const MOST_BYTES = 1 << 20;

/** The texts of settings that are in pipes, because a pipe can be read only once. */
const pipes = new Map<string, string>();

/**
 * Reads the settings file. Refuses unknown and repeated settings, but does not check values. Returns an empty object if
 * no file is named and the usual file does not exist.
 */
export function readSettingsFile(
  cwd: string,
  named: string | undefined,
): Readonly<Record<string, unknown>> {
  const file = resolve(cwd, named ?? CONFIG);
  if (named === undefined && !existsSync(file)) return {};
  let text: string | undefined;
  let json: unknown;
  try {
    text = pipes.get(file) ?? readAtMost(file, MOST_BYTES).toString();
    if (!statSync(file).isFile()) pipes.set(file, text);
    text = text.replace(/^\uFEFF/, '');
    json = JSON.parse(text);
  } catch (error) {
    const where = text === undefined ? file : `${file}:${lineOf(text, faultIn(text))}`;
    throw refused('cannot read the settings in {where}: {reason}', {
      where,
      reason: (error as Error).message,
    });
  }
  if (!isObject(json)) throw refused('{file} must hold one JSON object', { file });
  for (const defect of findDefects(text)) {
    const name = quote(pointerSteps(defect.path).at(-1));
    const line = lineOf(text, defect.at);
    if (defect.kind === 'duplicate-key')
      throw refused(
        '{name} is given twice in {file}, the second time in line {line}: remove one of them',
        { name, file, line },
      );
    if ('source' in defect)
      throw refused('the number of {name} in {file}:{line} cannot be kept exactly: {source}', {
        ...{ name, file, line, source: defect.source },
      });
  }
  const { $schema: _, ...settings } = json;
  const unknown = Object.keys(settings).find((name) => !Object.hasOwn(inFile, name));
  if (unknown === undefined) return settings;
  throw refused('unknown setting {name} in {file}{meant}', {
    name: quote(unknown),
    file,
    meant: orNearest(unknown, Object.keys(inFile)),
  });
}

/** Returns the offset of the first syntax error in a text that should be JSON. */
function faultIn(text: string): number {
  const walked = walkJson(text, 0, {});
  return 'fault' in walked ? walked.fault.at : skip(text, walked.end);
}

/** The number of the line at an offset, from 1. */
const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;
