// Turns the first mistake that zod finds in settings into an error, in English and Russian, that names the setting.
import * as z from 'zod';
import { orNearest } from '../../problems/nearest.js';
import { refused, type UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { learn, sentence, type Text } from '../../problems/say.js';

type Issue = z.core.$ZodIssue;

/** Makes the error for settings that `schema` refuses. */
export function wrongSetting(schema: z.ZodType, given: unknown): UsageError {
  const [english, russian] = [z.locales.en, z.locales.ru].map(
    (locale) => schema.safeParse(given, { error: locale().localeError }).error!.issues[0]!,
  ) as [Issue, Issue]; // map() forgets how many there are
  const [issue, inRussian] = inside(english, russian);
  const place = issue.path.filter((step) => typeof step === 'string').join('.');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const meant = orNearest(key, namesIn(schema, issue.path));
    return refused('{place} has no {name}{meant}', { place, name: quote(key), meant });
  }
  const found = issue.path.reduce<unknown>((value, key) => Object(value)[key], given);
  if (issue.code === 'invalid_value' && typeof found === 'string') {
    const meant = orNearest(found, issue.values.map(String));
    if (meant) return refused('{place} has no {name}{meant}', { place, name: quote(found), meant });
  }
  return refused('{name}: {must}, not {found}', {
    name: place,
    must: wordsOf(issue, inRussian),
    found: quote(found),
  });
}

/**
 * If zod refuses a value because no schema of a union fits, returns the mistake of the schema that accepts at least
 * the type of the value. In `{ "region": "x" }`, this mistake is at `region`. Without such a schema, returns the
 * mistake as it is.
 */
function inside(english: Issue, russian: Issue): [Issue, Issue] {
  if (english.code !== 'invalid_union' || russian.code !== 'invalid_union')
    return [english, russian];
  const at = english.errors.findIndex(([first]) => first !== undefined && first.path.length > 0);
  const [issue, inRussian] = [english.errors[at]?.[0], russian.errors[at]?.[0]];
  if (!issue || !inRussian) return [english, russian];
  return inside({ ...issue, path: [...english.path, ...issue.path] }, inRussian);
}

/** The names that an object at this path of the settings may have. */
function namesIn(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional
  ) {
    return namesIn(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => namesIn(option, path));
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const [step, ...below] = path;
  return step === undefined
    ? Object.keys(schema.shape)
    : namesIn(schema.shape[String(step)], below);
}

/** What a value must be: the schema's own words (`must`) or, if there are none, zod's words. */
function wordsOf(issue: Issue, inRussian: Issue): Text {
  if (issue.code === 'custom' && issue.params) return issue.params['must'] as Text; // set in schemas.ts
  if (issue.code === 'invalid_union' && inRussian.code === 'invalid_union') {
    const each = issue.errors.map(([first], i) => wordsOf(first!, inRussian.errors[i]![0]!));
    if (each.length > 0)
      return each.reduce((first, second) => sentence('{first}; {second}', { first, second }));
  }
  learn({ [issue.message]: inRussian.message });
  return { text: issue.message };
}
