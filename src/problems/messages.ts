// All that is said, in every language: the one place where the catalogues meet. Only what words
// findings for somebody comes here; checks never word anything themselves.
import type { Catalogue, Language } from './messages/catalogue.js';
import { en } from './messages/en.js';
import { ru } from './messages/ru.js';

export const catalogues: Readonly<Record<Language, Catalogue>> = { en, ru };
