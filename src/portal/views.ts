// What editors see of the portal in a browser: the names of its collections, the columns of their lists, the fields of their
// forms. What fields are called is declared with the fields.
import type { Localized } from '../model/fields.js';
import type { View, Views } from '../model/view.js';

const say = (en: string, ru: string): Localized => ({ en, ru });

const readyFor = {
  one_time: say('one-off work', 'разовая работа'),
  one_time_turnkey: say('one-off work, turnkey', 'разовая работа под ключ'),
  work_book_for_rent: say('on the books', 'трудоустройство по книжке'),
  tender: say('tenders', 'участие в тендерах'),
};

const of: Readonly<Record<string, View>> = {
  vacancies: {
    title: say('Vacancies', 'Вакансии'),
    singular: say('Vacancy', 'Вакансия'),
    columns: ['work_salary', 'work_city', 'work_regions', 'created_at'],
    filters: ['work_regions', 'work_city', 'certificates.exact_category'],
    main: [
      'text',
      'category',
      'work_salary',
      'work_full_time',
      'work_city',
      'work_regions',
      'ready_for',
      'certificates',
    ],
    values: { ready_for: readyFor },
  },
  resumes: {
    title: say('Resumes', 'Резюме'),
    singular: say('Resume', 'Резюме'),
    columns: ['work_salary', 'region', 'work_regions', 'created_at'],
    filters: ['work_regions', 'work_city', 'certificates.exact_category'],
    main: [
      'region',
      'work_salary',
      'work_full_time',
      'work_city',
      'work_regions',
      'ready_for',
      'skills',
      'responsibility',
      'about',
      'certificates',
    ],
    lines: ['skills', 'responsibility', 'about'],
    values: { ready_for: readyFor },
  },
  experts: {
    title: say('Experts', 'Эксперты'),
    singular: say('Expert', 'Эксперт'),
    columns: ['created_at'],
  },
  'exact-categories': {
    title: say('Price list', 'Прейскурант'),
    singular: say('Price', 'Расценка'),
    columns: ['category', 'object_examination', 'cost1', 'cost2', 'cost3'],
    filters: ['category', 'object_examination'],
    byName: true,
    main: ['na', 'no_education'],
  },
  posts: {
    title: say('Posts', 'Публикации'),
    singular: say('Post', 'Публикация'),
    columns: ['user', 'blog', 'created'],
    filters: ['blog', 'user'],
    main: ['text', 'blog', 'user', 'moderated_by', 'pinned', 'close'],
  },
  comments: {
    title: say('Comments', 'Комментарии'),
    singular: say('Comment', 'Комментарий'),
    columns: ['user', 'post', 'created'],
    filters: ['post', 'user'],
    main: ['text', 'user', 'post', 'parent'],
    discussion: { on: 'post', author: 'user', time: 'created', text: 'text' },
  },
  blogs: {
    title: say('Blogs', 'Блоги'),
    singular: say('Blog', 'Блог'),
    columns: ['parent', 'created'],
    byName: true,
    main: ['guest_cannot_view', 'guest_cannot_post', 'guest_cannot_comment'],
  },
  events: {
    title: say('Feed', 'Лента'),
    singular: say('Entry', 'Событие'),
    columns: ['event_type', 'post', 'comment'],
    main: ['title', 'text'],
    values: {
      event_type: {
        1: say('new post', 'новая публикация'),
        2: say('comment on a post', 'комментарий к публикации'),
        3: say('answer to a comment', 'ответ на комментарий'),
      },
    },
  },
  users: {
    title: say('Members', 'Участники'),
    singular: say('Member', 'Участник'),
    columns: ['profile.position', 'profile.company_name', 'profile.city_str', 'date_joined'],
    main: ['profile.about', 'profile.hobby'],
    lines: ['profile.about', 'profile.hobby'],
  },
  regions: {
    title: say('Regions', 'Регионы'),
    singular: say('Region', 'Регион'),
    columns: ['code', 'district'],
    filters: ['district'],
    byName: true,
  },
  cities: {
    title: say('Cities', 'Города'),
    singular: say('City', 'Город'),
    columns: ['region', 'not_uniq'],
    filters: ['region'],
    byName: true,
  },
  districts: {
    title: say('Federal districts', 'Федеральные округа'),
    singular: say('Federal district', 'Федеральный округ'),
    columns: [],
    byName: true,
  },
  categories: {
    title: say('Areas of examination', 'Области экспертизы'),
    singular: say('Area of examination', 'Область экспертизы'),
    columns: ['categoriesOPO', 'parent'],
    byName: true,
  },
  'object-examinations': {
    title: say('Kinds of objects', 'Объекты экспертизы'),
    singular: say('Kind of object', 'Объект экспертизы'),
    columns: ['name'],
    byName: true,
  },
};

export const views: Views = {
  title: say('Community and job-board portal', 'Портал сообщества и вакансий'),
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
