// What a change of code is called in accepted/.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { accepted } from './accepted/index.js';

type Change = Pick<MutantResult, 'fileName' | 'location' | 'replacement'>;

/** What a change makes of what, and the line where it begins; lines and columns are counted from 1. */
function nameOf({ fileName, location: { start, end }, replacement = '' }: Change): {
  readonly name: string;
  readonly line: string;
} {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const line = lines[0]!.trim();
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1);
  lines[0] = lines[0]!.slice(start.column - 1);
  return { name: `${short(lines.join('\n'))} → ${short(replacement)}`, line };
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 40)} … ${line.slice(-16)}` : line;
}

/**
 * What a change is called, with its file, and why no test has to notice it; undefined: one has to. Where several changes of
 * a file are called the same, a reason names the line, too.
 */
export function reasonFor(change: Change): { readonly key: string; readonly reason?: string } {
  const file = relative('src', change.fileName);
  const { name, line } = nameOf(change);
  const inLine = `${name} in: ${short(line)}`;
  const reasons = accepted[file] ?? {};
  const key = inLine in reasons ? inLine : name;
  const reason = reasons[key];
  return { key: `${file}: ${key}`, ...(reason !== undefined && { reason }) };
}
