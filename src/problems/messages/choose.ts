// Chooses the texts for the message and the hint of a finding; the choice is the same in all languages. By default, the
// message is the text with the finding's name, and the hint is the text with that name and `.hint`. `special` has the
// exceptions.
import { commandFor, pathArgument, type StartedWith } from '../commands.js';
import { FEW } from '../nearest.js';
import type { Text, Values } from '../say.js';
import type {
  Arguments,
  MessageName,
  MissingRecord,
  RuleBreach,
  Taken,
  Twins,
} from './catalogue.js';
import en from './en.json' with { type: 'json' };

/** The message and the hint of a finding, without a language. */
export interface Words {
  readonly message: Text;
  readonly hint: Text | undefined;
}

/**
 * Chooses the texts of a finding. `rule`: the name of the rule, if the setting `allow` can switch it off.
 * `startedWith`: the data and settings for the commands in the hint.
 */
export function choose<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  rule: string | undefined,
  startedWith: StartedWith,
): Words {
  const values = { ...PHRASES, by: takenBy(Object(args)), ...(args as Values | undefined) };
  const {
    message = to(name as TextName, values), // if no text has this name, `special` gives the message
    hint = textOf(`${name}.hint`, values),
  } = special[name]?.(args, values, startedWith) ?? {};
  if (rule === undefined || !hint) return { message, hint };
  return { message, hint: to('implausible.allow', { hint, rule }) };
}

/** A key of en.json. */
type TextName = keyof typeof en;

/** Like {@link to}; undefined if en.json has no text with this name. */
const textOf = (name: string, values?: Values): Text | undefined =>
  Object.hasOwn(en, name) ? to(name as TextName, values) : undefined;

/** The text with this name in en.json. */
export const to = (name: TextName, values?: Values): Text => ({ text: en[name], name, values });

/** Phrases for the placeholders `{settle}` and `{unit}`. An argument `unit` of a finding replaces the phrase. */
const PHRASES: Values = {
  settle: to('import-conflict.settle'),
  unit: to('host-limit/rules.unit'),
};

const didYouMean = (name: string | undefined): Text | undefined =>
  name === undefined ? undefined : to('phrase.did-you-mean', { name });

const write = (what: string | Text): Text => to('phrase.write', { what });

const CONTROLS: Readonly<Record<string, TextName>> = {
  '\n': 'syntax.line-break',
  '\t': 'syntax.tab',
};

