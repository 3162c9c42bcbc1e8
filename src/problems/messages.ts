// The catalogues of all languages. Only code that turns findings into words for a reader imports this;
// the checks give findings as data, without words.
import type { Language } from './messages/catalogue.js';
import { en } from './messages/en.js';
import type { Catalogue } from './messages/names.js';
import { ru } from './messages/ru.js';

export const catalogues: Readonly<Record<Language, Catalogue>> = { en, ru };
