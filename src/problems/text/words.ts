// The texts that a command prints while it works, in each language.

/** The phases of checks, builds and imports. */
const phases: Readonly<Record<string, string>> = {
  reading: 'reading',
  compiling: 'compiling',
  linking: 'linking',
  writing: 'writing',
  fetching: 'fetching',
  'fetching again': 'fetching again',
};

const en = {
  phases,
  inAll: 'in all',
  took: (phase: string, seconds: string) => `${phase}: ${seconds} s`,
  share: (percent: number, done: number, total: number, left: number) =>
    `${percent} % (${done} of ${total}), ${left} s left`,
};

const ru: typeof en = {
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
};

export const words = { en, ru } as const;
