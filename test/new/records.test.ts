// What new records take from elsewhere than their flags: the time and the slug. All else: scripts/new.script.
import { expect, it, onTestFinished, vi } from 'vitest';
import { slugFrom } from '../../src/editing/new/slug.js';
import { writeFile } from '../support/portal.js';
import { dataOf, desk, runNew } from './desk.js';

it('the time of a new record is that of the desk, with its offset', async () => {
  const cwd = desk();
  writeFile(cwd, 'data/regions.json', '[{"id": 48, "name": "Тула"}]');
  writeFile(cwd, 'data/resumes.ndjson', '');
  vi.useFakeTimers({ now: new Date('2026-11-21T10:12:44+03:00'), toFake: ['Date'] });
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-180);
  onTestFinished(() => {
    offset.mockRestore();
    vi.useRealTimers();
  });
  // Under the name of its collection, with only what must be there.
  const printed = await runNew(cwd, 'resumes', '--region', '48');
  expect(printed).toEqual({ status: 0, stdout: 'data/resumes.ndjson\n', stderr: '' });
  expect(String(dataOf(cwd).get('resumes.ndjson'))).toBe(
    '{"id": 1, "created_at": "2026-11-21T10:12:44+03:00", "region": 48}\n',
  );
});

it.each([
  ['Ёж, щука и объём', 'ezh-shchuka-i-obem'],
  ['  РВС-5000: ход «работ»?', 'rvs-5000-khod-rabot'],
  ['Café №2', 'cafe-2'],
  ['!?', ''],
  ['а'.repeat(99), 'a'.repeat(60)],
  [`${'слово '.repeat(20)}`, Array.from({ length: 10 }, () => 'slovo').join('-')],
  [
    'Әлеуметтік қамсыздандыру, Ақтөбе, Өскемен, Ұлытау',
    'aleumettik-qamsyzdandyru-aqtobe-oskemen-ulytau',
  ],
  [`${'a'.repeat(30)} ${'b'.repeat(29)}`, `${'a'.repeat(30)}-${'b'.repeat(29)}`],
  [`${'a'.repeat(30)} ${'b'.repeat(30)} c`, 'a'.repeat(30)],
  ['Җитәкче һәм ңур', 'jitakche-ham-nur'],
  ['Київ, Європа, ґанок, зʼїзд', 'kiyiv-yevropa-ganok-zyizd'],
  ['Ўзбекистон, ҳудуд, Oʻzbekiston', 'uzbekiston-hudud-ozbekiston'],
  [
    'Straße, Łódź, Đà Nẵng, smørrebrød, Æsir, œuvre, Işıklar',
    'strasse-lodz-da-nang-smorrebrod-aesir-oeuvre-isiklar',
  ],
  ['И\u0306од', 'yod'],
])('the slug of %j is %j', (title, slug) => {
  expect(slugFrom(title)).toBe(slug);
});
