// What the page's requests are answered with, in each language.
const en = {
  old: 'Somebody has changed this record since it was opened here. Open it again: nothing was overwritten.',
  noRepository:
    'The data is in no git repository with a commit, so that there is nothing to hand it in to.',
  errors: 'The data has errors: put them right first.',
  otherFiles: 'Other files have changed since this was shown: look at it again.',
  noMessage: 'Say in a line what you have changed.',
  noBranch: 'The name of a branch has letters, digits and hyphens alone.',
};

const ru: typeof en = {
  old: 'Эту запись кто-то изменил, пока она была открыта здесь. Откройте её снова: ничего не перезаписано.',
  noRepository: 'Данные не в репозитории git, или в нём ещё нет коммитов: сдать их некуда.',
  errors: 'В данных есть ошибки: сначала исправьте их.',
  otherFiles: 'С тех пор изменились и другие файлы: посмотрите ещё раз.',
  noMessage: 'Напишите одной строкой, что изменено.',
  noBranch: 'В названии ветки — только буквы, цифры и дефисы.',
};

export const words = { en, ru } as const;
