// What `init` says, in each language.
import type { Language } from '../problems/messages/catalogue.js';

interface Words {
  readonly written: (file: string) => string;
  /** Of a file that was there, and stays as it was. */
  readonly kept: (file: string) => string;
  readonly next: string;
  /** Of sample records that would be mixed with records of the portal's own. */
  readonly hasData: (folder: string) => string;
}

export const words: Readonly<Record<Language, Words>> = {
  en: {
    written: (file) => `${file}: written`,
    kept: (file) => `${file}: was there, left as it is`,
    next: 'README.md tells the rest; it begins with "npm install".',
    hasData: (folder) =>
      `${folder} has data already, and sample records would be mixed with it: leave --sample out`,
  },
  ru: {
    written: (file) => `${file}: создан`,
    kept: (file) => `${file}: уже был, оставлен как есть`,
    next: 'Остальное рассказано в README.md; начните с «npm install».',
    hasData: (folder) =>
      `в ${folder} уже есть данные, примеры смешались бы с ними: не указывайте --sample`,
  },
};
