// The Russian catalogue: messages, hints and the words of reports.

import { cut } from '../quote.js';
import {
  type Expected,
  type SyntaxCause,
  type TimeFault,
  type Wording,
  type WrongTime,
  wordRule,
} from './catalogue.js';
import type { Catalogue } from './names.js';
import { counted, plural } from './ru-counts.js';
import { by, implausible, unsafe } from './ru-markup.js';
import { missing, noRecord, strayed, twinsHint } from './ru-missing.js';
import { conflicts, values } from './ru-values.js';

const perhaps = (name: string | number | undefined) =>
  name === undefined ? undefined : `возможно, имелось в виду ${name}?`;

const expected: Readonly<Record<Expected, string>> = {
  record: 'запись { … }',
  string: 'текст',
  timestamp: 'дата со временем',
  date: 'дата',
  int: 'целое число',
  id: 'номер (id) записи',
  boolean: 'true или false',
  array: 'список',
  object: 'объект',
  null: 'null',
};

/** The expected kinds in the accusative case, as in «запишите дату». */
const wantedForm: Readonly<Record<Expected, string>> = {
  ...expected,
  timestamp: 'дату со временем',
  date: 'дату',
};

const syntaxHints: Readonly<Record<SyntaxCause, string>> = {
  end: 'что-то открыто и не закрыто: поищите недостающую " или } или ]',
  bracket: 'скобки не сходятся: одна из прежних не закрыта или эта лишняя',
  lines: 'в файле .ndjson одна запись на строке: начните здесь новую строку',
  other: 'сравните с записью, в которой всё верно',
  control:
    'закройте текст кавычкой " на той же строке; перевод строки внутри текста пишется \\n, табуляция — \\t',
  escape: 'один знак \\ внутри текста пишется \\\\',
  'end-comma': 'уберите запятую перед этим местом: после последнего элемента её нет',
  'no-comma': 'поставьте запятую перед этим местом; кавычка внутри текста пишется \\"',
  quote: 'кавычка внутри текста пишется \\" или как « и »; после конца текста ставится запятая',
  'no-colon': 'поставьте двоеточие между названием поля и его значением',
  'no-value': 'перед этим местом не хватает значения или стоит лишняя запятая',
  quotes: 'названия и тексты пишутся в прямых двойных кавычках: "…"',
  'bare-key': 'названия полей пишутся в двойных кавычках: "name": …',
  'bare-word': 'тексты пишутся в двойных кавычках, а true, false и null — строчными буквами',
  comment: 'в JSON нет комментариев: удалите его',
  conflict:
    'слияние не завершено: соберите одну версию с правками обеих сторон и удалите строки из знаков <, = и >',
  'conflict-records':
    'слияние не завершено: удалите строки из знаков <, = и >, а записи обеих сторон оставьте (в списке — через запятую); из записи, которую изменили обе стороны, соберите одну версию с правками обеих',
  'conflict-inside':
    'слияние не завершено, и конфликт — внутри записи: если каждая сторона добавила свою запись, напишите запись целиком дважды, через запятую: один раз со строками одной стороны, другой раз со строками другой; из записи, которую изменили обе стороны, соберите одну версию с правками обеих; затем удалите строки из знаков <, = и >',
  'conflict-two':
    'слияние не завершено, и у каждой стороны здесь своя запись: скопируйте файл вместе с файлами его текстов под другим именем, в одном оставьте одну сторону, в другом другую, и в обоих удалите строки из знаков <, = и >',
  number: 'число пишется так: 12 или 0.5 — без нулей и плюса впереди, с цифрами после точки',
  space: 'это не обычный пробел: замените его обычным',
  behind: 'удалите всё, что стоит после конца',
  zeros:
    'здесь стоят нулевые байты, как после сбоя или на полном диске: верните прежнюю версию файла или уберите их',
  lfs: 'это указатель Git LFS, а не сам файл; получите файл: git lfs pull (в GitHub Actions: lfs: true у actions/checkout)',
  link: 'это путь символической ссылки, которую git записал текстом (core.symlinks — false): положите сюда сам файл',
};

const controls: Readonly<Record<string, string>> = {
  '\n': 'перевод строки',
  '\t': 'знак табуляции',
};

function syntax({ found, cause }: { found: string; cause?: SyntaxCause | undefined }): Wording {
  const hint = cause && syntaxHints[cause];
  if (found === '') return { message: 'это не JSON: текст обрывается', hint };
  if (found.startsWith('"') && found.length > 1) {
    const character = found.slice(1);
    const inside = controls[character] ?? `символ ${JSON.stringify(character)}`;
    return { message: `это не JSON: внутри текста ${inside}`, hint };
  }
  return { message: `это не JSON: здесь не может стоять ${JSON.stringify(found)}`, hint };
}

