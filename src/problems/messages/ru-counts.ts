// Russian words after a number, in the plural form that the number requires.
type Forms = Readonly<Record<'one' | 'few' | 'many', string>>;
export const DAYS: Forms = { one: 'день', few: 'дня', many: 'дней' };
export const HOURS: Forms = { one: 'час', few: 'часа', many: 'часов' };
export const LEVELS: Forms = { one: 'уровня', few: 'уровней', many: 'уровней' };
export const ELEMENTS: Forms = { one: 'элемента', few: 'элементов', many: 'элементов' };
export const BYTES_OF: Forms = { one: 'байта', few: 'байтов', many: 'байтов' };
export const BYTES: Forms = { one: 'байт', few: 'байта', many: 'байтов' };
export const ERRORS: Forms = { one: 'ошибка', few: 'ошибки', many: 'ошибок' };
export const WARNINGS: Forms = {
  one: 'предупреждение',
  few: 'предупреждения',
  many: 'предупреждений',
};
export const RECORDS: Forms = { one: 'запись', few: 'записи', many: 'записей' };
export const REFER: Forms = { one: 'ссылается', few: 'ссылаются', many: 'ссылаются' };
export const FILES: Forms = { one: 'файл', few: 'файла', many: 'файлов' };
export const PLACES: Forms = { one: 'месте', few: 'местах', many: 'местах' };
export const WRITTEN: Forms = { one: 'записан', few: 'записаны', many: 'записано' };
export const UNCHANGED: Forms = {
  one: 'не изменился',
  few: 'не изменились',
  many: 'не изменилось',
};
export const REMOVED: Forms = { one: 'удалён', few: 'удалены', many: 'удалено' };
export const FIRST: Forms = { one: 'первая', few: 'первые', many: 'первые' };
export const PROBLEMS: Forms = { one: 'проблема', few: 'проблемы', many: 'проблем' };

let rules: Intl.PluralRules | undefined; // made when first needed

/** The form of a noun or verb after a whole number. */
export function plural(count: number, forms: Forms): string {
  rules ??= new Intl.PluralRules('ru');
  const category = rules.select(count);
  return forms[category === 'one' || category === 'few' ? category : 'many'];
}

/** A number with what it counts. */
export const counted = (count: number, forms: Forms) => `${count} ${plural(count, forms)}`;