/** Findings whose texts depend on their arguments. If no message or no hint is returned, the usual one is taken. */
const special: {
  readonly [N in MessageName]?: (
    args: Arguments<N>,
    values: Values,
    startedWith: StartedWith,
  ) => { readonly [part in keyof Words]?: Text | undefined };
} = {
  syntax: ({ found, cause }) => {
    const hint = cause && to(`cause.${cause}`);
    if (found === '') return { message: to('syntax.ends'), hint };
    if (!found.startsWith('"') || found.length === 1) return { hint };
    const character = found.slice(1);
    const inside = to(CONTROLS[character] ?? 'syntax.character', { character });
    return { message: to('syntax.inside', { inside }), hint };
  },
  'syntax/format': ({ format }) => ({
    message: to(`format.${format}`),
    hint: to(`format.${format}.hint`),
  }),
  encoding: (args, values) => ({
    message: args ? undefined : to('encoding.unknown'),
    hint: args?.seems === undefined ? undefined : to('encoding.reads', values),
  }),
  'unknown-collection': ({ nearest, known }) => ({
    hint: didYouMean(nearest) ?? to('unknown-collection.known', { known: known.join(', ') }),
  }),
  'ignored-file': ({ what, meant }, values) => ({
    message: to('ignored-file', { what: to(`ignored-file.${what}`) }),
    hint:
      meant === undefined ? textOf(`ignored-file.${what}.hint`) : to('ignored-file.meant', values),
  }),
  'import-conflict/field': ({ origin }) => ({
    message: origin === undefined ? to('import-conflict/field.removed') : undefined,
  }),
  'unknown-field': ({ nearest, free }) => ({
    hint:
      didYouMean(nearest) ??
      (free.length > 0 ? to('unknown-field.free', { free: free.join(', ') }) : undefined),
  }),
  'missing-field': ({ field, wanted }) => ({
    hint: to('missing-field.hint', { field, wanted: to(`expected.${wanted}`) }),
  }),
  'wrong-type': ({ wanted, collection, instead, optional }, values) => {
    const kind = to(`expected.${wanted}`);
    const toWrite = `expected.to-write.${collection === undefined ? wanted : 'reference'}`;
    const hint = write(textOf(toWrite, values) ?? kind);
    return {
      message: to(collection ? 'wrong-type.reference' : 'wrong-type', { ...values, wanted: kind }),
      hint:
        instead !== undefined
          ? write(instead)
          : optional
            ? to('wrong-type.optional', { hint })
            : hint,
    };
  },
  'wrong-type/page': (_, values, startedWith) => ({
    hint: to('wrong-type/page.hint', { ...values, command: importing(startedWith) }),
  }),
  'wrong-type/dump': (_, values, startedWith) => ({
    hint: to('wrong-type/dump.hint', { ...values, command: importing(startedWith) }),
  }),
  'bad-value/choice': ({ found, choices, nearest }) => ({
    message: to('bad-value/choice', { found, choices: choices.join(', ') }),
    hint: didYouMean(nearest),
  }),
  'bad-value/range': ({ least, most = Number.MAX_SAFE_INTEGER }) => ({
    hint: to('bad-value/range.hint', { least, most }),
  }),
  'bad-value/number': ({ source }) => ({
    hint: source.startsWith('-0') ? to('bad-value/number.zero') : undefined,
  }),
  'bad-value/length': ({ found }, values) => ({
    message: found === undefined ? to('bad-value/length.unknown', values) : undefined,
  }),
  'bad-value/form': ({ wanted }) => ({
    hint: write(
      wanted === 'url' || wanted === 'email'
        ? to(`bad-value/form.${wanted}`)
        : to('bad-value/form.pattern', { wanted }),
    ),
  }),
  'duplicate-id': ({ id, part, free, twins }, values, startedWith) => ({
    message: part === undefined ? undefined : to('duplicate-id.part', values),
    hint: twins
      ? ofTwins(id, twins, startedWith)
      : free !== undefined
        ? to('duplicate-id.free', { free })
        : undefined,
  }),
  'inconsistent/rule': ofRule,
  'implausible/rule': ofRule,
  'unsafe-html/style': (_, values, startedWith) => ({
    hint: to('unsafe-html/style.hint', {
      ...values,
      command: commandFor(startedWith, 'fmt', '--strip-styles'),
    }),
  }),
  'unsafe-html/raw-text': ({ found }) => ({
    hint: found === 'iframe' ? to('unsafe-html/raw-text.iframe') : undefined,
  }),
  'implausible/bare-markup': ({ found }) => ({
    hint: to(`implausible/bare-markup.${found.startsWith('<') ? 'lt' : 'amp'}`),
  }),
};

function ofRule({ message, hint, field, found }: RuleBreach): Words {
  const values = { field, found: found ?? to('rule.absent') };
  return { message: { text: message, values }, hint: { text: hint, values } };
}

/** The name and the place of the record that already has an id or a value. */
function takenBy({ name, file, line }: Partial<Taken>): Text | '' {
  if (file === undefined) return '';
  const place = line === undefined ? file : `${file}:${line}`;
  return to('phrase.taken-by', { name: name ?? to('phrase.a-record'), place });
}

/** What to do about two records that have the same id. */
function ofTwins(id: number, twins: Twins, startedWith: StartedWith): Text {
  if (!('place' in twins)) return to(`twins.${twins.kind}`, twins);
  const { kind, singular, place } = twins;
  const words = ['renumber', singular, `${id}`, '--file', pathArgument(place)];
  return to(`twins.${kind}`, {
    renewed: to('twins.renewed', { command: commandFor(startedWith, ...words) }),
  });
}

const importing = (startedWith: StartedWith) => commandFor(startedWith, 'import', 'URL');

/** What to do about a missing record. */
export function chooseForMissing(record: MissingRecord): Text {
  const { collection, id, referring, isCollectionEmpty, near } = record;
  if (isCollectionEmpty) return to('missing.empty', { collection, referring });
  if (near.length > 0) {
    const names = near.map(({ id, name }): string | Text =>
      name === undefined ? `${id}` : `${id}, ${name}`,
    );
    const name = names.reduce((one, other) => to('phrase.either-or', { one, other }));
    return to('phrase.did-you-mean', { name });
  }
  return referring > FEW
    ? to('missing.many', { referring })
    : to('missing.one', { collection, id });
}
