// How editors see the portal in the browser: the names of collections, the columns of lists, and the fields of forms.
// The labels of fields are declared with the fields.
import type { View, Views } from '../model/view.js';

const readyFor = {
  one_time: 'one-off work',
  one_time_turnkey: 'one-off work, turnkey',
  work_book_for_rent: 'on the books',
  tender: 'tenders',
};

const of: Readonly<Record<string, View>> = {
  vacancies: {
    title: 'Vacancies',
    singular: 'Vacancy',
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
    title: 'Resumes',
    singular: 'Resume',
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
    title: 'Experts',
    singular: 'Expert',
    columns: ['created_at'],
  },
  'exact-categories': {
    title: 'Price list',
    singular: 'Price',
    columns: ['category', 'object_examination', 'cost1', 'cost2', 'cost3'],
    filters: ['category', 'object_examination'],
    byName: true,
    main: ['na', 'no_education'],
  },
  posts: {
    title: 'Posts',
    singular: 'Post',
    columns: ['user', 'blog', 'created'],
    filters: ['blog', 'user'],
    main: ['text', 'blog', 'user', 'moderated_by', 'pinned', 'close'],
  },
  comments: {
    title: 'Comments',
    singular: 'Comment',
    columns: ['user', 'post', 'created'],
    filters: ['post', 'user'],
    main: ['text', 'user', 'post', 'parent'],
    discussion: { on: 'post', author: 'user', time: 'created', text: 'text' },
  },
  blogs: {
    title: 'Blogs',
    singular: 'Blog',
    columns: ['parent', 'created'],
    byName: true,
    main: ['guest_cannot_view', 'guest_cannot_post', 'guest_cannot_comment'],
  },
  events: {
    title: 'Feed',
    singular: 'Entry',
    columns: ['event_type', 'post', 'comment'],
    main: ['title', 'text'],
    values: {
      event_type: {
        1: 'new post',
        2: 'comment on a post',
        3: 'answer to a comment',
      },
    },
  },
  users: {
    title: 'Members',
    singular: 'Member',
    columns: ['profile.position', 'profile.company_name', 'profile.city_str', 'date_joined'],
    main: ['profile.about', 'profile.hobby'],
    lines: ['profile.about', 'profile.hobby'],
  },
  regions: {
    title: 'Regions',
    singular: 'Region',
    columns: ['code', 'district'],
    filters: ['district'],
    byName: true,
  },
  cities: {
    title: 'Cities',
    singular: 'City',
    columns: ['region', 'not_uniq'],
    filters: ['region'],
    byName: true,
  },
  districts: {
    title: 'Federal districts',
    singular: 'Federal district',
    columns: [],
    byName: true,
  },
  categories: {
    title: 'Areas of examination',
    singular: 'Area of examination',
    columns: ['categoriesOPO', 'parent'],
    byName: true,
  },
  'object-examinations': {
    title: 'Kinds of objects',
    singular: 'Kind of object',
    columns: ['name'],
    byName: true,
  },
};

export const views: Views = {
  title: 'Community and job-board portal',
  of,
  menu: [
    { title: 'Work', collections: ['vacancies', 'resumes', 'exact-categories'] },
    {
      title: 'Community',
      collections: ['posts', 'comments', 'blogs', 'events', 'users', 'experts'],
    },
    {
      title: 'Reference',
      collections: ['regions', 'cities', 'districts', 'categories', 'object-examinations'],
    },
  ],
};
