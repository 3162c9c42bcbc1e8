// How the preview shows the portal's records: their names and facts, in each language.
import type { Said } from '../model/fields.js';
import type { Fact, View, Views } from '../model/view.js';

const say = (en: string, ru: string): Said => ({ en, ru });
const fact = (path: string, en: string, ru: string, more: Omit<Fact, 'path' | 'label'> = {}) => ({
  path,
  label: say(en, ru),
  ...more,
});
const WHOLE = { whole: true } as const;

const readyFor = fact('ready_for.*', 'Ready for', 'Готовность', {
  values: {
    one_time: say('one-off work', 'разовая работа'),
    one_time_turnkey: say('one-off work, turnkey', 'разовая работа под ключ'),
    work_book_for_rent: say('on the books', 'трудоустройство по книжке'),
    tender: say('tenders', 'участие в тендерах'),
  },
});
const expertise = fact('certificates.*.exact_category', 'Certificates', 'Аттестация');
const area = fact('certificates.*.exact_category.category', 'Area', 'Область экспертизы');
const regions = fact('work_regions.*', 'Regions', 'Регионы');
const city = fact('work_city', 'City', 'Город');
const salary = fact('work_salary', 'Pay', 'Оплата', {
  form: 'money',
  values: { 0: say('pay by agreement', 'оплата по договорённости') },
});
const price = (tier: number) =>
  fact(`cost${tier}`, `Price ${tier}`, `Цена ${tier}`, {
    form: 'money',
    values: { 0: say('none', 'нет') },
  });
const fullTime = fact('work_full_time', 'full time', 'полная занятость');
const readings = fact('views', 'Views', 'Просмотры', WHOLE);

