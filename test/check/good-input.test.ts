// Data that is unusual and right: the check finds nothing.

import { describe, expect, it } from 'vitest';
import { another, anotherReply, base, type Changes, checkPortal } from './portal.js';

const created = '"created": "2024-05-01T10:00:00+03:00"';
const root = (id: number, rest: string) => `{"id": ${id}, "post": 1, ${created}, ${rest}}\n`;
const reply = (id: number, parent: number, rest: string) =>
  `{"id": ${id}, "post": 1, "parent": ${parent}, "user": 2, "text": "Да", ${created}, ${rest}}\n`;

const nothing = Object.fromEntries(Object.keys(base).map((file) => [file, null]));

const files: Record<string, Changes> = {
  'the smallest portal': {},
  'an empty data folder': nothing,
  'a portal without a feed and without experts': { 'events.json': null, 'experts.ndjson': null },
  'a portal of one record': { ...nothing, 'experts/ivanov.json': another('experts') },
  '$schema on a file of one record': {
    'regions/new.json': '{"$schema": "../../schema/region.json", "id": 3, "name": "Псков"}',
  },
  'byte-order marks': {
    'regions/new.json': '\uFEFF[{"id": 3, "name": "Псков"}]',
    'cities/new.ndjson': '\uFEFF{"id": 2, "name": "Остров", "region": 3}\n',
  },
  'integers with a point or an exponent': {
    'regions/new.json': '[{"id": 1e2, "name": "Псков"}, {"id": 3.0, "name": "Пенза"}]',
    'cities/new.json':
      '[{"id": 1.0E1, "name": "Остров", "region": 100},' +
      ' {"id": 20e-1, "name": "Кузнецк", "region": 3}]',
  },
  'empty lines in .ndjson': {
    'regions/new.ndjson': '\n{"id": 3, "name": "Псков"}\n\n\n{"id": 4, "name": "Пенза"}\n\n',
    'cities/new.json': '{"id": 2, "name": "Кузнецк", "region": 4}',
  },
  'an .ndjson file without a line, and one without an end of line': {
    'experts/none.ndjson': '',
    'regions/new.ndjson': '{"id": 3, "name": "Псков"}',
    'cities/new.json': '{"id": 2, "name": "Остров", "region": 3}',
  },
  'an array of no records': { 'experts/none.json': '[]\n' },
  'nested folders': {
    'regions/north/west/pskov.json': '{"id": 3, "name": "Псков"}',
    'regions/old.json/all.ndjson': '{"id": 4, "name": "Пенза"}\n',
    'cities/a/b/c/d.json':
      '[{"id": 2, "name": "Остров", "region": 3}, {"id": 3, "name": "Кузнецк", "region": 4}]',
  },
  'hidden entries and notes': {
    '.draft.json': '{',
    '.idea/settings.xml': '<a/>',
    'regions/.old/all.json': '{',
    'regions/.new.json.swp': 'b0',
    'README.md': '# Данные',
    'regions/notes.md': '{',
    'regions/rule.md': 'Коды\n---\n',
    'regions/line.md': '----\n',
    'regions/.page.md': '---\ntitle: Коды\n---\n',
    'CONTENTS.md': '---\ntitle: Данные\n---\n',
    'regions/\ufffd.json': '{"id": 3, "name": "Псков"}',
  },
  'CRLF at the ends of lines': {
    'regions/new.json': '{\r\n  "id": 3,\r\n  "name": "Псков"\r\n}\r\n',
    'cities/new.ndjson': '{"id": 2, "name": "Остров", "region": 3}\r\n\r\n',
  },
  'both halves of an emoji in escapes, and a line separator': {
    'regions/new.json': '{"id": 3, "name": "Псков \\ud83d\\uDE00 \u2028"}',
  },
};

const poll =
  '[{"id": 5, "post": 50, "title": "Как?", "variants": [' +
  '{"id": 5, "poll": 5, "title": "Так", "votes": [' +
  '{"id": 5, "poll": 5, "variant": 5, "user": 2}, {"id": 6, "user": 1}]}]}]';

