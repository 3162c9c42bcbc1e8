// What a command says while it works, in each language.
import type { Language } from '../problems/messages/catalogue.js';

interface Words {
  /** The phases of checks, builds and imports. */
  readonly phases: Readonly<Record<string, string>>;
  readonly inAll: string;
  readonly took: (phase: string, seconds: string) => string;
  readonly share: (percent: number, done: number, total: number, secondsLeft: number) => string;
}

export const words: Readonly<Record<Language, Words>> = {
  en: {
    phases: {
      reading: 'reading',
      compiling: 'compiling',
      linking: 'linking',
      writing: 'writing',
      fetching: 'fetching',
      'fetching again': 'fetching again',
    },
    inAll: 'in all',
    took: (phase, seconds) => `${phase}: ${seconds} s`,
    share: (percent, done, total, left) => `${percent} % (${done} of ${total}), ${left} s left`,
  },
  ru: {
    phases: {
      reading: 'чтение',
      compiling: 'проверка записей',
      linking: 'связи между записями',
      writing: 'запись страниц',
      fetching: 'запросы',
      'fetching again': 'повторные запросы',
    },
    inAll: 'всего',
    took: (phase, seconds) => `${phase}: ${seconds.replace('.', ',')} с`,
    share: (percent, done, total, left) => `${percent} % (${done} из ${total}), ещё ${left} с`,
  },
};
