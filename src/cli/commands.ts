// The table of commands: the arguments, flags and texts of each, and the function that it runs. The command line and
// its help (define.ts) are made from it. The function of a command is loaded only when the command runs, so that
// `--version` and `--help` are fast.
import { sentence } from '../problems/say.js';
import type { CommandEntry, Input, Inputs, Words } from './command.js';
import { address, count, port, secondsUpTo } from './values.js';

const reporters = (about: Words, ...choices: readonly string[]): Inputs => ({
  '--reporter <name>': { about, choices, standard: 'pretty' },
});

/** The help of `--reporter` for editors' commands, in both languages. `SHOWN`: for operators' commands, in English. */
const HOW_SHOWN = sentence('how to show the result');
const SHOWN = 'how to show the result';

const ID = { '<id>': sentence('the id of the record, or its name') };
const RECORD = {
  '<collection>': sentence('the kind of record; new --help lists them'),
  ...ID,
};
/** A flag of commands that change the data. `CHANGED`: the settings that these commands accept. */
const CHANGING = {
  '--dry-run': sentence('check, and show what would change; write nothing'),
};
const CHANGED = ['data', 'config', 'lang', 'breakLock'] as const;

/** The settings that commands accept which only read the data. */
const READING = ['data', 'config', 'lang'] as const;
const CHECKING = [...READING, 'audience', 'strict', 'workers'] as const;
const CACHE = ['cache', 'stat'] as const;
/** The settings that decide what pages show, and those that matter only for files. */
const PAGES = ['links', 'pageSize', 'extras', 'personal'] as const;
const FILES = ['baseUrl', 'hosts', 'compress', 'listen', 'hostFiles'] as const;
const BUILDING = [...PAGES, ...FILES, 'out', 'sign', 'breakLock'] as const;

/** The flags of commands that report all problems of the data. */
const VERBOSE = {
  '--verbose': sentence(
    'list the withheld records with the reasons, and show the time of each phase',
  ),
};
const REPORT = {
  ...VERBOSE,
  ...reporters(HOW_SHOWN, 'pretty', 'json', 'github'),
  '--all': sentence('show each problem, however many there are'),
};

const AT_ONCE: Input = { about: 'requests at once, at most 64', parse: 'number', standard: 4 };
const KEY = 'require a signature in snapshot.json by one of the public keys in this file (PEM)';

const editing: Readonly<Record<string, CommandEntry>> = {
  check: {
    about: sentence('check the data; write no snapshot'),
    takes: {
      '[files...]': sentence('show only the problems in these data files'),
      '--since <ref>': sentence('show only problems that did not exist at a git ref'),
      ...REPORT,
    },
    settings: [...CHECKING, ...CACHE, ...BUILDING],
    // So that scripts can use the same flags for `check` as for `build`.
    hidden: BUILDING,
    load: async () => (await import('./commands/edit/check.js')).check,
  },
  new: {
    about: sentence('write a new record, and the records that belong to it'),
    fields: 'new',
    takes: CHANGING,
    settings: CHANGED,
    load: async () => (await import('./commands/edit/new.js')).create,
  },
  find: {
    about: sentence('find records by words in their names and texts'),
    takes: {
      '<words...>': sentence('words that each record must contain, in any form'),
      '--in <collection>': sentence('search only this kind of records'),
      ...reporters(HOW_SHOWN, 'pretty', 'json'),
    },
    settings: READING,
    load: async () => (await import('./commands/edit/query.js')).find,
  },
  show: {
    about: sentence(
      'show a record, the names of the records that it refers to, and whether readers see it',
    ),
    takes: RECORD,
    settings: READING,
    load: async () => (await import('./commands/edit/query.js')).show,
  },
  refs: {
    about: sentence('list the records that refer to a record'),
    takes: { ...RECORD, ...reporters(HOW_SHOWN, 'pretty', 'json') },
    settings: READING,
    load: async () => (await import('./commands/edit/query.js')).refs,
  },
  change: {
    about: sentence('change fields of a record'),
    fields: 'change',
    takes: {
      ...ID,
      '--unset <field>': {
        about: sentence('remove a field, such as --unset note; its default applies then'),
        parse: 'repeated',
      },
      // `change` cannot give a record another id: it answers with the command that can.
      '--id <id>': { about: '', name: 'to', parse: 'number', isHidden: true },
      ...CHANGING,
    },
    settings: CHANGED,
    load: async () => (await import('./commands/edit/change.js')).change,
  },
  remove: {
    about: sentence(
      'remove a record; with --cascade also the records that cannot exist without it',
    ),
    takes: {
      ...RECORD,
      '--cascade': sentence('also remove the records that cannot exist without it'),
      ...CHANGING,
    },
    settings: CHANGED,
    load: async () => (await import('./commands/edit/remove.js')).remove,
  },
  renumber: {
    about: sentence('give a record another id, and change the references to it'),
    takes: {
      ...RECORD,
      '--file <file>': sentence(
        'if several records have the id, the place of the one that is meant: FILE, FILE:LINE or FILE:LINE:COLUMN',
      ),
      '--to <id>': {
        about: sentence('its new id (default: one more than the greatest)'),
        parse: 'number',
      },
      ...CHANGING,
    },
    settings: CHANGED,
    load: async () => (await import('./commands/edit/renumber.js')).renumber,
  },
  merge: {
    about: sentence('merge a branch by records and fields, or finish a merge that git has stopped'),
    takes: {
      '[ref]': sentence(
        'the branch or commit to merge (default: finish a merge, rebase or cherry-pick)',
      ),
      '[files...]': sentence('with --driver: the other files that git names'),
      '--conflicts <how>': {
        about: sentence('settle what both sides changed: keep what is here, or take what is there'),
        choices: ['keep', 'take'],
      },
      '--driver': sentence('merge one file for git: merge --driver %O %A %B %P'),
      ...CHANGING,
    },
    settings: CHANGED,
    load: async () => (await import('./commands/edit/merge.js')).merge,
  },
  undo: {
    about: sentence('undo the last change that a command or the preview made'),
    takes: CHANGING,
    settings: CHANGED,
    load: async () => (await import('./commands/edit/undo.js')).undo,
  },
  fmt: {
    about: sentence('bring data files into their canonical form'),
    takes: {
      '[files...]': sentence('data files to format (default: all of them)'),
      '--check': sentence('write nothing; list the files that are not in their canonical form'),
      '--strip-styles': sentence(
        'remove the styles that check refuses from HTML texts, and nothing else',
      ),
    },
    settings: CHANGED,
    load: async () => (await import('./commands/edit/fmt.js')).fmt,
  },
  preview: {
    about: sentence('edit records in the browser, and see the API that they make'),
    takes: {
      '--port <n>': {
        about: sentence('the port (default: 8080, or the next one that is free)'),
        parse: port,
      },
      '--read-only': sentence('show the data, and allow no changes'),
    },
    settings: [...CHECKING, ...PAGES, 'editor'],
    isStoppable: true,
    load: async () => (await import('./commands/edit/preview.js')).preview,
  },
};