const of: Readonly<Record<string, View>> = {
  vacancies: {
    title: say('Vacancies', 'Вакансии'),
    one: say('Vacancy', 'Вакансия'),
    form: 'cards',
    lead: 'text',
    facts: [
      salary,
      city,
      regions,
      expertise,
      fullTime,
      readyFor,
      fact('category', 'Category', 'Категория'),
      fact('created_at', 'Written', 'Опубликована'),
      readings,
      fact('text', 'The offer', 'Описание', { form: 'lines', ...WHOLE }),
    ],
    filters: [regions, area, fact('category', 'Category', 'Категория')],
  },
  resumes: {
    title: say('Resumes', 'Резюме'),
    one: say('Resume', 'Резюме'),
    form: 'cards',
    lead: 'skills',
    facts: [
      salary,
      city,
      fact('region', 'Lives in', 'Живёт'),
      regions,
      expertise,
      fullTime,
      readyFor,
      fact('created_at', 'Written', 'Опубликовано'),
      readings,
      fact('skills', 'Skills', 'Навыки', { form: 'lines', ...WHOLE }),
      fact('responsibility', 'Experience', 'Опыт', { form: 'lines', ...WHOLE }),
      fact('about', 'About', 'О себе', { form: 'lines', ...WHOLE }),
    ],
    filters: [regions, area],
  },
  experts: {
    title: say('Experts', 'Эксперты'),
    one: say('Expert', 'Эксперт'),
    form: 'table',
    facts: [
      fact('full_name', 'Name', 'Имя'),
      fact('created_at', 'Entered', 'В реестре с', { form: 'date' }),
    ],
  },
  'exact-categories': {
    title: say('Price list', 'Прейскурант'),
    one: say('Price', 'Расценка'),
    form: 'table',
    facts: [
      fact('name', 'Name', 'Название'),
      fact('category', 'Area', 'Область'),
      fact('object_examination', 'Object', 'Объект'),
      price(1),
      price(2),
      price(3),
      fact('na', 'Has no price', 'Цена не указывается', WHOLE),
      fact('no_education', 'Needs no education', 'Образование не требуется', WHOLE),
    ],
    filters: [
      fact('category', 'Area', 'Область экспертизы'),
      fact('object_examination', 'Object', 'Объект'),
    ],
  },
  posts: {
    title: say('Posts', 'Публикации'),
    one: say('Post', 'Публикация'),
    form: 'cards',
    lead: 'short_text',
    facts: [
      fact('user', 'Author', 'Автор'),
      fact('created', 'Written', 'Дата'),
      fact('blog', 'Blog', 'Блог'),
      fact('views', 'Views', 'Просмотры'),
      fact('pinned', 'pinned', 'закреплена'),
      fact('close', 'discussion closed', 'обсуждение закрыто'),
      fact('moderated_by', 'Moderator', 'Модератор', WHOLE),
      fact('text', 'Text', 'Текст', { form: 'markup', ...WHOLE }),
    ],
    filters: [fact('blog', 'Blog', 'Блог'), fact('user', 'Author', 'Автор')],
    polls: 'polls.*',
    below: { collection: 'comments', by: 'post' },
  },
  comments: {
    title: say('Comments', 'Комментарии'),
    one: say('Comment', 'Комментарий'),
    form: 'thread',
    lead: 'text',
    facts: [
      fact('user', 'Author', 'Автор'),
      fact('created', 'Written', 'Дата'),
      fact('text', 'Text', 'Текст', { form: 'markup', ...WHOLE }),
    ],
    thread: {
      parent: 'parent',
      author: 'user',
      time: 'created',
      text: 'text',
      up: 'rating_up',
      down: 'rating_down',
    },
  },
  blogs: {
    title: say('Blogs', 'Блоги'),
    one: say('Blog', 'Блог'),
    form: 'cards',
    facts: [
      fact('parent', 'Part of', 'Раздел'),
      fact('created', 'Opened', 'Открыт', { form: 'date' }),
      fact('guest_cannot_post', 'members alone post', 'пишут только участники'),
      fact('guest_cannot_comment', 'members alone comment', 'комментируют только участники'),
    ],
    below: { collection: 'posts', by: 'blog' },
  },
  events: {
    title: say('Feed', 'Лента'),
    one: say('Entry', 'Событие'),
    form: 'cards',
    heading: ['title', 'post.title', 'comment.post.title'],
    lead: 'comment.cleaned_text',
    facts: [
      fact('event_type', 'What', 'Что', {
        values: {
          1: say('new post', 'новая публикация'),
          2: say('comment on a post', 'комментарий к публикации'),
          3: say('answer to a comment', 'ответ на комментарий'),
        },
      }),
      fact('user', 'Who', 'Кто'),
      fact('datetime', 'When', 'Когда'),
      fact('post', 'Post', 'Публикация', WHOLE),
      fact('comment.post', 'Post', 'Публикация', WHOLE),
      fact('blog', 'Blog', 'Блог'),
    ],
  },
  users: {
    title: say('Members', 'Участники'),
    one: say('Member', 'Участник'),
    form: 'cards',
    lead: 'profile.about',
    facts: [
      fact('profile.position', 'Position', 'Должность'),
      fact('profile.company_name', 'Company', 'Организация'),
      fact('profile.city_str', 'City', 'Город'),
      fact('date_joined', 'Joined', 'С нами с', { form: 'date' }),
      fact('profile.about', 'About', 'О себе', { form: 'lines', ...WHOLE }),
      fact('profile.hobby', 'Hobby', 'Увлечения', { form: 'lines', ...WHOLE }),
    ],
  },
  regions: {
    title: say('Regions', 'Регионы'),
    one: say('Region', 'Регион'),
    form: 'table',
    facts: [
      fact('name', 'Name', 'Название'),
      fact('code', 'Code', 'Код'),
      fact('district', 'District', 'Федеральный округ'),
    ],
    filters: [fact('district', 'District', 'Федеральный округ')],
  },
  cities: {
    title: say('Cities', 'Города'),
    one: say('City', 'Город'),
    form: 'table',
    facts: [
      fact('name', 'Name', 'Название'),
      fact('region', 'Region', 'Регион'),
      fact('not_uniq', 'Has a namesake', 'Есть тёзка'),
    ],
    filters: [fact('region', 'Region', 'Регион')],
  },
  districts: {
    title: say('Federal districts', 'Федеральные округа'),
    one: say('Federal district', 'Федеральный округ'),
    form: 'table',
    facts: [fact('name', 'Name', 'Название')],
    below: { collection: 'regions', by: 'district' },
  },
  categories: {
    title: say('Areas of examination', 'Области экспертизы'),
    one: say('Area of examination', 'Область экспертизы'),
    form: 'table',
    facts: [
      fact('code', 'Code', 'Код'),
      fact('title', 'Name', 'Название'),
      fact('categoriesOPO', 'Classes', 'Классы опасности'),
      fact('parent', 'Part of', 'Раздел'),
    ],
    below: { collection: 'exact-categories', by: 'category' },
  },
  'object-examinations': {
    title: say('Kinds of objects', 'Объекты экспертизы'),
    one: say('Kind of object', 'Объект экспертизы'),
    form: 'table',
    facts: [fact('name', 'Short name', 'Сокращение'), fact('full_name', 'Name', 'Название')],
  },
};

export const views: Views = {
  title: say('Community and job-board portal', 'Портал сообщества и вакансий'),
  currency: 'RUB',
  of,
  menu: [
    { title: say('Work', 'Работа'), collections: ['vacancies', 'resumes', 'exact-categories'] },
    {
      title: say('Community', 'Сообщество'),
      collections: ['posts', 'comments', 'blogs', 'events', 'users', 'experts'],
    },
    {
      title: say('Reference', 'Справочники'),
      collections: ['regions', 'cities', 'districts', 'categories', 'object-examinations'],
    },
  ],
};
