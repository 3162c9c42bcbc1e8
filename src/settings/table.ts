// The one table of everything that can be set: a row for each setting, option and flag. The types,
// checks, defaults, flags and their help, the README's table and the settings file's schema are all
// derived from it. zod is a parameter, so that it is loaded only when a value must be checked by it.
import type { z as Zod } from 'zod';
import { LANGUAGES } from '../problems/messages/catalogue.js';
import { LISTEN } from '../site/address.js';
import {
  baseUrl,
  compress,
  EDITOR,
  extras,
  type Known,
  pageSize,
  wrongExtra,
  wrongSiblings,
  wrongSize,
} from './schemas.js';

/** The settings file, in the working folder. */
export const CONFIG = 'portal-snapshot.config.json';

export interface Row {
  /** Where it can be given: in the settings file, as an option of a call, or for the report only. */
  readonly of: 'file' | 'options' | 'report';
  readonly schema: (z: typeof Zod, known: Known) => Zod.ZodType;
  /** All of its values, if they are few; the default, if it has one, comes first. */
  readonly choices?: readonly string[];
  /** What a value must be ("links is …, not 7"). If absent, commander or the compiler checks values. */
  readonly must?: string;
  /** A more exact message for a wrong value than `must`, if there is one. */
  readonly wrong?: (value: unknown, known: Known) => string | undefined;
  readonly standard?: unknown;
  /** Its flags on the command line. `parse` says how a flag's text becomes the value, if it is not it. */
  readonly flags?: readonly [Flag, ...Flag[]];
  readonly takenBy: { readonly [C in CommandName]?: 'shown' | 'hidden' };
  /** Cells of the README's table; the flag and the default are derived from the row unless given here. */
  readonly readme?: {
    readonly flag?: string;
    readonly standard?: string;
    readonly meaning: string;
  };
}

export interface Flag {
  readonly spelling: string;
  readonly about: string;
  readonly parse?: 'number' | 'repeated' | ((text: string) => string | string[]);
}

/** The commands that take settings. */
export type CommandName = 'build' | 'check' | 'preview' | 'diff' | 'docs';

const EVERYWHERE = { build: 'shown', check: 'shown', preview: 'shown', diff: 'shown' } as const;
// A check accepts the flags that only matter for writing, so that both take the same command line.
const WRITING = { build: 'shown', check: 'hidden', diff: 'shown' } as const;
const SHOWING = { ...WRITING, preview: 'shown' } as const;

const LINKS = ['path', 'query', 'file'] as const;
const AUDIENCES = ['public', 'all'] as const;
const PERSONAL = ['withhold', 'publish'] as const;
const REPORTERS = ['pretty', 'json', 'github'] as const;

const oneOf = (choices: readonly string[]) => `is one of ${choices.join(', ')}`;
const A_LIST = 'must be a list of texts';
const A_SIZE = 'must be a whole number of at least 1';

