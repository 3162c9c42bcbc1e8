// Texts in the answers to the page's requests, in each language.
import type { ReasonName } from '../../problems/messages/catalogue.js';

const en = {
  old: 'Somebody has changed this record since it was opened here. Open it again: nothing was overwritten.',
  noRepository:
    'The data is in no git repository with a commit, so that there is nothing to hand it in to.',
  errors: 'The data has errors: put them right first.',
  otherNow:
    'Other files have changed since this was shown, or another branch is checked out: look at it again.',
  otherRecords:
    'Since this was shown, other records have come to go with it: look at them again. Nothing was removed.',
  notJson: 'This is no JSON.',
  noMessage: 'Say in a line what you have changed.',
  noBranch: 'The name of a branch has letters, digits and hyphens alone.',
  called: (title: string) => `“${title}”`,
  reasons: {
    'not-public': 'it is closed',
    'closed-to-guests': 'it is for members alone',
    hidden: 'it is hidden',
    private: 'it is private',
    'for-some': 'it is for some readers alone',
    refers: 'it goes with another record',
  } satisfies Record<ReasonName, string>,
  /** The change that was reverted; `done`: the command that made it. */
  undone: (done: string, record: string) => {
    const verbs: Record<string, string> = { new: 'adding', change: 'changing', remove: 'removing' };
    return `Undone: ${verbs[done]} ${record}.`;
  },
};

const ru: typeof en = {
  old: 'Эту запись кто-то изменил, пока она была открыта здесь. Откройте её снова: ничего не перезаписано.',
  noRepository: 'Данные не в репозитории git, или в нём ещё нет коммитов: сдать их некуда.',
  errors: 'В данных есть ошибки: сначала исправьте их.',
  otherNow: 'С тех пор изменились и другие файлы, или выбрана другая ветка: посмотрите ещё раз.',
  otherRecords:
    'С тех пор изменилось то, что удалится вместе с ней: посмотрите ещё раз. Ничего не удалено.',
  notJson: 'Это не JSON.',
  noMessage: 'Напишите одной строкой, что изменено.',
  noBranch: 'В названии ветки — только буквы, цифры и дефисы.',
  called: (title) => `«${title}»`,
  reasons: {
    'not-public': 'запись закрыта',
    'closed-to-guests': 'только для участников',
    hidden: 'запись скрыта',
    private: 'личная запись',
    'for-some': 'только для некоторых читателей',
    refers: 'скрыта вместе с другой записью',
  },
  undone: (done, record) => {
    const verbs: Record<string, string> = {
      new: 'добавление',
      change: 'изменение',
      remove: 'удаление',
    };
    return `Отменено ${verbs[done]}: ${record}.`;
  },
};

export const words = { en, ru } as const;
