// What `init` says, in each language.

const en = {
  written: (file: string) => `${file}: written`,
  /** For a file that was there, and stays as it was. */
  kept: (file: string) => `${file}: was there, left as it is`,
  /** For a tool that npm's registry does not have. */
  tool: (version: string) =>
    `package.json: the portal needs portal-snapshot ${version} from npm's registry. If yours is a tarball or a folder, write where it is: npm install PATH`,
  /** Above the commands that do it. */
  git: 'To keep the portal in git, in its folder:',
  message: 'A new portal',
  next: 'README.md tells the rest; it begins with "npm install".',
  /** For sample records that would be mixed with records of the portal's own. */
  hasData: (folder: string) =>
    `${folder} has data already, and sample records would be mixed with it: leave --sample out`,
};

const ru: typeof en = {
  written: (file) => `${file}: создан`,
  kept: (file) => `${file}: уже был, оставлен как есть`,
  tool: (version) =>
    `package.json: порталу нужна portal-snapshot ${version} из реестра npm. Если у вас архив или папка, укажите, где: npm install ПУТЬ`,
  git: 'Чтобы хранить портал в git, в его папке:',
  message: 'Новый портал',
  next: 'Остальное рассказано в README.md; начните с «npm install».',
  hasData: (folder) =>
    `в ${folder} уже есть данные, примеры смешались бы с ними: не указывайте --sample`,
};

export const words = { en, ru } as const;
