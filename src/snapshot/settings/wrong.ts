// Turns the first mistake that zod finds in settings into an error, in English and Russian, that names the setting.
import * as z from 'zod';
import { orNearest } from '../../problems/nearest.js';
import { refused, type UsageError } from '../../problems/problem.js';
import { quote } from '../../problems/quote.js';
import { learn, sentence, type Text } from '../../problems/say.js';

type Issue = z.core.$ZodIssue;

/** Makes the error for settings that `schema` refuses. */
export function wrongSetting(schema: z.ZodType, given: unknown): UsageError {
  const { error } = schema.safeParse(given, { error: inEnglish, reportInput: true });
  const issue = inside(error!.issues[0]!);
  const name = issue.path.filter((step) => typeof step === 'string').join('.');
  const [unknown, known] =
    issue.code === 'unrecognized_keys'
      ? [issue.keys[0], namesIn(schema, issue.path)]
      : [issue.input, issue.code === 'invalid_value' ? issue.values.map(String) : []];
  const meant = typeof unknown === 'string' ? orNearest(unknown, known) : '';
  if (meant || issue.code === 'unrecognized_keys')
    return refused('{place} has no {name}{meant}', { place: name, name: quote(unknown), meant });
  return refused('{name}: {must}, not {found}', {
    name,
    must: wordsOf(issue),
    found: quote(issue.input),
  });
}

const english = z.locales.en().localeError;
const russian = z.locales.ru().localeError;

/** Returns zod's English message for a mistake, and learns the Russian one. */
function inEnglish(issue: z.core.$ZodRawIssue): string {
  const message = String(english(issue));
  learn({ [message]: String(russian(issue)) });
  return message;
}

/**
 * If zod refuses a value because no schema of a union fits, returns the mistake of the schema that accepts at least
 * the type of the value. In `{ "region": "x" }`, this mistake is at `region`. Without such a schema, returns the
 * mistake as it is.
 */
function inside(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const [inner] = issue.errors.flatMap(([first]) => (first?.path.length ? [first] : []));
  return inner ? inside({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

/** The names that an object at this path of the settings may have. */
function namesIn(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodExactOptional)
    return namesIn(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => namesIn(one, path));
  if (!(schema instanceof z.ZodObject)) return [];
  const [step, ...below] = path;
  return step === undefined
    ? Object.keys(schema.shape)
    : namesIn(schema.shape[String(step)], below);
}

/** What a value must be: the schema's own words (`must`) or, if there are none, zod's words. */
function wordsOf(issue: Issue): Text {
  if (issue.code === 'custom' && issue.params) return issue.params['must'] as Text; // set in values.ts
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return issue.errors
      .map(([first]) => wordsOf(first!))
      .reduce((first, second) => sentence('{first}; {second}', { first, second }));
  return { text: issue.message };
}
