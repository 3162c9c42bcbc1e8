// The texts of `fmt` that are not in the catalogue of reports, in each language.
import type { KeptText } from './move.js';

const en = {
  /** Why a text stays where it is. */
  kept: (field: string, why: KeptText['why']) =>
    ({
      characters: `"${field}" stays in the record: line ends other than \\n, or characters that do not show, may not stay as they are in a file of its own, nor is there room for more than 64 MB`,
      differs: `"${field}" is in the record and in a file beside it, and they differ: keep the one that is right`,
      unreadable: `"${field}" stays in its file, which cannot be read: check tells why`,
    })[why],
};

const ru: typeof en = {
  kept: (field, why) =>
    ({
      characters: `«${field}» остаётся в записи: концы строк, кроме \\n, и невидимые символы в отдельном файле могут измениться, а больше 64 МБ в нём не бывает`,
      differs: `«${field}» есть и в записи, и в файле рядом, и тексты разные: оставьте верный`,
      unreadable: `«${field}» остаётся в своём файле: его нельзя прочитать, почему — скажет check`,
    })[why],
};

export const words = { en, ru } as const;
