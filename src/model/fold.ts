/** A text as texts are compared: in lower case, with е for ё, and without soft hyphens. */
export const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll('\u00ad', '');
