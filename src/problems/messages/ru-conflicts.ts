// Messages about what an import could not merge, in Russian.
import type { conflicts as english } from './en-conflicts.js';
import type { Catalogue } from './names.js';

const settle =
  'до тех пор об этом скажет каждый импорт; `import --conflicts keep` оставит всё так, как здесь, `--conflicts take` возьмёт то, что на исходном портале';

export const conflicts: Pick<Catalogue['messages'], keyof typeof english> = {
  'import-conflict/field': ({ origin }) => ({
    message:
      origin === undefined
        ? 'на исходном портале это значение убрали, а здесь его изменили'
        : `на исходном портале теперь ${origin}, а здесь это значение изменили иначе`,
    hint: `запишите здесь то же, что там; ${settle}`,
  }),
  'import-conflict/there': () => ({
    message: 'на исходном портале эту запись удалили, а здесь её изменили',
    hint: `удалите её и здесь; ${settle}`,
  }),
  'import-conflict/here': ({ collection, id }) => ({
    message: `на исходном портале изменили ${collection} ${id}, а здесь эту запись удалили`,
    hint: settle,
  }),
  'import-conflict/versions': ({ fields }) => ({
    message: `пока исходный портал читали, он показал разные значения: ${fields}; здесь последнее`,
    hint: 'следующий импорт перенесёт то, что будет там к тому времени',
  }),
};