const records: Record<string, Changes> = {
  'computed fields that are given as they compute': {
    'blogs/new.json': another('blogs', { parent: '1', level: '1' }),
    'posts/new.json': another('posts', { blog: '50', root_blog: '1', polls: poll }),
    'comments/new.json': another('comments', {
      post: '50',
      blog: '50',
      level: '0',
      tree_id: '50',
    }),
    'users/new.json': another('users', { profile: '{"user": 50}' }),
  },
  'a post with a poll that says it has none': {
    'posts/new.json': another('posts', { polls: poll, has_poll: 'false' }),
  },
  'certificates of two vacancies with one id': {
    'vacancies/new.json': another('vacancies', {
      certificates: '[{"id": 1, "category": 1, "exact_category": 1}]',
    }),
  },
  'null in every field that may be null': {
    'regions/new.json': another('regions', { district: 'null' }),
    'cities/new.json': another('cities', { area: 'null' }),
    'categories/new.json': another('categories', { parent: 'null' }),
    'exact-categories/new.json': another('exact-categories', { cost1: 'null' }),
    'vacancies/new.json': another('vacancies', { work_city: 'null', exact_category: 'null' }),
    'users/new.json': another('users', {
      in_favorite: 'null',
      last_login: 'null',
      profile: '{"birthday": null, "about": null, "moderated_at": null, "city": null}',
    }),
    'blogs/new.json': another('blogs', { object_id: 'null', content_type: 'null' }),
    'posts/new.json': another('posts', { last_view: 'null', moderated_at: 'null', ip: 'null' }),
    'comments/new.json': another('comments', {
      parent: 'null',
      user: 'null',
      updated_by: 'null',
    }),
    'events/new.json': another('events', { comment: 'null' }),
  },
  'a category that is not offered, without prices': {
    'exact-categories/new.json': another('exact-categories', {
      na: 'true',
      cost1: '0',
      cost2: 'null',
    }),
  },
  'a number that was not observed, in a field without a list of values': {
    'users/new.json': another('users', { sex: '3' }),
  },
  'parts of an avatar, a profile and settings': {
    'users/new.json': another('users', {
      avatar: '{"s": "/a.png"}',
      profile: '{"hobby": "Шахматы", "priority": ["news"], "city": 1}',
      privacy_settings: '{"write_pm": "all"}',
    }),
    'vacancies/new.json': another('vacancies', { crm_data: '{"deal_id": 7}' }),
  },
  'values of any shape': {
    'comments/new.json': anotherReply({
      emoji: '[{"__proto__": {"a": 1}, "constructor": null}, [[]], 0.1, 1e-7, "😀", true]',
      children: '[1, {"": {"": []}}]',
      files: '[null]',
      hidden_by: '[{"user": 99}]',
    }),
    'posts/new.json': another('posts', {
      members: '[99, {"id": 0}]',
      crm_data: '{"lead": {"9": [], "": null}, "__proto__": 1}',
    }),
    'resumes/new.json': another('resumes', { blocked_organizations: '["ООО", 1]' }),
  },
  // open: any integer above 2^53 is unsafe, though these two are held exactly
  'great integers that a double holds exactly': {
    'comments/new.json': anotherReply({ emoji: '[9007199254740994, 1e22]' }),
  },
  'moments with fractions, far offsets and leap days': {
    'posts/new.json': another('posts', {
      created: '"2024-02-29T23:59:59.123456789012+23:59"',
      updated: '"2000-02-29T00:00:00.0-12:00"',
      moderated_at: '"2024-12-31T00:00:00-23:59"',
    }),
  },
  'defaults that are given otherwise': {
    'resumes/new.json': another('resumes', {
      certificates:
        '[{"id": 1, "category": 3, "certificate_expiry": "2026-01-01",' +
        ' "exact_category": 1, "exact_category_str": "Э9 ЗС"}]',
    }),
    'posts/new.json': another('posts', { short_text: '"Коротко"', show_all_link: 'false' }),
    'comments/new.json': anotherReply({ cleaned_text: '"иначе"' }),
    'events/new.json': another('events', { user: '2', datetime: '"2020-01-01T00:00:00+00:00"' }),
  },
  'no last comment': {
    'blogs/new.json': another('blogs', { last_comment: '0' }),
    'posts/new.json': another('posts', { last_comment: '0' }),
  },
  'an event of type 3, and one about a root comment that says who acts': {
    'events/new.json': `[
        {"id": 3, "event_type": 3, "comment": 2, "title": "", "text": ""},
        {"id": 4, "event_type": 2, "comment": 1, "user": 2}
      ]`,
  },
  'records that are withheld': {
    'vacancies/new.json': another('vacancies', { is_public: 'false' }),
    'events/new.json': another('events', { private: 'true', available_for: '[{"user": 1}]' }),
    'posts/new.json': another('posts', { blog: '50', hidden: 'true' }),
    'blogs/new.json': another('blogs', { guest_cannot_view: 'true' }),
  },
};

