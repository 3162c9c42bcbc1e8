// All words of the page, in each language; what the portal itself is called is said in its views.
import type { Language } from './told.js';

/** What the page says. */
export interface Words {
  readonly skip: string;
  readonly preview: string;
  readonly sections: string;
  readonly menu: string;
  readonly others: string;
  readonly overview: string;
  readonly api: string;
  readonly apiRoot: string;
  /** The switch shows the language that it leads to. */
  readonly switchLanguage: string;
  readonly theme: Readonly<Record<'auto' | 'light' | 'dark', string>>;
  readonly search: string;
  readonly searchIn: (title: string) => string;
  readonly searchEverywhere: (query: string) => string;
  readonly clear: string;
  readonly found: (query: string) => string;
  readonly nothingFound: string;
  readonly more: string;
  readonly empty: string;
  readonly records: (count: number) => string;
  readonly withheld: (count: number) => string;
  readonly all: string;
  readonly filters: string;
  readonly resetFilters: string;
  readonly pages: string;
  readonly previous: string;
  readonly next: string;
  readonly pageOf: (page: number, pages: number) => string;
  readonly open: string;
  readonly openRecord: (name: string) => string;
  readonly json: string;
  readonly inApi: string;
  readonly yes: string;
  readonly no: string;
  readonly moreNames: (count: number) => string;
  readonly missing: string;
  readonly gone: string;
  readonly waiting: string;
  readonly noSnapshot: string;
  readonly noAnswer: string;
  readonly isGood: string;
  readonly staysGood: string;
  readonly problems: string;
  readonly errors: (count: number) => string;
  readonly warnings: (count: number) => string;
  readonly error: string;
  readonly warning: string;
  readonly moreProblems: (count: number) => string;
  readonly updated: string;
  readonly discussion: (count: number) => string;
  readonly noDiscussion: string;
  readonly wholeDiscussion: string;
  readonly replies: (count: number) => string;
  readonly moreReplies: (count: number) => string;
  readonly rating: (up: number, down: number) => string;
  readonly unknownAuthor: string;
  readonly poll: string;
  readonly votes: (count: number) => string;
  readonly textOf: (name: string) => string;
  readonly frame: (address: string) => string;
  readonly record: (one: string, id: number) => string;
}

const plural = (language: Language) => {
  const rules = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  /** `few` is for languages that have such a form. */
  return (count: number, one: string, few: string, many = few): string => {
    const form = rules.select(count);
    return `${number.format(count)} ${form === 'one' ? one : form === 'few' ? few : many}`;
  };
};
const [inEnglish, inRussian] = [plural('en'), plural('ru')];

export const words: Readonly<Record<Language, Words>> = {
  en: {
    skip: 'Skip to the content',
    preview: 'Preview',
    sections: 'Sections',
    menu: 'Menu',
    others: 'Others',
    overview: 'Overview',
    api: 'The API, described',
    apiRoot: 'The API as it is',
    switchLanguage: 'Русский',
    theme: { auto: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' },
    search: 'Search everything',
    searchIn: (title) => `Search in “${title}”`,
    searchEverywhere: (query) => `Search everything for “${query}”`,
    clear: 'Clear',
    found: (query) => `Search: ${query}`,
    nothingFound: 'Nothing was found.',
    more: 'There is more: open the list',
    empty: 'There is nothing here yet.',
    records: (count) => inEnglish(count, 'record', 'records'),
    withheld: (count) => `${inEnglish(count, 'more is', 'more are')} withheld from readers`,
    all: 'All',
    filters: 'Filters',
    resetFilters: 'Show all',
    pages: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    pageOf: (page, pages) => `${page} of ${pages}`,
    open: 'Edit',
    openRecord: (name) => `Open in the editor: ${name}`,
    json: 'JSON',
    inApi: 'JSON in the API',
    yes: 'yes',
    no: 'no',
    moreNames: (count) => `${count} more`,
    missing: 'There is no such page.',
    gone: 'This record is not there, or readers do not get to see it.',
    waiting: 'Waiting for the first build…',
    noSnapshot: 'Nothing can be shown yet: the data has errors.',
    noAnswer: 'The preview does not answer; what is shown may be old.',
    isGood: 'Everything is in order',
    staysGood: 'What is shown is the last good state.',
    problems: 'Problems',
    errors: (count) => inEnglish(count, 'error', 'errors'),
    warnings: (count) => inEnglish(count, 'warning', 'warnings'),
    error: 'error',
    warning: 'warning',
    moreProblems: (count) => `and ${count} more: see the terminal`,
    updated: 'Updated',
    discussion: (count) => `Discussion: ${inEnglish(count, 'comment', 'comments')}`,
    noDiscussion: 'Nobody has commented yet.',
    wholeDiscussion: 'Show the whole discussion',
    replies: (count) => inEnglish(count, 'reply', 'replies'),
    moreReplies: (count) => `Show ${inEnglish(count, 'more comment', 'more comments')}`,
    rating: (up, down) => `Liked by ${up}, disliked by ${down}`,
    unknownAuthor: 'Unknown',
    poll: 'Poll',
    votes: (count) => inEnglish(count, 'vote', 'votes'),
    textOf: (name) => `Text: ${name}`,
    frame: (address) => `Frame: ${address}`,
    record: (one, id) => `${one} ${id}`,
  },
  ru: {
    skip: 'К содержанию',
    preview: 'Предпросмотр',
    sections: 'Разделы',
    menu: 'Меню',
    others: 'Прочее',
    overview: 'Обзор',
    api: 'Описание API',
    apiRoot: 'API как есть',
    switchLanguage: 'English',
    theme: { auto: 'Цвета: как в системе', light: 'Цвета: светлые', dark: 'Цвета: тёмные' },
    search: 'Искать везде',
    searchIn: (title) => `Искать в разделе «${title}»`,
    searchEverywhere: (query) => `Искать «${query}» везде`,
    clear: 'Очистить',
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
    inApi: 'JSON в API',
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
    errors: (count) => inRussian(count, 'ошибка', 'ошибки', 'ошибок'),
    warnings: (count) => inRussian(count, 'предупреждение', 'предупреждения', 'предупреждений'),
    error: 'ошибка',
    warning: 'предупреждение',
    moreProblems: (count) => `и ещё ${count}: см. терминал`,
    updated: 'Обновлено',
    discussion: (count) =>
      `Обсуждение: ${inRussian(count, 'комментарий', 'комментария', 'комментариев')}`,
    noDiscussion: 'Комментариев пока нет.',
    wholeDiscussion: 'Показать всё обсуждение',
    replies: (count) => inRussian(count, 'ответ', 'ответа', 'ответов'),
    moreReplies: (count) =>
      `Показать ещё ${inRussian(count, 'комментарий', 'комментария', 'комментариев')}`,
    rating: (up, down) => `Понравилось: ${up}, не понравилось: ${down}`,
    unknownAuthor: 'Неизвестный автор',
    poll: 'Опрос',
    votes: (count) => inRussian(count, 'голос', 'голоса', 'голосов'),
    textOf: (name) => `Текст: ${name}`,
    frame: (address) => `Встроенная страница: ${address}`,
    record: (one, id) => `${one} ${id}`,
  },
};
