// Makes a folder a portal: writes the files that are missing, and changes no existing file.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import fsExtra from 'fs-extra';
import { VSCODE, vscodeSettings } from '../../editing/schema/editors.js';
import { SETTINGS_SCHEMA, schemaFiles, settingsFile } from '../../editing/schema/files.js';
import { makeFolder, mustStayBelow, realPath } from '../../files/disk/boundary.js';
import { asset, packageFile } from '../../files/shipped.js';
import { nameBelow } from '../../files/source/files.js';
import type { Portal } from '../../model/endpoint.js';
import { writing } from '../../problems/failure.js';
import type { Language } from '../../problems/messages/catalogue.js';
import { refused } from '../../problems/problem.js';
import { CONFIG, mustBeNamed } from '../../snapshot/settings/index.js';
import { filesToBeginWith, ownPages, portalToBeginWith } from './own-portal.js';
import { pathInRepository, workflowsFor } from './workflows.js';

export interface NewPortal {
  /** The folder of the portal. If it does not exist, it is made. */
  readonly folder: string;
  readonly hosts: readonly string[];
  /** Whether to write a handful of sample records. */
  readonly sample: boolean;
  /** For a portal of one's own: whether its module is `new`, or there already, so that the settings name it. */
  readonly own?: 'new' | 'named' | undefined;
  /** Whether to write data files. False before an import, which needs a folder without data files. */
  readonly withData: boolean;
  readonly lang: Language;
}

/** What {@link init} did. */
export interface Initialised {
  readonly written: readonly string[];
  /** Files that existed already. */
  readonly kept: readonly string[];
  /** The version of this tool. */
  readonly version: string;
  /** Whether the portal's `package.json` depends on this tool. */
  readonly isListed: boolean;
  /** Existing files such as `.gitignore`, each with the lines that should be added. */
  readonly lacking: readonly (readonly [file: string, lines: readonly string[]])[];
  /**
   * The path to the top folder of the repository, such as `..`; empty if the portal is that folder, or is not in a
   * repository.
   */
  readonly up: string;
}

/** Writes the files of a new portal that do not exist yet. `named`: the portal that the settings name, if any. */
export async function init(named: Portal, wanted: NewPortal): Promise<Initialised> {
  mustBeNamed('folder', wanted.folder);
  const folder = resolve(wanted.folder);
  const data = join(folder, 'data');
  const hasData = existsSync(data) && readdirSync(data).some((name) => !/^\.|\.md$/.test(name));
  if (wanted.sample && hasData) {
    throw refused(
      '{folder} has data already, and sample records would be mixed with it: leave --sample out',
      { folder: data },
    );
  }
  if (wanted.own === 'new' && existsSync(join(folder, CONFIG))) {
    throw refused('{file} is there, and names no portal: remove it, or leave --own out', {
      file: join(folder, CONFIG),
    });
  }
  const portal = wanted.own === 'new' ? await portalToBeginWith() : named;
  makeFolder(realPath(folder));
  const tool = JSON.parse(readFileSync(packageFile, 'utf8')) as Package;
  const path = await pathInRepository(folder);
  const up = relative(join('/', path), '/').split(sep).join('/');
  const files = [
    ...filesOf(portal, wanted, tool),
    ...workflowsFor(path).map(([name, text]) => [nameBelow(up, name), text] as const),
    ...(hasData || !wanted.withData ? [] : dataOf(portal, wanted)),
  ];
  for (const [name] of files) mustStayBelow(join(folder, up), join(path, name));
  const missing = files.filter(
    ([name]) => !lstatSync(join(folder, name), { throwIfNoEntry: false }),
  );
  for (const [name, text] of missing) {
    const path = join(folder, name);
    writing(path, () => fsExtra.outputFileSync(path, text, { flag: 'wx' }));
  }
  const kept = files.filter((file) => !missing.includes(file));
  return {
    ...{ version: tool.version, up, isListed: isListedIn(join(folder, 'package.json')) },
    written: missing.map(([name]) => name),
    kept: kept.map(([name]) => name),
    lacking: kept.flatMap(([name, text]) => {
      const lines = LISTS.includes(name) ? linesLacking(join(folder, name), text) : [];
      return lines.length > 0 ? [[name, lines] as const] : [];
    }),
  };
}

/** Files whose lines are independent, so that what an existing one lacks can be added to it. */
const LISTS = ['.gitignore', '.gitattributes'];

function isListedIn(packageJson: string): boolean {
  try {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(packageJson, 'utf8'));
    return TOOL in { ...dependencies, ...devDependencies };
  } catch {
    return false; // npm tells what is wrong with the file
  }
}

/** The lines of a text, except comments, that are missing in a file. */
function linesLacking(file: string, text: string): string[] {
  const there = new Set(readFileSync(file, 'utf8').split(/\r?\n/));
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !there.has(line));
}

