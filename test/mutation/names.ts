// What a change of code is called in accepted/.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { accepted } from './accepted/index.js';

type Change = Pick<MutantResult, 'fileName' | 'location' | 'replacement'>;

/** What a change makes of what, in a line; lines and columns are counted from 1. */
function nameOf({ fileName, location: { start, end }, replacement = '' }: Change): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1);
  lines[0] = lines[0]!.slice(start.column - 1);
  return `${short(lines.join('\n'))} → ${short(replacement)}`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 40)} … ${line.slice(-16)}` : line;
}

/** What a change is called, with its file, and why no test has to notice it; undefined: one has to. */
export function reasonFor(change: Change): { readonly key: string; readonly reason?: string } {
  const [file, name] = [relative('src', change.fileName), nameOf(change)];
  const reason = accepted[file]?.[name];
  return { key: `${file}: ${name}`, ...(reason !== undefined && { reason }) };
}