/** The form of names of hosts and rules, which no address has. */
const NAME = /^[\w-]+$/;

const publishing: Readonly<Record<string, CommandEntry>> = {
  build: {
    about: sentence('check the data and, if it has no errors, write the files of the API'),
    takes: {
      '--shard <share>':
        'only compile a share of the data, such as 2/4, into the folder that --cache names',
      ...REPORT,
    },
    settings: [...CHECKING, ...CACHE, ...BUILDING],
    load: async () => (await import('./commands/release/build.js')).build,
  },
  diff: {
    about: sentence('show what changes in the API, compared with a git ref or a snapshot'),
    takes: {
      '<ref-or-folder>': sentence(
        "what to compare with: a snapshot's folder, or a git ref, whose data is built with the present settings",
      ),
      '--exit-code': sentence('exit with 1 when there are differences'),
      ...VERBOSE,
      ...reporters(HOW_SHOWN, 'pretty', 'json', 'github', 'markdown'),
    },
    settings: [...CHECKING, ...CACHE, ...PAGES, ...FILES],
    load: async () => (await import('./commands/release/diff.js')).diff,
  },
  publish: {
    about:
      'upload the snapshot to a bucket without breaking a link, or make an earlier snapshot live again',
    takes: {
      '<target>': 's3://bucket/prefix',
      '--out <dir>': "the snapshot's folder (default: dist)",
      '--endpoint <url>': { about: "a server that speaks S3's protocol", parse: address },
      '--dry-run': 'show what would be done, and do nothing',
      '--rollback [id]': {
        about: 'make an earlier snapshot live again (default: the one before)',
        form: /^[0-9a-f]+$/,
      },
      '--keep <n>': {
        about: 'earlier snapshots that can be brought back (default: 10)',
        parse: count,
      },
      '--forget': 'publish nothing; delete all earlier snapshots',
      '--accept-change':
        'publish even if the base URL differs from that of the live snapshot, or a list has lost more than half of its records',
      '--audit': 'compare all files in the bucket, and restore those that somebody else changed',
      '--purge <cdn>': {
        about: 'cloudfront:ID: empty the caches of this distribution after publishing (repeatable)',
        parse: 'repeated',
      },
      '--break-lock':
        'publish although another command holds the lock; only if it has certainly ended',
      ...reporters(SHOWN, 'pretty', 'json'),
    },
    // After a signal, `publish` stops between two changes of the bucket, and releases the lock.
    isStoppable: true,
    load: async () => (await import('./commands/release/publish.js')).publish,
  },
  verify: {
    about: 'check a published API, or the snapshot in a folder',
    takes: {
      '<url-or-folder>': 'the base URL of a deployment, or the folder of a snapshot',
      '--against <dir>': 'compare every byte with the snapshot in this folder',
      '--mirror-of <url>': 'the target is a mirror of this base URL; its links begin with it',
      '--key <file>': KEY,
      '--write-methods': 'send POST, PUT, PATCH and DELETE to pages, too: to servers of your own',
      '--host <names...>': { about: 'check only what these hosts can do', form: NAME },
      '--all': 'request every file in every way, instead of samples',
      '--concurrency <n>': AT_ONCE,
      '--timeout <s>': { about: 'seconds for one answer', parse: secondsUpTo(3600), standard: 30 },
      '--deadline <s>': {
        about: 'seconds for the whole run',
        parse: secondsUpTo(86_400),
        standard: 600,
      },
      '--only <rules...>': { about: 'check only these rules', form: NAME },
      '--skip <rules...>': { about: 'check all rules except these', form: NAME },
      ...reporters(SHOWN, 'pretty', 'json', 'github'),
    },
    load: async () => (await import('./commands/release/verify.js')).verify,
  },
  mirror: {
    about: 'copy a published snapshot, or bring the copy up to date',
    takes: {
      '<url>': 'where the snapshot is published: https://api.example.org',
      '<dir>': 'the folder of the copy, which may be served meanwhile',
      '--key <file>': KEY,
      '--audit': 'read every file of the folder, and restore those that somebody changed',
      '--concurrency <n>': AT_ONCE,
      '--timeout <s>': { about: 'seconds for one answer', parse: 'number', standard: 600 },
      '--deadline <s>': {
        about: 'seconds for the whole run (default: a day)',
        parse: 'number',
      },
      '--max-size <gb>': {
        about: 'gigabytes that are fetched at most',
        parse: 'number',
        standard: 16,
      },
      '--break-lock':
        'write although another command holds the lock; only if it has certainly ended',
      ...reporters(SHOWN, 'pretty', 'json'),
    },
    // Files that were fetched before a signal are kept for the next run.
    isStoppable: true,
    load: async () => (await import('./commands/release/mirror.js')).mirror,
  },
  docs: {
    about: 'write a page that documents the API and can send requests to it',
    takes: {
      '--out <dir>': {
        about:
          'the folder for the page, which must have the same origin as the API: dist/docs on GitHub Pages, GitLab Pages, Netlify and Firebase; with nginx, Caddy or Apache, any folder that your own server serves; other hosts cannot serve the page',
        isRequired: true,
      },
    },
    settings: ['config', 'baseUrl', 'links', 'extras', 'hosts', 'lang'],
    load: async () => (await import('./commands/release/docs.js')).docs,
  },
};

