// Declares what can be searched: vacancies, resumes, posts and experts (PROMISES.md §5.3).
import type { Endpoint, PortalSearch } from '../model/endpoint.js';

const places = ['work_city.name', 'work_regions.name'];
const certificates = ['certificates.exact_category.name'];
const where = { region: 'work_regions.id', city: 'work_city.id' };
const jobSorts = { date: 'created_at', pay: 'work_salary' };

/** Declares how these lists are searched. */
export const searchOf = (
  lists: Readonly<Record<'vacancies' | 'resumes' | 'posts' | 'experts', Endpoint>>,
): PortalSearch => ({
  language: 'ru',
  lists: [
    {
      of: lists.experts,
      kind: 'expert',
      title: ['full_name'],
      text: [],
      filters: {},
      sorts: { date: 'created_at' },
    },
    {
      of: lists.posts,
      kind: 'post',
      title: ['title'],
      text: ['text'],
      html: ['text'],
      filters: { blog: 'blog.id' },
      sorts: { date: 'created' },
    },
    {
      of: lists.resumes,
      kind: 'resume',
      title: ['work_position'],
      text: ['about', 'skills', 'responsibility', ...places, ...certificates],
      filters: where,
      sorts: jobSorts,
    },
    {
      of: lists.vacancies,
      kind: 'vacancy',
      title: ['work_position'],
      text: ['text', ...places, ...certificates],
      filters: where,
      sorts: jobSorts,
    },
  ],
});
