// Shows the result of `mirror`, as text for people or as JSON for programs.

import { sizeInWords } from '../../problems/text/size.js';
import { visible, visibleJson } from '../../problems/text/visible.js';
import type { MirrorReport } from './index.js';

/** Returns the report as one JSON object. */
export const json = (report: MirrorReport): string => `${visibleJson(report)}\n`;

/** Returns the report as text for people. `ms`: how long the run took. */
export function pretty(report: MirrorReport, ms: number): string {
  const { problem, origin, snapshot, files, foreign, requests, bytes } = report;
  const lines: string[] = [];
  if (problem !== null) {
    lines.push(`not in step, and the folder stays as it was: ${visible(problem)}`);
  } else {
    lines.push(`in step with ${visible(origin)}: ${plural(files.total, 'file')}`);
    lines.push(`snapshot ${snapshot}`);
    const placed = `${plural(files.placed, 'file')} put in place, ${files.removed} removed`;
    lines.push(files.placed + files.removed === 0 ? 'nothing changed' : placed);
  }
  const [example] = foreign;
  if (example !== undefined) {
    const count = plural(foreign.length, 'file');
    lines.push(
      `${count} in the folder are not of this API, such as ${visible(example)}; they stay`,
    );
  }
  const size = sizeInWords(bytes, 'en');
  lines.push(`${plural(requests, 'request')}, ${size}, ${(ms / 1000).toFixed(1)} s`);
  return `${lines.join('\n')}\n`;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