function why(fault: TimeFault): string {
  switch (fault.part) {
    case 'day':
      return `день ${fault.given}, а в этом месяце ${fault.days} ${plural(fault.days, 'days')}`;
    case 'month':
      return `месяц ${fault.given}, а в году их 12`;
    case 'hour':
      return `час ${fault.given}, а сутки кончаются в 23:59:59`;
    case 'minute':
      return `минута ${fault.given}, а последняя минута часа — 59`;
    case 'second':
      return `секунда ${fault.given}, а последняя секунда минуты — 59`;
    case 'offset':
      return `смещение ${fault.given} ${plural(fault.given, 'hours')}, а наибольшее — 23:59`;
  }
}

function badTime(kind: string, form: string, args: WrongTime): Wording {
  const reason = args.why ? `: ${why(args.why)}` : '';
  const offset = args.assumed ? ` (это ${args.assumed.ru}; укажите смещение своего места)` : '';
  return {
    message: `${args.found} — не ${kind}${reason}`,
    hint: args.instead ? `напишите "${args.instead}"${offset}` : form,
  };
}

export const ru: Catalogue = {
  messages: {
    syntax,
    'syntax/nothing': () => ({
      message: 'файл пуст',
      hint: 'напишите одну запись или [], если записей нет',
    }),
    'syntax/lines': () => ({
      message: 'в файле .json одна запись или один список записей, а здесь за ними есть что-то ещё',
      hint: 'соберите записи в список: [ перед первой, запятая между соседними, ] после последней; окончание .ndjson — только у файла, где каждая запись на одной строке',
    }),
    'syntax/conflict': () => ({
      message: 'здесь слияние не завершено',
      hint: 'оставьте одну из версий или соберите из обеих один текст и удалите строки, которые начинаются с <<<<<<<, |||||||, ======= и >>>>>>>, вместе с прежней версией между ||||||| и =======',
    }),
    'syntax/lfs': () => ({
      message: 'это указатель Git LFS, а не сам файл',
      hint: 'получите файл: git lfs pull (в GitHub Actions: lfs: true у actions/checkout)',
    }),
    'syntax/over-lines': () => ({
      message:
        'в файле .ndjson одна запись на строке, а здесь начинается запись на несколько строк',
      hint: 'запишите каждую запись в одну строку; у файла с одной записью на нескольких строках или с одним списком записей окончание .json',
    }),
    encoding: (args) => ({
      message: args ? `это не UTF-8: здесь не может стоять байт ${args.byte}` : 'это не UTF-8',
      hint:
        args?.seems === 'gzip'
          ? 'файл сжат программой gzip: распакуйте его (gzip -d)'
          : args?.seems
            ? `похоже на ${args.seems}${args.reads ? ` («${args.reads}»)` : ''}: сохраните файл в UTF-8`
            : 'сохраните файл в UTF-8',
    }),
    'encoding/name': () => ({
      message: 'имя не в UTF-8, и ничего здесь не читается',
      hint: 'дайте другое имя',
    }),
    'encoding/surrogate': ({ half }) => ({
      message: `${half} — половина символа`,
      hint: 'напишите сам символ или обе половины его кода',
    }),
    'duplicate-key': ({ key }) => ({
      message: `поле «${cut(key)}» указано дважды; прочитано было бы только последнее`,
      hint: 'уберите одно из двух',
    }),
    'unsafe-integer': ({ source }) => ({
      message: `число ${source} слишком велико, чтобы сохраниться точно`,
      hint: 'напишите целое число не больше 9007199254740991: дальше точности нет',
    }),
    ...strayed,
    'foreign-file': () => ({
      message: 'этот файл не из снимка; он оставлен как есть',
      hint: '`publish` отправляет только то, из чего состоит снимок; программа, которая отправляет всю папку, отправит и это',
    }),
    'foreign-file/sent': () => ({
      message: 'этот файл не из снимка; он оставлен как есть',
      hint: 'удалите его: хостинги читают файлы с таким именем, а `publish` отправит его или откажется',
    }),
    ...conflicts,
    'host-conflict': ({ path, hosts }) => ({
      message: `для ${hosts[0]} и ${hosts[1]} нужны разные файлы ${path}`,
      hint: 'соберите снимок для каждого в свою папку (--out)',
    }),
    'host-limit/files': ({ host, most, found }) => ({
      message: `${host} принимает не больше ${counted(most, 'files')}, а их ${found}`,
      hint: 'публикуйте меньше дополнительных адресов (extras) с {id}: в каждом из них много файлов; или сделайте страницы списков больше (pageSize)',
    }),
    'host-limit/fileBytes': ({ host, most, found }) => ({
      message: `${host} принимает файлы не больше ${counted(most, 'bytes')}, а в этом ${found}`,
      hint: 'выберите другой хостинг; если у списка есть страницы, сделайте их меньше (pageSize)',
    }),
    'host-limit/bytes': ({ host, most, found }) => ({
      message: `${host} принимает не больше ${counted(most, 'bytes')} в сумме, а их ${found}`,
      hint: 'выберите другой хостинг',
    }),
    'host-limit/rules': ({ host, most, found, unit }) => ({
      message: `${host} принимает не больше ${most} (${unit ?? 'правила'}), а нужно ${found}`,
      hint: 'выберите другой хостинг',
    }),
    'search-left-out/records': ({ most, found }) => ({
      message: `в поиске может быть не больше ${counted(most, 'records')}, а их ${found}: поиска не будет`,
      hint: 'уберите /search/ из дополнительных адресов или не публикуйте старые записи',
    }),
    'search-left-out/program': () => ({
      message: 'поиска не будет: не установлена программа Pagefind, которая его собирает',
      hint: 'npm install pagefind, или назовите дополнительные адреса без /search/',
    }),
    'unknown-field': ({ key, nearest, free }) => ({
      message: `поля «${cut(key)}» нет`,
      hint:
        perhaps(nearest) ??
        (free.length > 0
          ? `уберите его; можно добавить поля: ${free.join(', ')}`
          : 'уберите его; все поля уже есть'),
    }),
    'missing-field': ({ field, wanted }) => ({
      message: `не хватает обязательного поля «${field}»`,
      hint: `добавьте "${field}": ${expected[wanted]}`,
    }),
    'missing-field/source': ({ field }) => ({
      message: `поле «${field}» не указано, и взять его неоткуда`,
      hint: `добавьте "${field}"`,
    }),
    'wrong-type/page': () => ({
      message: 'это страница API, а не запись',
      hint: 'файлы данных из живого API делает npx portal-snapshot import; вручную оставьте только список из "results"',
    }),
    'wrong-type/dump': () => ({
      message: 'это выгрузка Django (dumpdata), а не запись',
      hint: 'запишите каждую одним объектом: "pk" как "id" и всё, что в "fields"; или перенесите записи с живого портала: npx portal-snapshot import',
    }),
    'wrong-type': ({ wanted, found, collection, instead, optional }) => ({
      message: `здесь должно быть: ${expected[wanted]}${collection ? ` из ${collection}` : ''}, а стоит ${found}`,
      hint: instead
        ? `напишите ${instead}`
        : `напишите ${collection ? `номер (id) записи из ${collection}` : wantedForm[wanted]}${
            optional ? ' или уберите поле' : ''
          }`,
    }),
    'bad-value/choice': ({ found, choices, nearest }) => ({
      message: `${found} — ни одно из: ${choices.join(', ')}`,
      hint: perhaps(nearest) ?? 'напишите одно из них',
    }),
    ...values,
    'bad-timestamp': (args) =>
      badTime('дата со временем', 'например, "2026-03-05T10:12:44+03:00"', args),
    'bad-date': (args) => badTime('дата', 'день календаря, например "2026-03-05"', args),
    'duplicate-id': ({ id, part, free, twins, ...other }) => ({
      message: `номер ${id} занят${part === undefined ? by(other) : `: он уже у ${part} этой записи`}`,
      hint: twins
        ? twinsHint(id, twins)
        : `дайте одной из двух другой номер (id)${free === undefined ? '' : `, например ${free}`}`,
    }),
    'dangling-reference': (args) => ({ message: noRecord(args) }),
    'dangling-reference/taken': (args) => ({
      message: `поле «${args.field}» не указано и было бы ${args.id}, как у ${args.singular} ${args.of}, но ${noRecord(args)}`,
    }),
    'unknown-id': (args) => ({ message: `${noRecord(args)}; номер всё равно публикуется` }),
    disagrees: ({ field, given, computed }) => ({
      message: `в поле «${field}» указано ${given}, а по записям выходит ${computed}`,
      hint: `напишите ${computed} или уберите поле`,
    }),
    cycle: ({ ids }) => ({
      message: `родители образуют кольцо: ${ids.join(' → ')}`,
      hint: 'дайте одной из записей другого родителя или никакого',
    }),
    'broken-tree/part': ({ enter, leave, tree }) => ({
      message: `у других записей дерева ${tree} есть ${enter} и ${leave}, а у этой нет`,
      hint: 'укажите оба у всех записей дерева или ни у одной',
    }),
    'broken-tree/stray': ({ field, enter, leave, tree }) => ({
      message: `здесь указано ${field}, а у большинства других записей дерева ${tree} его нет`,
      hint: `уберите ${enter} и ${leave} из этой записи и из других записей дерева, где они есть`,
    }),
    'broken-tree/nesting': ({ enter, leave, left, right, tree }) => ({
      message: `${enter} ${left} и ${leave} ${right} не подходят к месту этой записи в дереве ${tree}`,
      hint: `уберите ${enter} и ${leave} во всём дереве, и они вычислятся сами`,
    }),
    'inconsistent/agreement': ({ field, own, other, reference, id }) => ({
      message: `у записи ${id} из поля «${reference}» ${field} ${other}, а у самой записи ${field} ${own}`,
      hint: `укажите один и тот же ${field} в обеих или другой ${reference}`,
    }),
    'inconsistent/tree-number': ({ own, shared }) => ({
      message: `у дерева этой записи номер ${shared}, а в записи указан ${own}`,
      hint: `напишите ${shared} или уберите поле`,
    }),
    'inconsistent/tree-shared': ({ value, other }) => ({
      message: `номер ${value} уже у дерева записи ${other}`,
      hint: 'у каждого дерева свой номер; уберите поле, и он вычислится сам',
    }),
    'inconsistent/text-twice': ({ field, file }) => ({
      message: `поле «${field}» указано и здесь, и в отдельном файле ${file}`,
      hint: 'сравните оба текста, оставьте верный и уберите другой',
    }),
    'inconsistent/rule': (args) => wordRule(args, 'ru', 'не указано'),
    ...unsafe,
    ...implausible,
  },
  missing,
  unchecked: (collection) => `ссылки на ${collection} не проверены`,
  followers: (count) => `отсюда же ещё ${counted(count, 'problems')}`,
  report: {
    preview: {
      built: (ms, written, removed) =>
        `собрано за ${ms} мс: ${plural(written, 'written')} ${counted(written, 'files')}, ${plural(removed, 'removed')} ${removed}`,
      checked: (ms) => `проверено за ${ms} мс`,
      stays: 'остаётся последний хороший снимок',
      unwatched: (reason) => `сохранения могут остаться незамеченными: ${reason}`,
    },
    withoutCache: (folder, reason) =>
      `в кэш ${folder} нельзя писать (${reason}); всё делается без него`,
    takenBack: (files) =>
      `другая команда была прервана, пока меняла данные: эти файлы снова такие, какими были до неё: ${files.join(', ')}`,
    wereBefore: (ref) => `не показаны, потому что были и раньше (${ref})`,
    unborn: (ref) => `в ${ref} ещё нет ни одного коммита: изменённым считается всё`,
    areElsewhere: 'не показаны, потому что они в других файлах',
    format: {
      summary: (files, changed, same, refused, isCheck) => {
        const left = refused > 0 ? `, не тронуто: ${refused}` : '';
        return isCheck
          ? `${counted(files, 'files')}: не в каноническом виде ${changed}, в каноническом ${same}${left}`
          : `${counted(files, 'files')}: приведено к каноническому виду ${changed}, без изменений ${same}${left}`;
      },
    },
    error: 'ошибка',
    warning: 'предупреждение',
    counted: (count, noun) => counted(count, `${noun}s`),
    units: ['КБ', 'МБ', 'ГБ', 'ТБ'],
    point: ',',
    withheld: (records, collection, reason) => `скрыто: ${records} из ${collection}, ${reason}`,
    withheldInAll: (records) =>
      `скрыто: ${counted(records, 'records')} (--verbose покажет, какие и почему)`,
    nothingWritten: 'ничего не записано',
    changes: (written, unchanged, removed) =>
      `${written} ${plural(written, 'written')}, ${unchanged} ${plural(unchanged, 'unchanged')}, ${removed} ${plural(removed, 'removed')}`,
    snapshot: 'снимок',
    morePlaces: (count) => `и ещё в ${counted(count, 'places')}:`,
    columns: { count: 'число', code: 'код', files: 'файлов', example: 'например' },
    firstOnes: (count) => `${plural(count, 'first')} ${count}:`,
    all: (problems) => `каждую покажет --all: всего ${counted(problems, 'problems')}`,
  },
};