const trees: Record<string, Changes> = {
  'two trees under one post, given in a third': {
    'comments/new.ndjson': root(10, '"lft": 1, "rght": 2') + root(11, '"is_new": true'),
  },
  'nested sets with gaps, a late start and the younger reply first': {
    'comments/new.ndjson':
      root(10, '"lft": 5, "rght": 40') +
      reply(11, 10, '"lft": 20, "rght": 30') +
      reply(12, 10, '"lft": 7, "rght": 9') +
      reply(13, 11, '"lft": 21, "rght": 29'),
  },
  'a tree_id unlike the id of the root, on all comments of the tree': {
    'comments/new.ndjson':
      reply(9, 10, '"tree_id": 700') + root(10, '"tree_id": 700') + reply(11, 9, '"tree_id": 700'),
  },
};

const video = { frames: ['video.example', 'maps.example'] };
const post = (html: string): Changes => ({
  'posts/new.json': another('posts', { text: JSON.stringify(html) }),
});

const markup: Record<string, Changes> = {
  'a frame from a host that is named': post('<iframe src="https://video.example/1"></iframe>'),
  'a frame from the second host': post('<iframe src="https://maps.example?q=1"></iframe>'),
  'a named host in capitals': post('<iframe src="HTTPS://VIDEO.EXAMPLE/1"></iframe>'),
  'a frame without a scheme': post('<iframe src="//video.example/1"></iframe>'),
  'a frame that is closed on the next line': post(
    '<iframe src="https://video.example/1">\n</IFRAME >',
  ),
  'comments that end, in every way': post('а<!-- б --><!-->в<!--->г<!-- д --!>е<?ж>з'),
  'links by mail and telephone': post(
    '<a href="mailto:info@portal.example">почта</a> <a href="tel:+74950000000">телефон</a>',
  ),
  'links of the web': post(
    '<a href="https://a.example/?q=javascript:1">а</a><a href="HTTP://b">б</a>',
  ),
  'relative links': post(
    '<a href="/a">а</a><a href="b/c">б</a><a href="?d">в</a><a href="#e">г</a><a href="">д</a>' +
      '<a href="//f.example/">е</a><a href="./g:h">ж</a><img src="/i.png" srcset="j.png 2x">',
  ),
  'a link in entities that is harmless': post('<a href="ht&#116;ps&#58;//a.example/">а</a>'),
  'text about scripts': post('<p title="<script>">&lt;script&gt; и onclick="a" и javascript:</p>'),
  'attributes that are no handlers': post('<p data-onclick="a" class="on" lang="ru">а</p>'),
  'styles that colour': post(
    '<p style="color: red; background-color:#FFE0b2">а <b style=color:rgb(10,20,30)>б</b></p>' +
      '<p style="background: hsl(120 50% 50% / 0.5)">в</p>',
  ),
  'styles that weight': post(
    '<p style="font-weight:700;font-style: italic">а <b style="text-decoration: underline;">б</b></p>',
  ),
  'styles that align': post(
    '<p style="TEXT-ALIGN: Center">а <b style=" vertical-align:&#115;uper ">б</b></p>',
  ),
  'styles that size within the text': post(
    '<p style="font-size: 18px">а <b style="font-size:90%">б</b> <i style="font-size: x-large">в</i></p>' +
      '<table style="width: 100%"></table><img src="/a.png" style="max-width: 50.5%; height: auto">',
  ),
  'an empty style': post('<p style=" ; ">а</p>'),
  'markup that is not closed': post('<p><b>а<table><tr><td>б</b></table><p>в'),
  'a tag in a vacancy, whose text is no HTML': {
    'vacancies/new.json': another('vacancies', { text: '"<script>alert(1)</script>"' }),
  },
};

for (const [theme, cases] of Object.entries({ files, records, trees, markup })) {
  describe(`no problem: ${theme}`, () => {
    for (const [name, changes] of Object.entries(cases)) {
      it(name, async () => {
        const { report } = await checkPortal(changes, video);
        expect(report.problems).toEqual([]);
        expect(report.ok).toBe(true);
      });
    }
  });
}
