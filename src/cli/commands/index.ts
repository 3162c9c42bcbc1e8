// Every command of the command line, grouped by who needs it. What a command needs is loaded when it is
// called, so that `--version` and `--help` wait for nothing.
import type { Command } from 'commander';
import type { Language, Said } from '../../problems/messages/catalogue.js';

/**
 * Adds a command's arguments and options, in a language; returns its action, which gives the exit
 * status.
 */
type Define = (command: Command, lang: Language) => (...given: never[]) => Promise<number>;

interface CommandEntry {
  readonly name: string;
  readonly group: Said;
  readonly description: Said;
  readonly load: () => Promise<Define>;
}

const EDIT: Said = { en: 'Edit the data:', ru: 'Работа с данными:' };
const RELEASE: Said = { en: 'Publish the API:', ru: 'Публикация API:' };
const SETUP: Said = { en: 'Set up:', ru: 'Настройка:' };

export const commands: readonly CommandEntry[] = [
  {
    name: 'check',
    group: EDIT,
    description: {
      en: 'check the data; write no snapshot',
      ru: 'проверить данные, ничего не записывая',
    },
    load: async () => (await import('./edit/check.js')).define,
  },
  {
    name: 'new',
    group: EDIT,
    description: {
      en: 'write a new record, and the records that come with it',
      ru: 'создать запись и те записи, которые к ней прилагаются',
    },
    load: async () => (await import('./edit/new.js')).define,
  },
  {
    name: 'find',
    group: EDIT,
    description: {
      en: 'find records by words in their names and texts',
      ru: 'найти записи по словам в их названиях и текстах',
    },
    load: async () => (await import('./edit/find.js')).define,
  },
  {
    name: 'show',
    group: EDIT,
    description: {
      en: 'show a record, with names for ids, and where it is published',
      ru: 'показать запись: с названиями вместо номеров и где она опубликована',
    },
    load: async () => (await import('./edit/show.js')).define,
  },
  {
    name: 'refs',
    group: EDIT,
    description: {
      en: 'tell which records refer to a record',
      ru: 'рассказать, какие записи ссылаются на запись',
    },
    load: async () => (await import('./edit/refs.js')).define,
  },
  {
    name: 'remove',
    group: EDIT,
    description: {
      en: 'remove a record, and with --cascade what cannot be without it',
      ru: 'удалить запись, а с --cascade и то, чего без неё быть не может',
    },
    load: async () => (await import('./edit/remove.js')).define,
  },
  {
    name: 'fmt',
    group: EDIT,
    description: {
      en: 'bring data files into their canonical form',
      ru: 'привести файлы данных к единому виду',
    },
    load: async () => (await import('./edit/fmt.js')).define,
  },
  {
    name: 'preview',
    group: EDIT,
    description: {
      en: 'serve the data as an API on this machine, and follow every save',
      ru: 'показать данные как API на этом компьютере и следить за каждым сохранением',
    },
    load: async () => (await import('./edit/preview.js')).define,
  },
  {
    name: 'build',
    group: RELEASE,
    description: {
      en: 'check the data and, if there is no error, bring the snapshot up to date',
      ru: 'проверить данные и, если ошибок нет, обновить снимок',
    },
    load: async () => (await import('./release/build.js')).define,
  },
  {
    name: 'diff',
    group: RELEASE,
    description: {
      en: 'tell what the data changes in the API since a git ref, or against a snapshot',
      ru: 'рассказать, что данные меняют в API по сравнению с git или со снимком',
    },
    load: async () => (await import('./release/diff.js')).define,
  },
  {
    name: 'publish',
    group: RELEASE,
    description: {
      en: 'bring the snapshot to its readers in one transaction, or an earlier one back',
      ru: 'передать снимок читателям целиком или вернуть прежний',
    },
    load: async () => (await import('./release/publish.js')).define,
  },
  {
    name: 'verify',
    group: RELEASE,
    description: {
      en: 'prove that a deployment, or a folder, is the API',
      ru: 'доказать, что сайт или папка — это API',
    },
    load: async () => (await import('./release/verify.js')).define,
  },
  {
    name: 'docs',
    group: RELEASE,
    description: {
      en: 'write a page that shows the API, and tries it',
      ru: 'создать страницу, которая показывает API и пробует его',
    },
    load: async () => (await import('./release/docs.js')).define,
  },
  {
    name: 'init',
    group: SETUP,
    description: {
      en: 'make a folder a portal of your own, empty or with sample records',
      ru: 'сделать из папки свой портал, пустой или с примерами записей',
    },
    load: async () => (await import('./setup/init.js')).define,
  },
  {
    name: 'import',
    group: SETUP,
    description: {
      en: 'make data files of a live portal, and bring them what changed there since',
      ru: 'перенести записи живого портала в файлы данных, а потом — то, что там изменилось',
    },
    load: async () => (await import('./setup/import.js')).define,
  },
  {
    name: 'schema',
    group: SETUP,
    description: {
      en: 'write the JSON Schema of each collection, for editors',
      ru: 'записать JSON Schema каждой коллекции для редакторов кода',
    },
    load: async () => (await import('./setup/schema.js')).define,
  },
  {
    name: 'completion',
    group: SETUP,
    description: {
      en: 'print a script by which bash, zsh or fish completes commands and flags',
      ru: 'вывести скрипт, с которым bash, zsh или fish дополняет команды и флаги',
    },
    load: async () => (await import('./setup/completion.js')).define,
  },
];
