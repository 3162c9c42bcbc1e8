// `npm run weight` prints how heavy src/ is, room by room; `npm run weight -- --tests` adds test/. A line counts
// when code stands on it: blank lines and comments do not, and generated files are left out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../support/folders.js';

const generated = new Set(['src/client/portal.ts']);

/** What one file weighs: its lines of code, and the lines from head to end of its longest function. */
interface Weight {
  readonly file: string;
  readonly code: number;
  readonly longest: { readonly lines: number; readonly name: string };
}

const NONE = { lines: 0, name: '' };

function weigh(file: string): Weight {
  const text = readFileSync(join(projectFolder, file), 'utf8');
  if (/\.(css|html)$/.test(file)) {
    const code = text.replace(/\/\*.*?\*\/|<!--.*?-->/gs, '').split('\n');
    return { file, code: code.filter((line) => line.trim() !== '').length, longest: NONE };
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const lines = new Set<number>();
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  let longest = NONE;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const length = lineOf(node.end) - lineOf(node.getStart()) + 1;
      const named =
        node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      if (length > longest.lines) {
        longest = {
          lines: length,
          name: named?.getText() ?? `line ${lineOf(node.getStart()) + 1}`,
        };
      }
    }
    const children = node.getChildren();
    if (children.length === 0 && node.end > node.getStart()) {
      for (let line = lineOf(node.getStart()); line <= lineOf(node.end); line += 1) lines.add(line);
    }
    for (const child of children) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(source);
  return { file, code: lines.size, longest };
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.(ts|tsx|js|mjs|css|html)$/.test(name) && !generated.has(name))
    .sort();
}

/** One row a folder directly below the given one; a file beside them is a row of its own. */
function print(folder: string): void {
  const weights = filesBelow(folder).map(weigh);
  const rooms = new Map<string, Weight[]>();
  for (const weight of weights) {
    const room = weight.file.split('/')[1]!;
    rooms.set(room, [...(rooms.get(room) ?? []), weight]);
  }
  const sum = (some: readonly Weight[]) => some.reduce((total, { code }) => total + code, 0);
  console.log(
    `${folder}/: ${sum(weights)} lines of code in ${weights.length} files, ${rooms.size} entries`,
  );
  for (const [room, some] of [...rooms].sort((a, b) => sum(b[1]) - sum(a[1]))) {
    console.log(`${String(sum(some)).padStart(8)}  ${room} (${some.length})`);
  }
  const long = weights.filter(({ longest }) => longest.lines > 60);
  console.log(`functions over 60 lines: ${long.length}`);
  for (const { file, longest } of long.sort((a, b) => b.longest.lines - a.longest.lines)) {
    console.log(`${String(longest.lines).padStart(8)}  ${file} ${longest.name}`);
  }
}

print('src');
if (process.argv.includes('--tests')) print('test');
const glossary = /^\| word \|(?:.*\n){2}((?:\|.*\n)+)/m.exec(
  readFileSync(join(projectFolder, 'src/README.md'), 'utf8'),
)!;
console.log(`notions of a clean build: ${glossary[1]!.trimEnd().split('\n').length}`);
