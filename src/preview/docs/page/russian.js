// The texts of the page in Russian: Swagger UI's own, and the titles in the OpenAPI document. The document's texts
// about single fields stay in English. Only whole texts are replaced, as Swagger UI writes them.
import { NAMES, SINGULARS } from './names.js';

const RUSSIAN = {
  'A read-only snapshot. The version is a hash of the paths and components below: it changes when they do, and never when only the data does.':
    'Снимок только для чтения. Версия — хеш путей и схем ниже: она меняется вместе с ними, а от новых данных — никогда.',
  'The names of all resources, and their addresses': 'Названия всех ресурсов и их адреса',
  'This document': 'Этот документ',
  'What stands in the files of whole lists, as a Data Package':
    'Что есть в файлах целых списков (Data Package)',
  'What tells whether answers belong together, and which of them changed':
    'По нему видно, от одного ли снимка ответы и какие из них изменились',
  "Pagefind's program, by which a browser searches": 'Программа Pagefind, которой ищет браузер',
  'The names of the first parts of the search index': 'Названия первых частей поискового указателя',
  'A part of the search index that is always asked for':
    'Часть поискового указателя, которая нужна всегда',
  'A part of the search index': 'Часть поискового указателя',
  'Signatures of snapshot.json (Ed25519), where it is signed; one that is right will do':
    'Подписи snapshot.json (Ed25519), если он подписан; хватит одной верной',
  'There is no such page or record.': 'Такой страницы или записи нет.',
  'What methods other than GET, HEAD and OPTIONS get.':
    'Ответ на методы, кроме GET, HEAD и OPTIONS.',
  snapshot: 'Снимок',
  search: 'Поиск',
  'portal-favorite': 'Избранное',
  Parameters: 'Параметры',
  'No parameters': 'Параметров нет',
  Name: 'Название',
  Description: 'Описание',
  'Try it out': 'Попробовать',
  Execute: 'Выполнить',
  Clear: 'Очистить',
  Cancel: 'Отмена',
  Responses: 'Ответы',
  'Server response': 'Ответ сервера',
  Code: 'Код',
  Details: 'Подробности',
  Links: 'Ссылки',
  'No links': 'нет',
  'Request URL': 'Адрес запроса',
  'Response body': 'Тело ответа',
  'Response headers': 'Заголовки ответа',
  'Request duration': 'Время ответа',
  Download: 'Скачать',
  'Media type': 'Тип',
  'Media Type': 'Тип',
  'Controls ': 'Задаёт заголовок ',
  ' header.': '.',
  'Example Value': 'Пример',
  Schema: 'Схема',
  Schemas: 'Схемы',
  'Expand all': 'развернуть всё',
  'Collapse all': 'свернуть всё',
  'Expand operation': 'Показать',
  'Collapse operation': 'Свернуть',
  'Copy path to clipboard': 'Скопировать адрес',
  'Copy to clipboard': 'Скопировать',
  'Please correct the following validation errors and try again.': 'Исправьте и попробуйте снова:',
  'Required field is not provided': 'Обязательное поле не заполнено',
};

/** Texts with a variable part, and what follows that part in Russian. The part is translated, too, if it is known. */
const RUSSIAN_PARTS = [
  [/^(.+), the first page$/, ': первая страница'],
  [/^(.+), a further page$/, ': другие страницы'],
  [
    /^(.+), the digests of their pages, where there are very many$/,
    ': хеши страниц, если их очень много',
  ],
  [/^(.+), a part of the digests of all$/, ': часть хешей всего'],
  [/^(.+), always empty$/, ': всегда пусто'],
  [
    /^The newest (.+) for feed readers: JSON Feed 1\.1$/,
    ': новые, для чтения лент (JSON Feed 1.1)',
  ],
  [/^The newest (.+) for feed readers: Atom \(RFC 4287\)$/, ': новые, для чтения лент (Atom)'],
  [/^All (.+), a line each$/, ': все, по одной в строке'],
  [/^All (.+), in short$/, ': все, кратко'],
  [/^All (.+)$/, ': все'],
  [/^One of the (.+)$/, ': одна запись'],
  [/^For '(.+)': Required field is not provided\.$/, ': обязательное поле не заполнено'],
];

const tagOf = (text) => text.toLowerCase().replace(' ', '-');

/** A text in Russian; the text itself if there is no translation. */
export function inRussian(text) {
  if (Object.hasOwn(RUSSIAN, text)) return RUSSIAN[text];
  const said = text.trim();
  const tag = tagOf(said);
  const known = NAMES.get(said) ?? NAMES.get(tag) ?? RUSSIAN[tag] ?? RUSSIAN[said];
  if (known !== undefined) return text.replace(said, known);
  // Such as "Vacancies by exact category".
  const [, many = '', one = ''] = /^([\w -]+) by ([\w ]+)$/.exec(said) ?? [];
  const names = NAMES.get(tagOf(many));
  const name = one === 'id' ? 'номер' : SINGULARS.get(tagOf(one));
  if (names && name) return `${names} (${name})`;
  for (const [pattern, after] of RUSSIAN_PARTS) {
    const [, part] = pattern.exec(said) ?? [];
    if (part !== undefined) return inRussian(part) + after;
  }
  return text;
}
