// What `init` says, in each language.

const en = {
  written: (file: string) => `${file}: written`,
  /** For a file that was there, and stays as it was. */
  kept: (file: string) => `${file}: was there, left as it is`,
  /** For a `package.json` that was there: how to add the tool to its dependencies. */
  add: (spec: string) => `package.json does not depend on this tool yet: npm install "${spec}"`,
  /** `way`: the path to the tool; `tarball`: the name of the file that `npm pack` makes of it. */
  onlyHere: (way: string, tarball: string) =>
    `npm installs the tool from ${way}, which is on this machine alone. For other machines, in the portal's folder: npm pack "${way}" && npm install ./${tarball}`,
  unregistered: (tool: string) => `npm's registry does not have ${tool}, or gave no answer.`,
  /** For the first commit: its message, that it was made, or why not and what to do. */
  message: 'A new portal',
  committed: 'git: all of this is committed, as the first commit of a new portal',
  notCommitted: {
    'no-git':
      'git is not installed, so nothing is committed. Install it, then, in the portal\'s folder: git init && git add --all && git commit -m "A new portal" && git branch -m main',
    'no-identity':
      'git does not know who you are, so nothing is committed. In the portal\'s folder: git config --global user.name "Your Name" && git config --global user.email you@example.org && git init && git add --all && git commit -m "A new portal" && git branch -m main',
    'has-repository':
      'the folder is in a git repository that has other files, so nothing is committed: git status shows what is new, git add and git commit take what is to be in it',
  },
  next: 'README.md tells the rest; it begins with "npm install".',
  /** For sample records that would be mixed with records of the portal's own. */
  hasData: (folder: string) =>
    `${folder} has data already, and sample records would be mixed with it: leave --sample out`,
};

export type InitWords = typeof en;

const ru: typeof en = {
  written: (file) => `${file}: создан`,
  kept: (file) => `${file}: уже был, оставлен как есть`,
  add: (spec) => `в package.json этой программы ещё нет: npm install "${spec}"`,
  onlyHere: (way, tarball) =>
    `npm ставит программу из ${way}, а это есть только на этой машине. Для других — в папке портала: npm pack "${way}" && npm install ./${tarball}`,
  unregistered: (tool) => `в реестре npm нет ${tool}, или он не ответил.`,
  message: 'Новый портал',
  committed: 'git: всё это сдано первым коммитом нового портала',
  notCommitted: {
    'no-git':
      'git не установлен, поэтому ничего не сдано. Установите его, а потом в папке портала: git init && git add --all && git commit -m "Новый портал" && git branch -m main',
    'no-identity':
      'git не знает, кто вы, поэтому ничего не сдано. В папке портала: git config --global user.name "Ваше Имя" && git config --global user.email you@example.org && git init && git add --all && git commit -m "Новый портал" && git branch -m main',
    'has-repository':
      'эта папка — в репозитории git, где есть и другие файлы, поэтому ничего не сдано: git status покажет новое, а git add и git commit возьмут то, что должно в нём быть',
  },
  next: 'Остальное рассказано в README.md; начните с «npm install».',
  hasData: (folder) =>
    `в ${folder} уже есть данные, примеры смешались бы с ними: не указывайте --sample`,
};

export const words = { en, ru } as const;
