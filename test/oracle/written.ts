// Numbers with all their digits, and keys that look like numbers, in any order: a JavaScript value has neither. Portals have
// them behind a mark, numbers as texts.
const NUMBER = '⟦number⟧';
const KEY = '⟦key⟧';

export const number = (digits: string): string => NUMBER + digits;
export const isNumber = (text: string): boolean => text.startsWith(NUMBER);
export const key = (name: string): string => KEY + name;

/** JSON as it is written, without marks. */
export const asWritten = (json: string): string =>
  json.replaceAll(new RegExp(`"${NUMBER}([^"]*)"`, 'g'), '$1').replaceAll(KEY, '');
