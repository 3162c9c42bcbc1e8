// Messages about values that their fields do not allow, and about those that an import could not merge, in Russian.
import type { conflicts as englishConflicts, values as englishValues } from './en-values.js';
import type { Catalogue } from './names.js';
import { counted } from './ru-counts.js';

const forms: Readonly<Record<string, string>> = {
  url: 'адрес, например "https://example.org/"',
  email: 'адрес почты, например "name@example.org"',
};

export const values: Pick<Catalogue['messages'], keyof typeof englishValues> = {
  'bad-value/range': ({ found, least, most }) => ({
    message: `${found} вне допустимых границ`,
    hint: `целое число от ${least} до ${most ?? Number.MAX_SAFE_INTEGER}`,
  }),
  'bad-value/number': ({ source }) => ({
    message: `${source} нельзя сохранить как число`,
    hint: source.startsWith('-0') ? 'напишите 0' : 'напишите число ближе к нулю или сам 0',
  }),
  'bad-value/depth': ({ most }) => ({
    message: `вложенность больше ${counted(most, 'levels')}`,
    hint: 'выньте списки или объекты друг из друга',
  }),
  'bad-value/length': ({ found, most }) => ({
    message: `список${found === undefined ? '' : ` из ${counted(found, 'elements')}:`} больше ${counted(most, 'elements')}`,
    hint: 'сократите список',
  }),
  'bad-value/few': ({ found, least }) => ({
    message: `список из ${counted(found, 'elements')}: меньше ${least}`,
    hint: `нужно не меньше ${counted(least, 'elements')}`,
  }),
  'bad-value/text-short': ({ found, least }) => ({
    message: `текст из ${counted(found, 'characters')}: меньше ${least}`,
    hint: `нужно не меньше ${counted(least, 'characters')}`,
  }),
  'bad-value/text-long': ({ found, most }) => ({
    message: `текст из ${counted(found, 'characters')}: больше ${most}`,
    hint: 'сократите текст',
  }),
  'bad-value/form': ({ found, wanted }) => ({
    message: `${found} не той формы, что нужна`,
    hint: `напишите ${forms[wanted] ?? `текст вида ${wanted}`}`,
  }),
  'bad-value/size': ({ most }) => ({
    message: `запись больше ${counted(most, 'bytesOf')}`,
    hint: 'разделите запись',
  }),
  'bad-value/text-size': ({ most }) => ({
    message: `текст больше ${counted(most, 'bytesOf')}`,
    hint: 'сократите текст',
  }),
};

const settle =
  'до тех пор об этом скажет каждый импорт; `import --conflicts keep` оставит всё так, как здесь, `--conflicts take` возьмёт то, что на исходном портале';

export const conflicts: Pick<Catalogue['messages'], keyof typeof englishConflicts> = {
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
