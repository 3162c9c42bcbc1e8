// Messages about unsafe HTML, and about values that are valid and surely not meant, in English.

import { cut } from '../quote.js';
import {
  type RuleBreach,
  type SameValue,
  type Taken,
  type Texts,
  type WithoutCompanions,
  wordRule,
} from './catalogue.js';

/** Names the record that has an id or value already, and its place. */
export const by = ({ name, file, line }: Omit<Taken, 'id'>): string =>
  file ? ` by ${name ?? 'a record'} in ${file}${line === undefined ? '' : `:${line}`}` : '';

const orAllow = (rule: string) => `; if it is meant, name "${rule}" in the setting "allow"`;

export const implausible = {
  'implausible/rule': (args: RuleBreach) => {
    const { message, hint } = wordRule(args, 'en', 'not given');
    return { message, hint: hint + orAllow(args.rule) };
  },
  'implausible/blank-text': ({ field }: { field: string }) => ({
    message: `"${field}" shows nothing but blanks`,
    hint: `write a text${orAllow('blank-text')}`,
  }),
  'implausible/null-character': ({ field }: { field: string }) => ({
    message: `"${field}" holds the character U+0000, which databases refuse and browsers drop`,
    hint: `remove it${orAllow('null-character')}`,
  }),
  'implausible/same-reference': ({ field, id }: { field: string; id: number }) => ({
    message: `"${field}" names ${id} twice`,
    hint: `remove one of them${orAllow('same-reference')}`,
  }),
  'implausible/bare-markup': ({ found }: { found: string }) => ({
    message: `${JSON.stringify(found)} looks like markup, and is shown as text or dropped`,
    hint: `write ${found.startsWith('<') ? '&lt; for <' : '&amp; for &'}${orAllow('bare-markup')}`,
  }),
  'implausible/unclosed-tag': ({ found }: Texts<'found'>) => ({
    message: `<${found}> is not closed: all that follows is in it`,
    hint: `write </${found}> where it ends, or &lt; for < if it is no tag${orAllow('unclosed-tag')}`,
  }),
  'implausible/far-year': ({ found }: Texts<'found'>) => ({
    message: `${found} is in a year that is hardly meant`,
    hint: `correct the year${orAllow('far-year')}`,
  }),
  'implausible/same': ({ rule, field, found, within, id, ...other }: SameValue) => ({
    message: `in ${within} ${id}, the ${field} ${JSON.stringify(cut(found))} is taken${by(other)}`,
    hint: `give this one another ${field}${orAllow(rule)}`,
  }),
  'implausible/companions': ({ rule, singular, id, lacking }: WithoutCompanions) => ({
    message: `it has no record in ${lacking.join(' and ')}, though each new ${singular} gets one`,
    hint: `copy the record that another ${singular} has there, give it a new id, and write ${id} where it names that ${singular}${orAllow(rule)}`,
  }),
};

export const unsafe = {
  'unsafe-html/element': ({ found }: { found: string }) => ({
    message: `the element <${found}> is not allowed here`,
    hint: 'remove the element',
  }),
  'unsafe-html/attribute': ({ found }: { found: string }) => ({
    message: `the attribute ${found} is not allowed here`,
    hint: 'remove the attribute',
  }),
  'unsafe-html/handler': ({ found }: { found: string }) => ({
    message: `the attribute ${found} runs code`,
    hint: 'remove the attribute',
  }),
  'unsafe-html/style': ({ found }: { found: string }) => ({
    message: `the style ${JSON.stringify(found)} is not allowed here`,
    hint: 'remove it, or all such styles by npx portal-snapshot fmt --strip-styles; allowed are colours, fonts, text up to 48px, alignment, margins and paddings, borders, lists, and sizes up to 100% or 2000px',
  }),
  'unsafe-html/address': ({ found }: { found: string }) => ({
    message: `${JSON.stringify(found)} is neither relative nor http, https, mailto or tel`,
    hint: 'write an address that begins with https://, or remove the attribute',
  }),
  'unsafe-html/frame': ({ found }: { found: string }) => ({
    message: `the frame ${JSON.stringify(found)} is not from a host that may be framed`,
    hint: 'name the host in the setting "frames", or write a link in place of the frame',
  }),
  'unsafe-html/raw-text': ({ found }: { found: string }) => ({
    message: `<${found}> can hide markup`,
    hint: found === 'iframe' ? 'close the frame at once' : 'remove the element',
  }),
  'unsafe-html/unended': ({ found }: { found: string }) => ({
    message: `${JSON.stringify(found)} does not end: it would take in what follows the text on the page`,
    hint: 'end a tag with > and a comment with -->; the sign < itself is written &lt;',
  }),
};
