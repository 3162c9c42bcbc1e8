// The project's pages: every Markdown file that is committed, its headings, links and commands.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../support/folders.js';

export interface Page {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly text: string;
}

const listed = [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '-z',
  '*.md',
  ':!src/cli/init/files',
];
const files = execFileSync('git', listed, { cwd: projectFolder, encoding: 'utf8' });

export const pages: readonly Page[] = files
  .split('\0')
  .filter((file) => file !== '')
  .map((file) => ({ file, text: readFileSync(join(projectFolder, file), 'utf8') }));

export const pageOf = (file: string): string => pages.find((page) => page.file === file)!.text;

const FENCED = /^```(\w*).*\n([\s\S]*?)^```$/gm;

/** The headings of a page as GitHub's anchors name them. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...text.replace(FENCED, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const shown = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = shown.replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** Where the links of a page lead, but for those to other sites. */
export function linksOf(text: string): string[] {
  const words = text.replace(FENCED, '').replace(/`[^`\n]*`/g, '');
  const targets = [...words.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** A part of a page: what is below a heading of the second rank. */
export function partOf(text: string, heading: string): string {
  return text.split(/^## (?!#)/m).find((part) => part.startsWith(`${heading}\n`))!;
}

/** What is within the fences of a language. */
export const blocksOf = (text: string, wanted: string): string[] =>
  [...text.matchAll(FENCED)].flatMap(([, language, block]) =>
    language === wanted ? [block!] : [],
  );

/** The lines of shell blocks that call this tool or npm, without what is said about them. */
export function commandsOf(text: string): string[] {
  const shell = [...text.matchAll(FENCED)].flatMap(([, language, block]) =>
    language === 'sh' || language === '' ? block!.split('\n') : [],
  );
  return shell
    .filter((line) => /^(?:npx portal-snapshot|npm) /.test(line))
    .map((line) => line.replace(/ +# .*$/, ''));
}
