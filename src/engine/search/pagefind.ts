// Makes the index that browsers search. Pagefind, a program in an optional package, gets all texts and returns the
// contents of all files.
import type { CustomRecord, IndexFile } from 'pagefind';
import { refused } from '../../problems/problem.js';

export type { CustomRecord, IndexFile };

/** How many texts are sent to Pagefind before waiting for an answer. */
const AT_ONCE = 500;
/** At most this many files have the texts of results. If there are more texts, several texts share a file. */
const MOST_FILES = 1024;
/**
 * Pagefind counts as dead if it has not made the index after this many milliseconds. (It does not report that it died.)
 */
const LONGEST = 10 * 60_000;

/** The files that a browser requests. Pagefind also makes files for other languages and for its own search page. */
const WANTED =
  /^(?:pagefind\.js|pagefind-entry\.json|wasm\.(?!unknown)\w+\.pagefind|.*\.pf_(?:meta|index|filter|fragment))$/;

/** How many calls of `indexOf` use Pagefind at present. When the last one ends, Pagefind is closed. */
let users = 0;

/** Returns the files of the index. The same texts in the same order give the same files. */
export async function indexOf(
  texts: readonly CustomRecord[],
  language: string,
): Promise<readonly IndexFile[]> {
  const pagefind = await loadPagefind();
  users += 1;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it gives no answer')), LONGEST);
  });
  const make = async () => {
    const { index, errors } = await pagefind.createIndex({
      forceLanguage: language,
      maxFragments: Math.ceil(texts.length / togetherOf(texts.length)),
    });
    if (!index) throw new Error(errors.join('; '));
    for (let at = 0; at < texts.length; at += AT_ONCE) {
      const some = texts.slice(at, at + AT_ONCE);
      mustWork(await Promise.all(some.map((text) => index.addCustomRecord(text))));
    }
    const made = await index.getFiles();
    mustWork([made]);
    await index.deleteIndex();
    return made.files.filter(({ path }) => WANTED.test(path));
  };
  try {
    return await Promise.race([make(), late]);
  } catch (error) {
    throw refused('Pagefind cannot make the search: {reason}', {
      reason: (error as Error).message,
    });
  } finally {
    clearTimeout(timer);
    users -= 1;
    if (users === 0) await pagefind.close();
  }
}

/** Returns how many texts share a file: a power of two, so that most files stay the same when a text is added. */
const togetherOf = (texts: number): number =>
  2 ** Math.max(0, Math.ceil(Math.log2(texts / MOST_FILES)));

function mustWork(answers: readonly { readonly errors: readonly string[] }[]): void {
  const errors = answers.flatMap((answer) => answer.errors);
  if (errors.length > 0) throw new Error(errors[0]);
}

async function loadPagefind() {
  try {
    return await import('pagefind');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw refused(
      'the extra /search/ is made by Pagefind, which is not installed: npm install pagefind',
    );
  }
}
