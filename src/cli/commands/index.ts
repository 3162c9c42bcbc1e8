// Every command of the command line, grouped by who needs it. The code of a command is loaded when the
// command is called, so that `--version` and `--help` wait for nothing.
import type { Said } from '../../problems/messages/catalogue.js';
import type { Define } from './flags.js';

/** Commands for whoever runs a portal are described in English; those for editors, in both languages. */
interface CommandEntry {
  readonly en: string;
  readonly ru?: string;
  readonly load: () => Promise<Define<never[]>>;
}

/** The commands by who needs them: their names, descriptions, and the modules with their flags and work. */
const groups: readonly (Said & { readonly commands: Readonly<Record<string, CommandEntry>> })[] = [
  {
    en: 'Edit the data:',
    ru: 'Работа с данными:',
    commands: {
      check: {
        en: 'check the data; write no snapshot',
        ru: 'проверить данные, ничего не записывая',
        load: async () => (await import('./edit/check.js')).define,
      },
      new: {
        en: 'write a new record, and the records that come with it',
        ru: 'создать запись и те записи, которые к ней прилагаются',
        load: async () => (await import('./edit/new.js')).define,
      },
      find: {
        en: 'find records by words in their names and texts',
        ru: 'найти записи по словам в их названиях и текстах',
        load: async () => (await import('./edit/query.js')).find,
      },
      show: {
        en: 'show a record, with names for ids, and where it is published',
        ru: 'показать запись: с названиями вместо номеров и где она опубликована',
        load: async () => (await import('./edit/query.js')).show,
      },
      refs: {
        en: 'tell which records refer to a record',
        ru: 'рассказать, какие записи ссылаются на запись',
        load: async () => (await import('./edit/query.js')).refs,
      },
      change: {
        en: 'give fields of a record other values',
        ru: 'изменить значения полей записи',
        load: async () => (await import('./edit/change.js')).define,
      },
      remove: {
        en: 'remove a record, and with --cascade what cannot be without it',
        ru: 'удалить запись, а с --cascade и то, чего без неё быть не может',
        load: async () => (await import('./edit/remove.js')).define,
      },
      renumber: {
        en: 'give a record another id, with everything that refers to it',
        ru: 'дать записи другой номер, а с ней всему, что на неё ссылается',
        load: async () => (await import('./edit/renumber.js')).define,
      },
      undo: {
        en: 'take back the last change that a command or the preview made',
        ru: 'отменить последнее изменение, сделанное командой или в просмотре',
        load: async () => (await import('./edit/undo.js')).define,
      },
      fmt: {
        en: 'bring data files into their canonical form',
        ru: 'привести файлы данных к единому виду',
        load: async () => (await import('./edit/fmt.js')).define,
      },
      preview: {
        en: 'serve the data as an API on this machine, follow every save, and edit records in forms',
        ru: 'показать данные как API на этом компьютере, следить за сохранениями и править записи в формах',
        load: async () => (await import('./edit/preview.js')).define,
      },
    },
  },
  {
    en: 'Publish the API:',
    ru: 'Публикация API:',
    commands: {
      build: {
        en: 'check the data and, if there is no error, bring the snapshot up to date',
        ru: 'проверить данные и, если ошибок нет, обновить снимок',
        load: async () => (await import('./release/build.js')).define,
      },
      diff: {
        en: 'tell what the data changes in the API since a git ref, or against a snapshot',
        ru: 'рассказать, что данные меняют в API по сравнению с git или со снимком',
        load: async () => (await import('./release/diff.js')).define,
      },
      publish: {
        en: 'bring the snapshot to its readers in one transaction, or an earlier one back',
        load: async () => (await import('./release/publish.js')).define,
      },
      verify: {
        en: 'prove that a deployment, or a folder, is the API',
        load: async () => (await import('./release/verify.js')).define,
      },
      mirror: {
        en: 'bring a copy of a published snapshot in step with it, fetching only what changed',
        load: async () => (await import('./release/mirror.js')).define,
      },
      docs: {
        en: 'write a page that shows the API, and tries it',
        load: async () => (await import('./release/docs.js')).define,
      },
    },
  },
  {
    en: 'Set up:',
    ru: 'Настройка:',
    commands: {
      init: {
        en: 'make a folder a portal of your own, empty or with sample records',
        ru: 'сделать из папки свой портал, пустой или с примерами записей',
        load: async () => (await import('./setup/init.js')).define,
      },
      import: {
        en: 'make data files of a live portal, and bring them what changed there since',
        load: async () => (await import('./setup/import.js')).define,
      },
      schema: {
        en: 'write the JSON Schema of each collection, for editors',
        ru: 'записать JSON Schema каждой коллекции для редакторов кода',
        load: async () => (await import('./setup/schema.js')).define,
      },
    },
  },
];

export const commands = groups.flatMap(({ commands, ...group }) =>
  Object.entries(commands).map(([name, { load, ...description }]) => ({
    ...{ name, group, description, load },
  })),
);
