// The texts of reports besides those of their problems, in Russian.
import type { report as english } from './en-report.js';
import { counted, plural } from './ru-counts.js';

export const report: typeof english = {
  preview: {
    built: (ms, written, removed) =>
      `собрано за ${ms} мс: ${plural(written, 'written')} ${counted(written, 'files')}, ${plural(removed, 'removed')} ${removed}`,
    checked: (ms) => `проверено за ${ms} мс`,
    stays: 'остаётся последний хороший снимок',
    unwatched: (reason) => `сохранения могут остаться незамеченными: ${reason}`,
  },
  withoutCache: (folder, reason) =>
    `в кэш ${folder} нельзя писать (${reason}); всё делается без него`,
  takenBack: (files) =>
    `другая команда была прервана, пока меняла данные: эти файлы снова такие, какими были до неё: ${files.join(', ')}`,
  wereBefore: (ref) => `не показаны, потому что были и раньше (${ref})`,
  unborn: (ref) => `в ${ref} ещё нет ни одного коммита: изменённым считается всё`,
  areElsewhere: 'не показаны, потому что они в других файлах',
  format: {
    summary: (files, changed, same, refused, isCheck) => {
      const left = refused > 0 ? `, не тронуто: ${refused}` : '';
      return isCheck
        ? `${counted(files, 'files')}: не в каноническом виде ${changed}, в каноническом ${same}${left}`
        : `${counted(files, 'files')}: приведено к каноническому виду ${changed}, без изменений ${same}${left}`;
    },
  },
  error: 'ошибка',
  warning: 'предупреждение',
  counted: (count, noun) => counted(count, `${noun}s`),
  units: ['КБ', 'МБ', 'ГБ', 'ТБ'],
  point: ',',
  withheld: (records, collection, reason) => `скрыто: ${records} из ${collection}, ${reason}`,
  withheldInAll: (records) =>
    `скрыто: ${counted(records, 'records')} (--verbose покажет, какие и почему)`,
  nothingWritten: 'ничего не записано',
  changes: (written, unchanged, removed) =>
    `${written} ${plural(written, 'written')}, ${unchanged} ${plural(unchanged, 'unchanged')}, ${removed} ${plural(removed, 'removed')}`,
  snapshot: 'снимок',
  morePlaces: (count) => `и ещё в ${counted(count, 'places')}:`,
  columns: { count: 'число', code: 'код', files: 'файлов', example: 'например' },
  firstOnes: (count) => `${plural(count, 'first')} ${count}:`,
  all: (problems) => `каждую покажет --all: всего ${counted(problems, 'problems')}`,
};
