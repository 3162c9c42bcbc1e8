// The texts of the page in the user's language. The code has them in English; the server sends ru.json for Russian.
import { learn, type Text, type Values, say as write } from '../../problems/say.js';
import type { Language, Localized } from './dto.js';

let language: Language = 'en';

/** Sets the language. After that, the whole page must be rendered again. */
export function speakIn(next: Language): void {
  language = next;
}

export const spoken = (): Language => language;

/** Loads the Russian texts from the server. */
export async function loadTexts(): Promise<void> {
  const answer = await fetch('/preview/ru.json').catch(() => undefined);
  if (answer?.ok) learn((await answer.json()) as Readonly<Record<string, string>>); // our own server sends it, so it is not checked
}

/** Returns a text in the user's language. `what` may also be a message that the server sent in both languages. */
export const say = (what: string | Text | Localized, values?: Values): string =>
  typeof what === 'object' && 'en' in what ? what[language] : write(what, language, values);
