// All texts of the page, in each language, except the portal's own names and titles, which are in its views.
import type { Language } from './dto.js';

const plural = (language: Language) => {
  const rules = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  /** `few` is for languages with a further plural form, such as Russian. */
  return (count: number, one: string, few: string, many = few): string => {
    const form = rules.select(count);
    return `${number.format(count)} ${form === 'one' ? one : form === 'few' ? few : many}`;
  };
};
const [inEnglish, inRussian] = [plural('en'), plural('ru')];

const en = {
  skip: 'Skip to the content',
  preview: 'Preview',
  sections: 'Sections',
  others: 'Others',
  overview: 'Overview',
  api: 'The API, described',
  apiRoot: 'The API as it is',
  switchLanguage: 'Русский',
  search: 'Search everything',
  searchIn: (title: string) => `Search in “${title}”`,
  searchEverywhere: (query: string) => `Search everything for “${query}”`,
  found: (query: string) => `Search: ${query}`,
  nothingFound: 'Nothing was found.',
  more: 'There is more: open the list',
  empty: 'There is nothing here yet.',
  records: (count: number) => inEnglish(count, 'record', 'records'),
  withheld: (count: number) => `${inEnglish(count, 'more is', 'more are')} withheld from readers`,
  all: 'All',
  filters: 'Filters',
  resetFilters: 'Show all',
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  pageOf: (page: number, pages: number) => `${page} of ${pages}`,
  open: 'Edit',
  openRecord: (name: string) => `Open in the editor: ${name}`,
  json: 'JSON',
  yes: 'yes',
  no: 'no',
  moreNames: (count: number) => `${count} more`,
  missing: 'There is no such page.',
  gone: 'This record is not there, or readers do not get to see it.',
  waiting: 'Waiting for the first build…',
  noSnapshot: 'Nothing can be shown yet: the data has errors.',
  noAnswer: 'The preview does not answer; what is shown may be old.',
  isGood: 'Everything is in order',
  staysGood: 'What is shown is the last good state.',
  problems: 'Problems',
  onlyWarnings: 'Warnings',
  errors: (count: number) => inEnglish(count, 'error', 'errors'),
  warnings: (count: number) => inEnglish(count, 'warning', 'warnings'),
  error: 'error',
  warning: 'warning',
  morePlaces: (count: number) => `and in ${inEnglish(count, 'more place', 'more places')}`,
  moreProblems: (count: number) => `and ${count} more: npx portal-snapshot check --all shows them`,
  discussion: (count: number) => `Discussion: ${inEnglish(count, 'comment', 'comments')}`,
  noDiscussion: 'Nobody has commented yet.',
  inDiscussion: 'In its discussion',
  rating: (up: number, down: number) => `Liked by ${up}, disliked by ${down}`,
  unknownAuthor: 'Unknown',
  poll: 'Poll',
  votes: (count: number) => inEnglish(count, 'vote', 'votes'),
  record: (one: string, id: number) => `${one} ${id}`,
};

/** The texts of the page. */
export type PageWords = typeof en;

const ru: PageWords = {
  skip: 'К содержанию',
  preview: 'Предпросмотр',
  sections: 'Разделы',
  others: 'Прочее',
  overview: 'Обзор',
  api: 'Описание API',
  apiRoot: 'API как есть',
  switchLanguage: 'English',
  search: 'Искать везде',
  searchIn: (title) => `Искать в разделе «${title}»`,
  searchEverywhere: (query) => `Искать «${query}» везде`,
  found: (query) => `Поиск: ${query}`,
  nothingFound: 'Ничего не нашлось.',
  more: 'Есть ещё: открыть список',
  empty: 'Здесь пока ничего нет.',
  records: (count) => inRussian(count, 'запись', 'записи', 'записей'),
  withheld: (count) =>
    `ещё ${inRussian(count, 'запись скрыта', 'записи скрыты', 'записей скрыто')} от читателей`,
  all: 'Все',
  filters: 'Отбор',
  resetFilters: 'Показать все',
  pages: 'Страницы',
  previous: 'Предыдущая страница',
  next: 'Следующая страница',
  pageOf: (page, pages) => `${page} из ${pages}`,
  open: 'Править',
  openRecord: (name) => `Открыть в редакторе: ${name}`,
  json: 'JSON',
  yes: 'да',
  no: 'нет',
  moreNames: (count) => `ещё ${count}`,
  missing: 'Такой страницы нет.',
  gone: 'Этой записи нет, или она скрыта от читателей.',
  waiting: 'Идёт первая сборка…',
  noSnapshot: 'Показать пока нечего: в данных ошибки.',
  noAnswer: 'Предпросмотр не отвечает; показанное могло устареть.',
  isGood: 'Всё в порядке',
  staysGood: 'Показано последнее исправное состояние.',
  problems: 'Замечания',
  onlyWarnings: 'Предупреждения',
  errors: (count) => inRussian(count, 'ошибка', 'ошибки', 'ошибок'),
  warnings: (count) => inRussian(count, 'предупреждение', 'предупреждения', 'предупреждений'),
  error: 'ошибка',
  warning: 'предупреждение',
  morePlaces: (count) => `и ещё в ${inRussian(count, 'месте', 'местах')}`,
  moreProblems: (count) => `и ещё ${count}: их покажет npx portal-snapshot check --all`,
  discussion: (count) =>
    `Обсуждение: ${inRussian(count, 'комментарий', 'комментария', 'комментариев')}`,
  noDiscussion: 'Комментариев пока нет.',
  inDiscussion: 'В обсуждении',
  rating: (up, down) => `Понравилось: ${up}, не понравилось: ${down}`,
  unknownAuthor: 'Неизвестный автор',
  poll: 'Опрос',
  votes: (count) => inRussian(count, 'голос', 'голоса', 'голосов'),
  record: (one, id) => `${one} ${id}`,
};

export const words: Readonly<Record<Language, PageWords>> = { en, ru };
