// Messages about unsafe HTML, and about values that are valid and surely not meant, in Russian.

import { cut } from '../quote.js';
import { type Taken, wordRule } from './catalogue.js';
import type { unsafe as english, implausible as englishSuspicions } from './en-markup.js';
import type { Catalogue } from './names.js';

/** Names the record that has an id or value already, and its place. */
export const by = ({ name, file, line }: Omit<Taken, 'id'>): string =>
  file ? `: ${name ?? 'запись'}, ${file}${line === undefined ? '' : `:${line}`}` : '';

const orAllow = (rule: string) => `; если так и задумано, назовите "${rule}" в настройке "allow"`;

export const implausible: Pick<Catalogue['messages'], keyof typeof englishSuspicions> = {
  'implausible/rule': (args) => {
    const { message, hint } = wordRule(args, 'ru', 'не указано');
    return { message, hint: hint + orAllow(args.rule) };
  },
  'implausible/blank-text': ({ field }) => ({
    message: `в поле «${field}» одни пробелы`,
    hint: `напишите текст${orAllow('blank-text')}`,
  }),
  'implausible/null-character': ({ field }) => ({
    message: `в поле «${field}» есть символ U+0000: базы данных его не принимают, а браузеры пропускают`,
    hint: `уберите его${orAllow('null-character')}`,
  }),
  'implausible/same-reference': ({ field, id }) => ({
    message: `в поле «${field}» дважды указан номер ${id}`,
    hint: `уберите один из них${orAllow('same-reference')}`,
  }),
  'implausible/bare-markup': ({ found }) => ({
    message: `${JSON.stringify(found)} похоже на разметку, но будет показано как текст или пропадёт`,
    hint: `напишите ${found.startsWith('<') ? '&lt; вместо <' : '&amp; вместо &'}${orAllow('bare-markup')}`,
  }),
  'implausible/unclosed-tag': ({ found }) => ({
    message: `<${found}> не закрыт: всё, что дальше, окажется внутри него`,
    hint: `напишите </${found}> там, где он кончается, или &lt; вместо <, если это не тег${orAllow('unclosed-tag')}`,
  }),
  'implausible/far-year': ({ found }) => ({
    message: `${found}: вряд ли имелся в виду такой год`,
    hint: `исправьте год${orAllow('far-year')}`,
  }),
  'implausible/same': ({ rule, field, found, within, id, ...other }) => ({
    message: `${within} ${id}: ${field} ${JSON.stringify(cut(found))} уже занят${by(other)}`,
    hint: `дайте этой записи другой ${field}${orAllow(rule)}`,
  }),
  'implausible/companions': ({ rule, singular, id, lacking }) => ({
    message: `в ${lacking.join(' и ')} нет её записи, хотя у каждой новой записи (${singular}) она есть`,
    hint: `скопируйте оттуда запись другого ${singular}, дайте ей новый номер и напишите ${id} там, где она называет ${singular}${orAllow(rule)}`,
  }),
};

export const unsafe: Pick<Catalogue['messages'], keyof typeof english> = {
  'unsafe-html/element': ({ found }) => ({
    message: `элемент <${found}> здесь не разрешён`,
    hint: 'удалите элемент',
  }),
  'unsafe-html/attribute': ({ found }) => ({
    message: `атрибут ${found} здесь не разрешён`,
    hint: 'удалите атрибут',
  }),
  'unsafe-html/handler': ({ found }) => ({
    message: `атрибут ${found} запускает программу`,
    hint: 'удалите атрибут',
  }),
  'unsafe-html/style': ({ found }) => ({
    message: `стиль ${JSON.stringify(found)} здесь не разрешён`,
    hint: 'удалите его, или все такие стили: npx portal-snapshot fmt --strip-styles; можно задать цвета, шрифты, текст до 48px, выравнивание, отступы и поля, рамки, списки и размеры до 100% или 2000px',
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
  'unsafe-html/unended': ({ found }) => ({
    message: `${JSON.stringify(found)} не закончено: сюда попадёт то, что на странице идёт за текстом`,
    hint: 'закончите тег знаком >, а комментарий — знаками -->; сам знак < пишется &lt;',
  }),
};
