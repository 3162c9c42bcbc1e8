// Texts in the answers to the page's requests, in each language.
import type { NotUpdated } from '../../snapshot/git/update.js';

const en = {
  old: 'Somebody has changed this record since it was opened here. Open it again: nothing was overwritten.',
  noCommit: 'There is no commit yet: make the first one with git, then hand in here.',
  otherNow:
    'Other files have changed since this was shown, or another branch is checked out: look at it again.',
  otherRecords:
    'Since this was shown, other records have come to go with it: look at them again. Nothing was removed.',
  notJson: 'This is no JSON.',
  noMessage: 'Say in a line what you have changed.',
  noBranch: 'The name of a branch has letters, digits and hyphens alone.',
  noAuthor:
    'Give your name, and your e-mail address as anna@example.org: both stand beside your changes.',
  unfinished: (kind: string | undefined) =>
    kind === undefined
      ? 'There are conflicts from a command of git. Nothing can be handed in before.'
      : `git ${kind} is not finished. Nothing can be handed in before.`,
  resolve:
    'In these files, keep what is right, and take out the lines <<<<<<<, ======= and >>>>>>>:',
  finish: 'To finish, in a terminal:',
  abort: 'Or take it back, to the state before:',
  /** Why nothing was updated. */
  notUpdated: {
    noRemote: 'This repository has no remote that anything could come from (git remote add).',
    noMain: 'Which branch all others are merged into is not known (git remote set-head origin -a).',
    notHandedIn: 'There are changes that are not handed in. Hand them in first, or undo them.',
    notPushed: 'This branch has commits that are on this computer alone. Push them first.',
  } satisfies Record<NotUpdated, string>,
  diverged: (main: string, remote: string) =>
    `Here ${main} has commits that ${remote} does not have, so that it cannot follow. In a terminal, git switch -c NAME keeps them on a branch of their own; after git branch -f ${main} ${remote}/${main}, update again.`,
  called: (title: string) => `“${title}”`,
  /** The change that was reverted; `done`: the command that made it. */
  undone: (done: string, record: string) => {
    const verbs: Record<string, string> = { new: 'adding', change: 'changing', remove: 'removing' };
    return `Undone: ${verbs[done]} ${record}.`;
  },
};

const ru: typeof en = {
  old: 'Эту запись кто-то изменил, пока она была открыта здесь. Откройте её снова: ничего не перезаписано.',
  noCommit: 'Коммитов ещё нет: первый сделайте командами git, потом можно сдавать здесь.',
  otherNow: 'С тех пор изменились и другие файлы, или выбрана другая ветка: посмотрите ещё раз.',
  otherRecords:
    'С тех пор изменилось то, что удалится вместе с ней: посмотрите ещё раз. Ничего не удалено.',
  notJson: 'Это не JSON.',
  noMessage: 'Напишите одной строкой, что изменено.',
  noBranch: 'В названии ветки — только буквы, цифры и дефисы.',
  noAuthor: 'Укажите имя и адрес почты вида anna@example.org: они будут стоять у ваших правок.',
  unfinished: (kind) =>
    kind === undefined
      ? 'После команды git остались конфликты. До их исправления ничего сдать нельзя.'
      : `git ${kind} не закончен. До этого ничего сдать нельзя.`,
  resolve: 'Оставьте в этих файлах то, что верно, и уберите строки <<<<<<<, ======= и >>>>>>>:',
  finish: 'Чтобы закончить, в терминале:',
  abort: 'Или верните всё, как было до этого:',
  notUpdated: {
    noRemote: 'У этого репозитория нет сервера, с которого можно что-то получить (git remote add).',
    noMain: 'Неизвестно, какая ветка главная (git remote set-head origin -a).',
    notHandedIn: 'Есть несданные изменения. Сначала сдайте их или отмените.',
    notPushed: 'Коммиты этой ветки есть только на этом компьютере. Сначала отправьте их.',
  },
  diverged: (main, remote) =>
    `В ветке ${main} здесь есть коммиты, которых нет в ${remote}, поэтому обновить её нельзя. В терминале git switch -c ИМЯ сохранит их в отдельной ветке; после git branch -f ${main} ${remote}/${main} обновите ещё раз.`,
  called: (title) => `«${title}»`,
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
