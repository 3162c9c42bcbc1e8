// Russian words after a number, in the plural form that the number requires: 1, 2, 5.
const FORMS = {
  days: ['день', 'дня', 'дней'],
  hours: ['час', 'часа', 'часов'],
  levels: ['уровня', 'уровней', 'уровней'],
  elements: ['элемента', 'элементов', 'элементов'],
  characters: ['знака', 'знаков', 'знаков'],
  bytesOf: ['байта', 'байтов', 'байтов'],
  bytes: ['байт', 'байта', 'байтов'],
  errors: ['ошибка', 'ошибки', 'ошибок'],
  warnings: ['предупреждение', 'предупреждения', 'предупреждений'],
  records: ['запись', 'записи', 'записей'],
  refer: ['ссылается', 'ссылаются', 'ссылаются'],
  files: ['файл', 'файла', 'файлов'],
  places: ['месте', 'местах', 'местах'],
  written: ['записан', 'записаны', 'записано'],
  unchanged: ['не изменился', 'не изменились', 'не изменилось'],
  removed: ['удалён', 'удалены', 'удалено'],
  first: ['первая', 'первые', 'первые'],
  problems: ['проблема', 'проблемы', 'проблем'],
} as const;

type Word = keyof typeof FORMS;

let rules: Intl.PluralRules | undefined; // made when first needed

/** The form of a noun or verb after a whole number. */
export function plural(count: number, word: Word): string {
  rules ??= new Intl.PluralRules('ru');
  const [one, few, many] = FORMS[word];
  const category = rules.select(count);
  return category === 'one' ? one : category === 'few' ? few : many;
}

/** A number with what it counts. */
export const counted = (count: number, word: Word) => `${count} ${plural(count, word)}`;
