// The GitHub workflows of a new portal: those of this project, with the texts for people in the portal's language.
import { readFileSync } from 'node:fs';
import { asset } from '../../files/shipped.js';
import type { Language } from '../../problems/messages/catalogue.js';

const NAMES = ['pull-request.yml', 'publish.yml', 'import.yml'];

/** The English texts in the workflows, and their Russian translations. A test checks that none is missing. */
export const RUSSIAN: readonly (readonly [string, string])[] = [
  ['name: Pull request\n', 'name: Запрос на слияние\n'],
  ['Problems in, or caused by, this change', 'Проблемы в этом изменении или из-за него'],
  ['What it does to the API', 'Что оно меняет в API'],
  [
    'What this change does to the API cannot be told: the log of this step says why.',
    'Что это изменение меняет в API, сказать нельзя: причина — в журнале этого шага.',
  ],
  ['name: Publish\n', 'name: Публикация\n'],
  ['name: Import\n', 'name: Перенос\n'],
  ['What changed at the origin', 'Что изменилось в источнике'],
  ['A pull request with it', 'Запрос на слияние с этими изменениями'],
  ['What this does to the API cannot be told.', 'Что это меняет в API, сказать нельзя.'],
  ['Whether somebody must look', 'Нужно ли на что-то посмотреть'],
];

/** The path in the portal and the text of each workflow, in a language. */
export function workflowsIn(lang: Language): (readonly [string, string])[] {
  return NAMES.map((name) => {
    const place = `.github/workflows/${name}`;
    const text = readFileSync(asset(`../${place}`), 'utf8');
    if (lang === 'en') return [place, text];
    return [place, RUSSIAN.reduce((said, [en, ru]) => said.replaceAll(en, ru), text)];
  });
}
