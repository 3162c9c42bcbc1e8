// A portal of one's own: the files that a folder needs to be one, and how they get there without touching
// what is there already.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { mustStayBelow } from '../disk/boundary.js';
import type { Portal } from '../model/endpoint.js';
import { writing } from '../problems/failure.js';
import type { Language } from '../problems/messages/catalogue.js';
import { UsageError } from '../problems/problem.js';
import { editorFiles } from '../schema/editors.js';
import { SETTINGS_SCHEMA, schemaFiles, settingsFile } from '../schema/files.js';
import { CONFIG } from '../settings/table.js';
import { asset } from '../shipped.js';
import { words } from './words.js';

export interface NewPortal {
  /** The folder; it need not be there. */
  readonly folder: string;
  /** The tool's own version, on which the portal depends. */
  readonly version: string;
  readonly hosts: readonly string[];
  /** Whether it has a handful of records to begin with. */
  readonly sample: boolean;
  readonly lang: Language;
}

/** What {@link init} did with each file. */
interface Initialised {
  readonly written: readonly string[];
  /** Files that were there already. */
  readonly kept: readonly string[];
}

/** Writes the files of a new portal that are not there yet. Throws a {@link UsageError}. */
export function init(portal: Portal, wanted: NewPortal): Initialised {
  const folder = resolve(wanted.folder);
  const data = join(folder, 'data');
  if (
    wanted.sample &&
    existsSync(data) &&
    readdirSync(data).some((name) => !/^\.|\.md$/.test(name))
  )
    throw new UsageError(words[wanted.lang].hasData(data));
  const files = [...filesOf(portal, wanted)];
  for (const [name] of files) mustStayBelow(folder, name);
  const isThere = ([name]: readonly [string, string]) =>
    lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  const missing = files.filter((file) => !isThere(file));
  for (const [name, text] of missing) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writing(path, () => writeFileSync(path, text, { flag: 'wx' }));
  }
  return {
    written: missing.map(([name]) => name),
    kept: files.filter((file) => !missing.includes(file)).map(([name]) => name),
  };
}

function filesOf(portal: Portal, { folder, version, hosts, sample, lang }: NewPortal) {
  const schemas = [...schemaFiles(portal, lang)].map(
    ([name, text]) => [`data/.schemas/${name}`, text] as const,
  );
  return new Map([
    ['README.md', shipped(`readme.${lang}.md`)],
    ['package.json', json(packageOf(basename(resolve(folder)), version))],
    ['.gitignore', 'node_modules/\ndist/\n.*.portal-snapshot/\n/hosts/\n.portal-snapshot.lock\n'],
    [CONFIG, json({ $schema: `./${SETTINGS_SCHEMA}`, ...(lang === 'en' ? {} : { lang }) })],
    ...settingsFile(portal, hosts, lang),
    ...editorFiles(portal),
    ...schemas,
    ...['pull-request.yml', 'publish.yml', 'import.yml'].map(
      (name) => [`.github/workflows/${name}`, shipped(name)] as const,
    ),
    ...(sample ? samples() : []),
  ]);
}

/** The package of a portal: it is never published, and so needs no version. */
function packageOf(name: string, version: string) {
  const command = 'portal-snapshot';
  return {
    name: /^[a-z0-9][a-z0-9._-]{0,100}$/.test(name) ? name : 'portal',
    private: true,
    scripts: {
      check: `${command} check`,
      build: `${command} build`,
      preview: `${command} preview`,
    },
    dependencies: { [command]: version },
  };
}

function samples(): (readonly [string, string])[] {
  const names = readdirSync(asset('init/files/sample'), { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /json$/.test(name))
    .sort()
    .map((name) => [`data/${name}`, shipped(`sample/${name}`)] as const);
}

const shipped = (name: string) => readFileSync(asset(`init/files/${name}`), 'utf8');
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
