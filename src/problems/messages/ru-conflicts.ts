// Messages about what an import could not merge, in Russian.
import type { conflicts as english } from './en-conflicts.js';
import type { Catalogue } from './names.js';

const repeated = 'до тех пор об этом скажет каждый импорт';

export const conflicts: Pick<Catalogue['messages'], keyof typeof english> = {
  'import-conflict/field': ({ origin, list }) => ({
    message:
      origin === undefined
        ? 'на исходном портале этого больше нет, а здесь изменено иначе'
        : `на исходном портале теперь ${origin}, и с изменениями здесь это не сходится`,
    hint:
      origin === undefined
        ? `уберите это и здесь или, чтобы оставить всё как есть, удалите строку ${list}; ${repeated}`
        : `запишите здесь то же, что там (полностью: ${list}), или удалите ту строку, чтобы оставить всё как есть; ${repeated}`,
  }),
  'import-conflict/there': ({ list }) => ({
    message: 'на исходном портале эту запись удалили, а здесь её изменили или на неё ссылаются',
    hint: `удалите её и здесь или, чтобы оставить её, удалите строку ${list}; ${repeated}`,
  }),
  'import-conflict/here': ({ collection, id, list }) => ({
    message: `на исходном портале изменили или добавили ${collection} ${id}, а здесь эту запись или то, на что она ссылается, удалили`,
    hint: `добавьте запись такой, как в ${list}, или удалите ту строку, чтобы обойтись без неё; ${repeated}`,
  }),
  'import-conflict/versions': ({ fields }) => ({
    message: `пока исходный портал читали, он показал разные значения: ${fields}; здесь последнее`,
    hint: 'следующий импорт перенесёт то, что будет там к тому времени',
  }),
};
