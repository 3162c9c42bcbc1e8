// The texts of the page in the reader's language. They are English where they are used; the server sends ru.json for
// Russian.
import { learn, type Text, type Values, say as write } from '../../problems/say.js';
import type { Language, Localized } from './dto.js';

let language: Language = 'en';

/** Sets the language. Everything on the page must be rendered again. */
export function speakIn(next: Language): void {
  language = next;
}

export const spoken = (): Language => language;

/** Loads the Russian texts. */
export async function loadTexts(): Promise<void> {
  const answer = await fetch('/preview/ru.json').catch(() => undefined);
  if (answer?.ok) learn((await answer.json()) as Readonly<Record<string, string>>); // the server is our own
}

/** Returns a text of the page or of the portal, or a message that the server sends in both languages. */
export const say = (what: string | Text | Localized, values?: Values): string =>
  typeof what === 'object' && 'en' in what ? what[language] : write(what, language, values);
