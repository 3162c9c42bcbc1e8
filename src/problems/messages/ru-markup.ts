// What is unsafe in HTML, and what is valid and surely not meant, in Russian.

import { completing } from '../commands.js';
import { cut } from '../quote.js';
import type { Implausible } from './catalogue.js';
import type { Catalogue, MessageName } from './names.js';

const orAllow = (rule: Implausible) =>
  `; если так и задумано, назовите "${rule}" в настройке "allow"`;

export const implausible: Pick<Catalogue['messages'], `implausible/${Implausible}`> = {
  'implausible/negative-salary': ({ field, found }) => ({
    message: `${field}: ${found}, но оплата не бывает меньше нуля`,
    hint: `напишите сумму без минуса или уберите поле${orAllow('negative-salary')}`,
  }),
  'implausible/blank-text': ({ field }) => ({
    message: `в поле «${field}» одни пробелы`,
    hint: `напишите текст${orAllow('blank-text')}`,
  }),
  'implausible/bare-markup': ({ found }) => ({
    message: `${JSON.stringify(found)} похоже на разметку, но будет показано как текст или пропадёт`,
    hint: `напишите ${found.startsWith('<') ? '&lt; вместо <' : '&amp; вместо &'}${orAllow('bare-markup')}`,
  }),
  'implausible/date-ahead': ({ found, newest }) => ({
    message: `${found} больше чем на год позже самой новой из остальных дат, ${newest}`,
    hint: `исправьте дату${orAllow('date-ahead')}`,
  }),
  'implausible/same-slug': ({ field, found, within, id, name, file, line }) => ({
    message: `${within} ${id}: ${field} ${JSON.stringify(cut(found))} уже занят${
      file === undefined
        ? ''
        : `: ${name ?? 'запись'}, ${file}${line === undefined ? '' : `:${line}`}`
    }`,
    hint: `дайте этой записи другой ${field}${orAllow('same-slug')}`,
  }),
  'implausible/city-outside': ({ field, id, of, value, among }) => ({
    message: `у ${field} ${id} ${of} ${value}, а в ${among} его нет`,
    hint: `добавьте ${value} в ${among} или укажите другой ${field}${orAllow('city-outside')}`,
  }),
  'implausible/without-companions': (args) => ({
    message: `в ${args.lacking.join(' и ')} нет её записи, хотя у каждой новой записи (${args.singular}) она есть`,
    hint: `недостающее создаст \`${completing(args)}\`${orAllow('without-companions')}`,
  }),
};

type Unsafe = Extract<MessageName, `unsafe-html/${string}`>;

export const unsafe: Pick<Catalogue['messages'], Unsafe> = {
  'unsafe-html/element': ({ found }) => ({
    message: `элемент <${found}> здесь не разрешён`,
    hint: 'удалите элемент',
  }),
  'unsafe-html/handler': ({ found }) => ({
    message: `атрибут ${found} запускает программу`,
    hint: 'удалите атрибут',
  }),
  'unsafe-html/style': ({ found }) => ({
    message: `стиль ${JSON.stringify(found)} здесь не разрешён`,
    hint: 'удалите его; тексту можно задать цвет, насыщенность, выравнивание и размер (color, font-weight, text-align, font-size до 48px)',
  }),
  'unsafe-html/address': ({ found }) => ({
    message: `адрес ${JSON.stringify(found)} — не относительный и не http, https, mailto или tel`,
    hint: 'напишите адрес, который начинается с https://, или удалите атрибут',
  }),
  'unsafe-html/frame': ({ found }) => ({
    message: `фрейм ${JSON.stringify(found)} не с того узла, с которого они разрешены`,
    hint: 'назовите узел в настройке "frames" или поставьте вместо фрейма ссылку',
  }),
  'unsafe-html/raw-text': ({ found }) => ({
    message: `<${found}> может скрывать разметку`,
    hint: found === 'iframe' ? 'закройте фрейм сразу' : 'удалите элемент',
  }),
};
