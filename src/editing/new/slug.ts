// A title → a slug, its name in addresses; Cyrillic is transliterated as in the shipped data.

const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
  ...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu' },
  я: 'ya',
};
const MOST = 60;

/** Makes a slug of Latin letters, digits and hyphens, cut between words; empty if the title gives none of them. */
export function slugFrom(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => LATIN[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = (words[0] ?? '').slice(0, MOST);
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > MOST) break;
    slug += `-${word}`;
  }
  return slug;
}
