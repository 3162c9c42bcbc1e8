// What `init` says, in each language.

const en = {
  written: (file: string) => `${file}: written`,
  /** For a file that was there, and stays as it was. */
  kept: (file: string) => `${file}: was there, left as it is`,
  /** For a tool that npm's registry does not have. */
  tool: (version: string) =>
    `package.json: the portal needs portal-snapshot ${version} from npm's registry. If yours is a tarball or a folder, write where it is: npm install PATH`,
  /** For a `package.json` that was there, and does not depend on the tool. */
  add: (version: string) =>
    `package.json does not depend on portal-snapshot yet: npm install portal-snapshot@${version}, or npm install PATH if yours is a tarball or a folder`,
  /** For a file that was there, and lacks lines. */
  lacking: (file: string, lines: readonly string[]) =>
    `${file} lacks these lines: ${lines.join('  ')}`,
  /** For a path in a repository that its workflows cannot hold. */
  oddFolder: (path: string) =>
    `the repository's workflows cannot name ${JSON.stringify(path)}: use letters, digits, ".", "_", "-" and blanks alone`,
  /** Above the commands that do it. */
  git: 'To keep the portal in git, in its folder:',
  message: 'A new portal',
  next: 'README.md tells the rest; it begins with "npm install".',
  /** In the place of `next`, for a README.md that was there. */
  nextWithout:
    'Then: npm install && npx portal-snapshot check. data/README.md is the guide for editors.',
  /** For sample records that would be mixed with records of the portal's own. */
  hasData: (folder: string) =>
    `${folder} has data already, and sample records would be mixed with it: leave --sample out`,
};

const ru: typeof en = {
  written: (file) => `${file}: создан`,
  kept: (file) => `${file}: уже был, оставлен как есть`,
  tool: (version) =>
    `package.json: порталу нужна portal-snapshot ${version} из реестра npm. Если у вас архив или папка, укажите, где: npm install ПУТЬ`,
  add: (version) =>
    `в package.json ещё нет portal-snapshot: npm install portal-snapshot@${version} или, если у вас архив или папка, npm install ПУТЬ`,
  lacking: (file, lines) => `в ${file} не хватает строк: ${lines.join('  ')}`,
  oddFolder: (path) =>
    `в сценариях (workflows) репозитория нельзя назвать ${JSON.stringify(path)}: годятся буквы, цифры, «.», «_», «-» и пробелы`,
  git: 'Чтобы хранить портал в git, в его папке:',
  message: 'Новый портал',
  next: 'Остальное рассказано в README.md; начните с «npm install».',
  nextWithout: 'Дальше: npm install && npx portal-snapshot check. Редакторам — data/README.md.',
  hasData: (folder) =>
    `в ${folder} уже есть данные, примеры смешались бы с ними: не указывайте --sample`,
};

export const words = { en, ru } as const;