const settingUp: Readonly<Record<string, CommandEntry>> = {
  init: {
    about: sentence('set up a folder as a portal of your own, empty or with sample records'),
    takes: {
      '[folder]': {
        about: sentence("the portal's folder; it is made if it does not exist"),
        standard: '.',
      },
      '--sample': sentence('add some sample records'),
      '--own': {
        about: sentence(
          'begin with a portal that you declare: products and their releases, to be changed into your kinds of records',
        ),
        conflicts: 'sample',
      },
      '--no-data': {
        about: sentence('without data files, for a portal that is imported'),
        conflicts: 'sample',
      },
    },
    settings: ['lang'],
    load: async () => (await import('./commands/setup/init.js')).init,
  },
  import: {
    about:
      'copy the records of a portal that runs on a server into data files; run again, copy what has changed there',
    takes: {
      '<url>': 'where the live API is: https://portal.example.org',
      '--stubs':
        'invent the records that the API does not show, such as the post of a comment, and mark them',
      '--header-env <name>':
        'environment variable with a header to send: "Name: value", or the value of Authorization',
      '--insecure': 'send the header of --header-env even over http:// to another machine',
      '--allow-removals':
        'allow removing very many records, and another way of signing in than before',
      '--conflicts <how>': {
        about: 'settle conflicts: keep the data, or take the values of the portal',
        choices: ['keep', 'take'],
      },
      '--draft': 'write records even if they have errors or differ from the portal',
      '--dry-run': 'show what would be done, and write no data',
      '--concurrency <n>': { ...AT_ONCE, standard: 2 },
      ...reporters(SHOWN, 'pretty', 'json'),
    },
    settings: [...READING, 'personal', 'cache', 'breakLock'],
    isStoppable: true,
    load: async () => (await import('./commands/setup/import.js')).importData,
  },
  schema: {
    about: sentence(
      'write a JSON Schema for each collection, so that VS Code completes and checks the files',
    ),
    takes: {
      '--out <dir>': sentence("the schemas' folder (default: .schemas in the data folder)"),
      '--client <file>': sentence(
        'also write the typed client of the portal, in TypeScript, into this file',
      ),
      '--check': sentence('write nothing; exit with 1 if a file is not up to date'),
      '--lang <language>': {
        about: sentence(
          'language of schemas and messages (default: the setting lang; without it English schemas, and messages in the language of the environment)',
        ),
        choices: ['en', 'ru'],
      },
    },
    settings: ['data', 'config'],
    load: async () => (await import('./commands/setup/schema.js')).schema,
  },
};

/** The groups of commands, in the order of the help. */
export const groups = [
  { heading: sentence('Edit the data:'), entries: editing },
  { heading: sentence('Publish the API:'), entries: publishing },
  { heading: sentence('Set up:'), entries: settingUp },
];

/** The commands of all groups, by name. */
export const commands: typeof editing = { ...editing, ...publishing, ...settingUp };
