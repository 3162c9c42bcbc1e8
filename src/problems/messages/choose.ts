// Chooses the texts for the message and the hint of a finding. Whatever depends on the arguments is decided here, for
// all languages. By default, the message is the text with the finding's name, and the hint is the text with that name
// and `.hint`; `special` has the exceptions.
import { renumbering } from '../commands.js';
import { FEW } from '../nearest.js';
import { cut } from '../quote.js';
import type { Text, Values } from '../say.js';
import type { Arguments, MessageName } from './arguments.js';
import type { MissingRecord, RuleBreach, Taken, Twins } from './catalogue.js';
import en from './en.json' with { type: 'json' };

/** The message and the hint of a finding, without a language. */
export interface Words {
  readonly message: Text;
  readonly hint: Text | undefined;
}

/** Chooses the texts of a finding. `rule`: the name of the rule, if the setting `allow` can switch it off. */
export function choose<N extends MessageName>(
  name: N,
  args: Arguments<N>,
  rule: string | undefined,
): Words {
  const values = plainValues(args);
  const usual = `${name}.hint`;
  const {
    message = to(name as TextName, values), // if no text has this name, `special` gives the message
    hint = isText(usual) ? to(usual, values) : undefined,
  } = special[name]?.(args, values) ?? {};
  if (rule === undefined || !hint) return { message, hint };
  return { message, hint: to('implausible.allow', { hint, rule }) };
}

/** The name of a text of findings. */
type TextName = keyof typeof en;

const isText = (name: string): name is TextName => Object.hasOwn(en, name);

/** The text of a finding with this name. */
export const to = (name: TextName, values?: Values): Text => ({ text: en[name], name, values });

/** Those arguments that are texts or numbers. */
const plainValues = (args: unknown): Values =>
  Object.fromEntries(
    Object.entries(Object(args)).filter(([, value]) => /^(?:string|number)$/.test(typeof value)),
  ) as Values;

const didYouMean = (name: string | undefined): Text | undefined =>
  name === undefined ? undefined : to('phrase.did-you-mean', { name });

const write = (what: string | Text): Text => to('phrase.write', { what });

/** A name from the data, for use in quotation marks. */
const named = (name: string) => JSON.stringify(cut(name)).slice(1, -1);

const CONTROLS: Readonly<Record<string, TextName>> = {
  '\n': 'syntax.line-break',
  '\t': 'syntax.tab',
};