/** The rows, in the order in which help lists them. */
export const table = {
  /** The data folder; `data` by default. */
  data: {
    of: 'options',
    schema: (z) => z.string(),
    standard: 'data',
    flags: [{ spelling: '--data <dir>', about: 'the data folder' }],
    takenBy: EVERYWHERE,
  },
  /** The snapshot's folder; `dist` by default. */
  out: {
    of: 'options',
    schema: (z) => z.string(),
    standard: 'dist',
    flags: [{ spelling: '--out <dir>', about: "the snapshot's folder" }],
    takenBy: { build: 'shown', check: 'hidden' },
  },
  /** The settings file; `portal-snapshot.config.json`, if there is one, by default. */
  config: {
    of: 'options',
    schema: (z) => z.string(),
    flags: [{ spelling: '--config <file>', about: `the settings file (default: ${CONFIG})` }],
    takenBy: { ...EVERYWHERE, docs: 'shown' },
  },
  /** Prefix of every absolute URL; it may have a path. */
  baseUrl: {
    of: 'file',
    schema: baseUrl,
    must: 'must be an address such as https://api.example.org',
    standard: 'http://localhost:8080',
    flags: [{ spelling: '--base-url <url>', about: 'prefix of every absolute URL' }],
    takenBy: { ...WRITING, docs: 'shown' },
    readme: {
      meaning:
        'prefix of every link; it may have a path; written as clients write it (`Example.ORG` becomes `example.org`)',
    },
  },
  /** Records per page: one number, or a number for each endpoint by name and for `default`. */
  pageSize: {
    of: 'file',
    schema: pageSize,
    must: A_SIZE,
    wrong: wrongSize,
    standard: 20,
    flags: [{ spelling: '--page-size <n>', about: 'records a page', parse: 'number' }],
    takenBy: SHOWING,
    readme: {
      meaning:
        'records a page: a number, or `{"default": 20, "region": 100}` by endpoint; the flag replaces it all',
    },
  },
  /** Further addresses, by their templates; `all` stands for each of them. */
  extras: {
    of: 'file',
    schema: extras,
    must: 'must be "all" or a list of templates',
    wrong: wrongExtra,
    standard: [],
    flags: [
      {
        spelling: '--extra <template>',
        about: 'publish a further address, such as /api/city/ (repeatable); all publishes each',
        parse: 'repeated',
      },
    ],
    takenBy: { ...SHOWING, docs: 'shown' },
    readme: {
      flag: '`--extra` (repeatable)',
      standard: 'none',
      meaning: 'further addresses, see [Extras](#extras): a list of templates, or `all`',
    },
  },
  links: {
    of: 'file',
    schema: (z) => z.enum(LINKS),
    choices: LINKS,
    must: oneOf(LINKS),
    flags: [{ spelling: '--links <style>', about: 'how links name a page' }],
    takenBy: { ...SHOWING, docs: 'shown' },
    readme: {
      standard: 'what the hosts serve, else `path`',
      meaning: 'how links name a page: `path`, `query` or `file`',
    },
  },
  /** Hosts whose configuration files to write beside the API. */
  hosts: {
    of: 'file',
    schema: (z, { hosts }) => z.array(hosts ? z.enum(hosts) : z.string()),
    must: A_LIST,
    standard: [],
    flags: [
      {
        spelling: '--host <name>',
        about: 'write the files of a host (repeatable); list shows all',
        parse: 'repeated',
      },
    ],
    takenBy: { ...WRITING, docs: 'shown' },
    readme: {
      flag: '`--host` (repeatable)',
      standard: 'none',
      meaning:
        'hosts whose files to write, see [Hosts](src/hosts/README.md); `--host list` shows all',
    },
  },
  /**
   * Compressed siblings to write. By default those that the hosts serve; none without a host. `br:11`
   * sets the level (9 by default).
   */
  compress: {
    of: 'file',
    schema: compress,
    must: A_LIST,
    wrong: wrongSiblings,
    flags: [
      {
        spelling: '--compress <list>',
        about:
          'write compressed siblings: br, gzip, both, or none; br:11 sets the level (default: what the hosts serve, at 9)',
        parse: (text) => (text === 'none' ? text : text.split(',')),
      },
    ],
    takenBy: WRITING,
    readme: {
      flag: '`--compress br,gzip`',
      standard: 'what the hosts serve, else none',
      meaning: 'compressed siblings to write, or `none`; `br:11` sets the level (9)',
    },
  },
  /** Where servers listen: an address and a port. */
  listen: {
    of: 'file',
    schema: (z) => z.string().regex(LISTEN).nullable(),
    must: 'must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080',
    standard: '127.0.0.1:8080',
    flags: [{ spelling: '--listen <address>', about: 'where servers listen' }],
    takenBy: WRITING,
    readme: { meaning: 'where servers listen' },
  },
  /** The folder for the files that a host's administrator needs; it has a folder for each host. */
  hostFiles: {
    of: 'file',
    schema: (z) => z.string().nullable(),
    must: 'must be the name of a folder',
    standard: 'hosts',
    flags: [{ spelling: '--host-files <dir>', about: 'where to write the files of hosts' }],
    takenBy: WRITING,
    readme: { meaning: 'where to write the files for whoever runs a host' },
  },
  /** `public` withholds the records that are not for everyone; `all` withholds nothing. */
  audience: {
    of: 'file',
    schema: (z) => z.enum(AUDIENCES),
    choices: AUDIENCES,
    must: oneOf(AUDIENCES),
    standard: AUDIENCES[0],
    flags: [
      { spelling: '--audience <who>', about: 'withhold what is not for everyone, or nothing' },
    ],
    takenBy: EVERYWHERE,
    readme: { meaning: '`all` withholds nothing' },
  },
  /** `withhold` blanks e-mail addresses, birthdays and last log-ins. */
  personal: {
    of: 'file',
    schema: (z) => z.enum(PERSONAL),
    choices: PERSONAL,
    must: oneOf(PERSONAL),
    standard: PERSONAL[0],
    flags: [{ spelling: '--personal <how>', about: 'blank personal fields, or publish them' }],
    takenBy: SHOWING,
    readme: { meaning: '`publish` leaves personal fields' },
  },
  /** Hosts whose pages posts and comments may show in frames. */
  frames: {
    of: 'file',
    schema: (z) => z.array(z.string()),
    must: A_LIST,
    standard: [],
    takenBy: {},
    readme: {
      standard: 'none',
      meaning: 'hosts (`video.example.org`) from which posts and comments may frame pages',
    },
  },
  /** How a place in a data file is opened in the editor: an address of its own with the place in it. */
  editor: {
    of: 'file',
    schema: (z) => z.string().regex(EDITOR).nullable(),
    must: 'must be an address for an editor with {file} in it, such as idea://open?file={file}&line={line}',
    standard: 'vscode://file{file}:{line}:{column}',
    flags: [{ spelling: '--editor <address>', about: 'how the page opens a file in the editor' }],
    takenBy: { preview: 'shown' },
    readme: {
      meaning:
        'how the page of `preview` opens a file, with `{file}`, `{line}` and `{column}` in it: `idea://open?file={file}&line={line}`',
    },
  },
  /** An id that is published as a number but does not exist is an error instead of a warning. */
  strict: {
    of: 'options',
    schema: (z) => z.boolean(),
    standard: false,
    flags: [{ spelling: '--strict', about: 'an id that does not exist is always an error' }],
    takenBy: EVERYWHERE,
  },
  /**
   * The folder that keeps results for the next build; false keeps nothing. By default
   * `node_modules/.cache/portal-snapshot`, if the working folder has a `package.json`.
   */
  cache: {
    of: 'options',
    schema: (z) => z.union([z.string(), z.boolean()]),
    flags: [
      { spelling: '--cache <dir>', about: 'where to keep what the next build can use' },
      {
        spelling: '--no-cache',
        about: 'keep nothing for the next build, and use nothing kept',
      },
    ],
    takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
  },
  /** Whether a data file that looks as it did (inode, size, times) is taken to hold what it did. */
  stat: {
    of: 'options',
    schema: (z) => z.boolean(),
    standard: true,
    flags: [
      {
        spelling: '--no-stat',
        about: 'read every data file, even one whose size and times are as they were',
      },
    ],
    takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
  },
  /** How many threads read the data; by default one per processor, if there is enough data. */
  workers: {
    of: 'options',
    schema: (z) => z.int().min(1),
    must: A_SIZE,
    flags: [
      {
        spelling: '--workers <n>',
        about: 'threads that read the data (default: by its size)',
        parse: 'number',
      },
    ],
    takenBy: EVERYWHERE,
  },
  verbose: {
    of: 'report',
    schema: (z) => z.boolean(),
    flags: [
      {
        spelling: '--verbose',
        about: 'tell what is withheld and why, and how long each phase took',
      },
    ],
    takenBy: { build: 'shown', check: 'shown', diff: 'shown' },
  },
  reporter: {
    of: 'report',
    schema: (z) => z.enum(REPORTERS),
    choices: REPORTERS,
    standard: REPORTERS[0],
    flags: [{ spelling: '--reporter <name>', about: 'how to show the result' }],
    takenBy: { build: 'shown', check: 'shown' },
  },
  lang: {
    of: 'report',
    schema: (z) => z.enum(LANGUAGES),
    choices: LANGUAGES,
    flags: [{ spelling: '--lang <language>', about: "of messages (default: the environment's)" }],
    takenBy: { build: 'shown', check: 'shown', preview: 'shown' },
  },
  all: {
    of: 'report',
    schema: (z) => z.boolean(),
    flags: [{ spelling: '--all', about: 'show each problem, however many there are' }],
    takenBy: { build: 'shown', check: 'shown' },
  },
  /** Write even if another build holds the lock; for when that build certainly no longer runs. */
  breakLock: {
    of: 'options',
    schema: (z) => z.boolean(),
    standard: false,
    flags: [
      {
        spelling: '--break-lock',
        about: 'write although another build seems to be at it: it is gone for certain',
      },
    ],
    // Only a build: a check takes no lock.
    takenBy: { build: 'shown' },
  },
} satisfies Record<string, Row>;

/** The rows that the settings file may contain, each with its name. */
export const settingRows: readonly (readonly [keyof typeof table, Row])[] = (
  Object.entries(table) as [keyof typeof table, Row][]
).filter(([, { of }]) => of === 'file');
