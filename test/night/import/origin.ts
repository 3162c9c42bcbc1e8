// A portal as it lives today, to import from: Django REST Framework over a database, started on data files, and
// changed while it runs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEFAULTS, endpoints, lists } from '../../spec/tables.js';
import { temporaryFolder } from '../../support/folders.js';
import type { Fields } from '../../support/portal.js';
import type { Running, Tool } from '../../support/tools.js';

const PYTHON = '/usr/bin/python3'; // Debian's packages are for its own Python
const hasFramework = spawnSync(PYTHON, ['-c', 'import rest_framework']).status === 0;

/** What it needs. */
export const restFramework: Tool = {
  name: 'python3-djangorestframework',
  file: hasFramework ? PYTHON : undefined,
};

/** A change of records: those put are merged into what is there (null takes a field away), by collection. */
export interface Change {
  readonly put?: Readonly<Record<string, readonly Fields[]>>;
  readonly remove?: Readonly<Record<string, readonly number[]>>;
}

/** The portal, as it runs. */
export interface Origin extends Running {
  /** Changes its records all at once; done once readers see it. */
  readonly change: (change: Change) => Promise<void>;
}

/** How it is started. */
interface Ways {
  readonly pageSize?: number;
  /** A file with what its urls.py says besides. */
  readonly also?: string;
}

/** What it is told of the specification, from which its tables, shapes and lists follow. */
const SPECIFICATION = {
  defaults: DEFAULTS,
  lists,
  favourites: endpoints.filter(({ style }) => style === 'empty').map(({ address }) => address),
};

/** Starts it on a folder of data files. */
export async function startOrigin(
  data: string,
  { pageSize = 20, also }: Ways = {},
): Promise<Origin> {
  const program = fileURLToPath(new URL('./origin/origin.py', import.meta.url));
  const specification = join(temporaryFolder(), 'specification.json');
  writeFileSync(specification, JSON.stringify(SPECIFICATION));
  const args = [program, data, specification, '--page-size', String(pageSize)];
  if (also !== undefined) args.push('--also', also);
  // It ends with its input, hence with this process, however that ends.
  const child = spawn(PYTHON, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the origin ended:\n${said}`);
    return value;
  };
  const url = await nextLine();
  let changed: Promise<unknown> = Promise.resolve();
  return {
    url,
    change: async (change) => {
      child.stdin.write(`${JSON.stringify(change)}\n`);
      const mine = changed.then(nextLine);
      changed = mine.catch(() => {});
      await mine;
    },
    stop: async () => {
      child.stdin.end();
      await exit;
    },
  };
}