/** The messages whose text depends on their arguments. */
const special: {
  readonly [N in MessageName]?: (args: Arguments<N>, values: Values) => Partial<Words>;
} = {
  syntax: ({ found, cause }) => {
    const hint = cause && to(`cause.${cause}`);
    if (found === '') return { message: to('syntax.ends'), hint };
    if (!found.startsWith('"') || found.length === 1)
      return { message: to('syntax', { found: JSON.stringify(found) }), hint };
    const character = found.slice(1);
    const control = CONTROLS[character];
    const inside = control
      ? to(control)
      : to('syntax.character', { character: JSON.stringify(character) });
    return { message: to('syntax.inside', { inside }), hint };
  },
  'syntax/format': ({ format }) => ({
    message: to(`format.${format}`),
    hint: to(`format.${format}.hint`),
  }),
  encoding: (args, values) => ({
    ...(!args && { message: to('encoding.unknown') }),
    ...(args?.seems !== undefined && {
      hint: to('encoding.reads', values),
    }),
  }),
  'duplicate-key': ({ key }) => ({ message: to('duplicate-key', { key: named(key) }) }),
  'unknown-collection': ({ name, nearest, known }) => ({
    message: to('unknown-collection', { name: named(name) }),
    hint:
      didYouMean(nearest) ?? (known && to('unknown-collection.known', { known: known.join(', ') })),
  }),
  'ignored-file': ({ what, meant }, values) => ({
    message: to('ignored-file', { what: to(`ignored-file.${what}`) }),
    ...(meant !== undefined
      ? { hint: to('ignored-file.meant', values) }
      : (what === 'text' || what === 'gzip' || what === 'front-matter') && {
          hint: to(`ignored-file.${what}-hint`),
        }),
  }),
  'import-conflict/field': ({ origin }) => ({
    ...(origin === undefined && { message: to('import-conflict/field.removed') }),
    hint: to('import-conflict/field.hint', SETTLE),
  }),
  'import-conflict/there': () => ({ hint: to('import-conflict/there.hint', SETTLE) }),
  'import-conflict/here': () => ({ hint: to('import-conflict/here.hint', SETTLE) }),
  'host-conflict': ({ path, hosts: [first, second] }) => ({
    message: to('host-conflict', { path, first, second }),
  }),
  'host-limit/rules': ({ unit = to('host-limit/rules.unit') as Text | string }, values) => ({
    message: to('host-limit/rules', { ...values, unit }),
  }),
  'unknown-field': ({ key, nearest, free }) => ({
    message: to('unknown-field', { key: named(key) }),
    hint:
      didYouMean(nearest) ??
      (free.length > 0
        ? to('unknown-field.free', { free: free.join(', ') })
        : to('unknown-field.hint')),
  }),
  'missing-field': ({ field, wanted }) => ({
    hint: to('missing-field.hint', { field, wanted: to(`expected.${wanted}`) }),
  }),
  'wrong-type': ({ wanted, collection, instead, optional }, values) => {
    const all = { ...values, wanted: to(`expected.${wanted}`) };
    const kind =
      wanted === 'timestamp' || wanted === 'date'
        ? to(`expected.to-write.${wanted}`)
        : to(`expected.${wanted}`);
    const hint = write(collection ? to('expected.to-write.reference', { collection }) : kind);
    return {
      message: to(collection ? 'wrong-type.reference' : 'wrong-type', all),
      hint:
        instead !== undefined
          ? write(instead)
          : optional
            ? to('wrong-type.optional', { hint })
            : hint,
    };
  },
  'wrong-type/inside': ({ key }) => ({
    hint: to('wrong-type/inside.hint', { key: named(key) }),
  }),
  'bad-value/choice': ({ found, choices, nearest }) => ({
    message: to('bad-value/choice', { found, choices: choices.join(', ') }),
    hint: didYouMean(nearest) ?? to('bad-value/choice.hint'),
  }),
  'bad-value/range': ({ least, most = Number.MAX_SAFE_INTEGER }) => ({
    hint: to('bad-value/range.hint', { least, most }),
  }),
  'bad-value/number': ({ source }) =>
    source.startsWith('-0') ? { hint: to('bad-value/number.zero') } : {},
  'bad-value/length': ({ found }, values) =>
    found === undefined ? { message: to('bad-value/length.unknown', values) } : {},
  'bad-value/form': ({ wanted }) => ({
    hint: write(
      wanted === 'url' || wanted === 'email'
        ? to(`bad-value/form.${wanted}`)
        : to('bad-value/form.pattern', { wanted }),
    ),
  }),
  'duplicate-id': ({ id, part, free, twins, ...other }, values) => ({
    message:
      part === undefined
        ? to('duplicate-id', { id, by: takenBy(other) })
        : to('duplicate-id.part', values),
    ...(twins
      ? { hint: ofTwins(id, twins) }
      : free !== undefined && { hint: to('duplicate-id.free', { free }) }),
  }),
  cycle: ({ ids }) => ({ message: to('cycle', { ring: ids.join(' → ') }) }),
  'inconsistent/rule': ofRule,
  'implausible/rule': ofRule,
  'unsafe-html/style': quotedFound('unsafe-html/style'),
  'unsafe-html/address': quotedFound('unsafe-html/address'),
  'unsafe-html/frame': quotedFound('unsafe-html/frame'),
  'unsafe-html/unended': quotedFound('unsafe-html/unended'),
  'unsafe-html/raw-text': ({ found }) =>
    found === 'iframe' ? { hint: to('unsafe-html/raw-text.iframe') } : {},
  'implausible/bare-markup': ({ found }) => ({
    message: to('implausible/bare-markup', { found: JSON.stringify(found) }),
    hint: to(`implausible/bare-markup.${found.startsWith('<') ? 'lt' : 'amp'}`),
  }),
  'implausible/same': ({ field, found, within, id, ...other }) => ({
    message: to('implausible/same', {
      ...{ field, within, id, by: takenBy(other) },
      found: JSON.stringify(cut(found)),
    }),
  }),
  'implausible/companions': ({ singular, lacking }) => ({
    message: to('implausible/companions', { singular, lacking }),
  }),
};

const SETTLE = { settle: to('import-conflict.settle') };

/** Makes the words of a message that quotes a part of a text. */
function quotedFound(name: TextName) {
  return ({ found }: { readonly found: string }): Partial<Words> => ({
    message: to(name, { found: JSON.stringify(found) }),
  });
}

function ofRule({ message, hint, field, found }: RuleBreach): Words {
  const values = { field, found: found ?? to('rule.absent') };
  return { message: { text: message, values }, hint: { text: hint, values } };
}

/** The name and the place of the record that already has an id or a value. */
function takenBy({ name, file, line }: Omit<Taken, 'id'>): Text | '' {
  if (file === undefined) return '';
  const place = line === undefined ? file : `${file}:${line}`;
  return to('phrase.taken-by', { name: name ?? to('phrase.a-record'), place });
}

/** What to do about two records that have the same id. */
function ofTwins(id: number, twins: Twins): Text {
  switch (twins.kind) {
    case 'same':
      return to('twins.same');
    case 'follow':
      return to('twins.follow', { singular: twins.singular, id: twins.id });
    default:
      return to(`twins.${twins.kind}`, {
        renewed: to('twins.renewed', { command: renumbering(id, twins) }),
      });
  }
}

/** What to do about a missing record. */
export function chooseForMissing(record: MissingRecord): Text {
  const { collection, id, referring, isCollectionEmpty, near } = record;
  if (isCollectionEmpty) return to('missing.empty', { collection, referring });
  const [first, ...others] = near.map(({ id, name }) =>
    name === undefined ? `${id}` : `${id}, ${name}`,
  );
  if (first !== undefined) {
    const name = others.reduce<string | Text>(
      (one, other) => to('phrase.either-or', { one, other }),
      first,
    );
    return to('phrase.did-you-mean', { name });
  }
  return referring > FEW
    ? to('missing.many', { referring })
    : to('missing.one', { collection, id });
}
