// What `init` says, in each language.

const en = {
  written: (file: string) => `${file}: written`,
  /** Of a file that was there, and stays as it was. */
  kept: (file: string) => `${file}: was there, left as it is`,
  /** Of a `package.json` that was there: how the tool is added to what it depends on. */
  add: (spec: string) => `package.json does not depend on this tool yet: npm install "${spec}"`,
  /** `way` leads to the tool; `tarball` is the name of a file that npm makes of it. */
  onlyHere: (way: string, tarball: string) =>
    `npm installs the tool from ${way}, which is on this machine alone. For other machines, in the portal's folder: npm pack "${way}" && npm install ./${tarball}`,
  unregistered: (tool: string) => `npm's registry does not have ${tool}, or gave no answer.`,
  next: 'README.md tells the rest; it begins with "npm install".',
  /** Of sample records that would be mixed with records of the portal's own. */
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
  next: 'Остальное рассказано в README.md; начните с «npm install».',
  hasData: (folder) =>
    `в ${folder} уже есть данные, примеры смешались бы с ними: не указывайте --sample`,
};

export const words = { en, ru } as const;