/** The name of this package, and of its command. */
const TOOL = 'portal-snapshot';

function filesOf(
  portal: Portal,
  { folder, hosts, lang, sample, withData, own }: NewPortal,
  tool: Package,
) {
  const first = shipped(`first-${sample ? 'sample' : withData ? 'records' : 'import'}.${lang}.md`);
  const schemas = [...schemaFiles(portal, lang)].map(
    ([name, text]) => [`data/.schemas/${name}`, text] as const,
  );
  return new Map([
    ...(own
      ? ownPages(portal, lang)
      : [
          ['README.md', shipped(`readme.${lang}.md`).replace('{first}\n', () => first)] as const,
          ...guides(lang, sample),
        ]),
    ...(own === 'new' ? filesToBeginWith('portal') : []),
    ['package.json', json(packageOf(basename(resolve(folder)), tool, own && portal))],
    ['.gitignore', 'node_modules/\ndist/\n.*.portal-snapshot/\n/hosts/\n'],
    [
      '.gitattributes',
      `${SAME_LINE_ENDS}* text=auto eol=lf\ndata/.import/** linguist-generated\ndata/** merge=portal-snapshot\n`,
    ],
    [CONFIG, json(settingsOf(lang, own))],
    ...settingsFile(portal, hosts, lang),
    [VSCODE, vscodeSettings(portal)],
    ...schemas,
  ]);
}

/** The settings of a new portal, which has all addresses that the pages show. */
const settingsOf = (lang: Language, own: NewPortal['own']) => ({
  $schema: `./${SETTINGS_SCHEMA}`,
  ...(own && { portal: './portal/index.js' }),
  ...(lang === 'en' ? {} : { lang }),
  extras: 'all',
});

const SAME_LINE_ENDS =
  '# Texts are published byte by byte: with the line ends of Windows, a clone would build another snapshot.\n';

/**
 * The guides for editors. Without sample records, the id 100 in commands becomes 1, the id of the first record. The
 * guide in the portal's language becomes `data/README.md`.
 */
function guides(lang: Language, sample: boolean): (readonly [string, string])[] {
  return ['README.md', 'README.ru.md'].map((name) => {
    const text = readFileSync(asset(`../data/${name}`), 'utf8');
    const own = sample ? text : text.replace(/ 100(?=[ `\n])/g, ' 1');
    return [`data/${named(name)}`, named(own)];
  });
  function named(text: string): string {
    if (lang === 'en') return text;
    return text.replaceAll('README.md', 'README.en.md').replaceAll('README.ru.md', 'README.md');
  }
}

/**
 * The data files of a new portal: the districts, regions and cities of Russia and, if wanted, sample records. The
 * other `.ndjson` files are empty. A portal of one's own begins with a few records.
 */
function dataOf({ collections }: Portal, { sample, own }: NewPortal): Map<string, string> {
  if (own) return new Map(own === 'new' ? filesToBeginWith('data') : []);
  const places = ['districts', 'regions', 'cities'].map((name) => `data/${name}.json`);
  // Collections with one record on each line get an empty file, to which `new` then adds records.
  const lines = collections.filter(({ layout }) => layout.kind === 'lines');
  return new Map([
    ...places.map((file) => [file, readFileSync(asset(`../${file}`), 'utf8')] as const),
    ...lines.map(({ name }) => [`data/${name}.ndjson`, ''] as const),
    ...(sample ? samples() : []),
  ]);
}

/** What is used here of the `package.json` of this tool. */
interface Package {
  readonly version: string;
  /** With the version of zod, in which portals are declared. */
  readonly dependencies: { readonly zod: string };
  /** With the version of Pagefind, which makes the extra `/search/`. */
  readonly peerDependencies: { readonly pagefind: string };
}

/**
 * The `package.json` of a portal. A portal is never published as a package, so it needs no version. `own`: the portal
 * of one's own, whose module needs zod.
 */
function packageOf(name: string, tool: Package, own: Portal | undefined) {
  const { pagefind } = tool.peerDependencies;
  return {
    name: /^[a-z0-9][a-z0-9._-]{0,100}$/.test(name) ? name : 'portal',
    private: true,
    ...(own && { type: 'module' }),
    scripts: { check: `${TOOL} check`, build: `${TOOL} build`, preview: `${TOOL} preview` },
    dependencies: {
      [TOOL]: tool.version,
      ...(own && { zod: tool.dependencies.zod }),
      ...((!own || own.search) && { pagefind }),
    },
  };
}

function samples(): (readonly [string, string])[] {
  const names = readdirSync(asset('cli/init/files/sample'), { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /json$/.test(name))
    .sort()
    .map((name) => [`data/${name}`, shipped(`sample/${name}`)] as const);
}

const shipped = (name: string) => readFileSync(asset(`cli/init/files/${name}`), 'utf8');
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
