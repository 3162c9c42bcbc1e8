// Makes slugs from titles: texts for addresses, such as `novosti-2026`. Letters of Cyrillic alphabets and special Latin
// letters are replaced by plain Latin ones: щ by `shch`, х by `kh`.

const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
  ...{ х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu' },
  я: 'ya',
  // Ukrainian, Belarusian, old and Southern Slavic letters
  ...{ є: 'ye', і: 'i', ї: 'yi', ґ: 'g', ў: 'u', ѣ: 'e', ѳ: 'f', ѵ: 'i', ђ: 'dj', ѕ: 'dz' },
  ...{ ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'g', ќ: 'k' },
  // Kazakh, Tatar, Bashkir, Kyrgyz, Uzbek, Tajik, Yakut, Ossetian and others
  ...{ ә: 'a', ғ: 'g', қ: 'q', ң: 'n', ө: 'o', ұ: 'u', ү: 'u', һ: 'h', җ: 'j', ҙ: 'z', ҫ: 's' },
  ...{ ҡ: 'q', ҳ: 'h', ҷ: 'j', ҕ: 'g', ҥ: 'n', ӷ: 'g', ӈ: 'n', ӊ: 'n', ӄ: 'k', ҝ: 'g', ҟ: 'k' },
  ...{ ҹ: 'j', ӕ: 'ae', ӡ: 'dz', ҧ: 'p', ԥ: 'p', ҭ: 't', ҵ: 'ts', ҽ: 'ch', ҿ: 'ch', ҩ: 'o' },
  ...{ ӆ: 'l', ԓ: 'l', ԡ: 'l', ӎ: 'm', ԣ: 'n', ҏ: 'r', ҍ: '', ӏ: '', ԛ: 'q', ԝ: 'w' },
  ...{ ӌ: 'ch', ӻ: 'g', ӽ: 'h', ӿ: 'h' },
  // Latin
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i' },
  ...{ ȷ: 'j', ĸ: 'k', ŋ: 'n', ŧ: 't', ſ: 's', ĳ: 'ij', ŉ: 'n', ŀ: 'l', ə: 'e', ɛ: 'e', ɔ: 'o' },
  ...{ ƀ: 'b', ɓ: 'b', ƈ: 'c', ɗ: 'd', ɖ: 'd', ƒ: 'f', ɠ: 'g', ɣ: 'g', ǥ: 'g', ɨ: 'i', ɩ: 'i' },
  ...{ ƙ: 'k', ƚ: 'l', ɲ: 'n', ƞ: 'n', ɵ: 'o', ƥ: 'p', ɍ: 'r', ʃ: 'sh', ƭ: 't', ʈ: 't', ʉ: 'u' },
  ...{ ʋ: 'v', ƴ: 'y', ɏ: 'y', ƶ: 'z', ʒ: 'zh', ǆ: 'dz', ǳ: 'dz', ǉ: 'lj', ǌ: 'nj' },
  // Apostrophes that count as letters, as in Uzbek
  ...{ ʻ: '', ʼ: '' },
};
const MOST = 60;

/**
 * Makes a slug of Latin letters, digits and hyphens. If it is too long, it is cut after a word, or inside the first
 * one. Empty if nothing of the title can be written so, as with `!` or a Chinese title.
 */
export function slugFrom(title: string): string {
  const inLatin = (text: string) => text.replace(/\p{L}/gu, (letter) => LATIN[letter] ?? letter);
  // In Unicode, й may also be и and a mark. NFC makes it one letter; marks that remain are removed.
  const composed = inLatin(title.toLowerCase().normalize('NFC'));
  const words = inLatin(composed.normalize('NFD').replace(/\p{M}/gu, ''))
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = (words[0] ?? '').slice(0, MOST);
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > MOST) break;
    slug += `-${word}`;
  }
  return slug;
}
