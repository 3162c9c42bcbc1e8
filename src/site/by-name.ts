// The schema of a JSON object whose keys are data, such as names of files that a server sends.
import * as z from 'zod';
import { isObject } from '../model/fields.js';

/**
 * Accepts an object with any keys and with these values. Unlike `z.record`, it keeps the key `__proto__`, so that this
 * name is checked like any other. The result has no prototype: a name such as `constructor` is not found if no key has it.
 */
export function byName<T>(value: z.ZodType<T>): z.ZodType<Readonly<Record<string, T>>> {
  return z.unknown().transform((given, context) => {
    const named: Record<string, T> = Object.create(null);
    if (!isObject(given)) context.addIssue('an object is expected');
    for (const [name, each] of Object.entries(isObject(given) ? given : {})) {
      const { success, data, error } = value.safeParse(each);
      if (success) named[name] = data;
      else context.addIssue({ code: 'custom', path: [name], message: error.issues[0]!.message });
    }
    return named;
  });
}
