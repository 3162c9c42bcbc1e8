// The input of a text with markup: the text, its rendering beside it, and tools that put elements around the selection.
// The text is never parsed and serialised again, so untouched parts stay as they are.
import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import { sentence, type Text } from '../../../problems/say.js';
import { Icon } from '../icons.js';
import { Markup } from '../markup.js';
import { say } from '../say.js';
import { attributesOf, type InputProps } from './input-props.js';
import { withEnds } from './inputs.js';

const TOOLS = {
  p: ['¶', sentence('Paragraph')],
  strong: [<b>B</b>, sentence('Bold')],
  em: [<i>I</i>, sentence('Italics')],
  a: [<Icon name="link" />, sentence('Link')],
  ul: ['•', sentence('List')],
  ol: ['1.', sentence('Numbered list')],
  blockquote: ['❝', sentence('Quote')],
  img: [<Icon name="image" />, sentence('Image')],
} as const satisfies Record<string, readonly [sign: ComponentChild, name: Text]>;
type Tool = keyof typeof TOOLS;
/** Tools that need an address. */
const ASKING: ReadonlySet<Tool> = new Set(['a', 'img']);

export function MarkupInput(props: InputProps) {
  const { label, value, onChange, pointer, form } = props;
  const text = typeof value === 'string' ? value : '';
  const saved = form.changed[pointer.slice(1)];
  const box = useRef<HTMLTextAreaElement>(null);
  const put = (next: string) => onChange(next === '' ? undefined : withEnds(next, text));
  const use = (tool: Tool) => {
    const area = box.current;
    const address = ASKING.has(tool)
      ? prompt(say('{tool}: which address?', { tool: TOOLS[tool][1] }), 'https://')
      : '';
    if (!area || address === null) return;
    area.focus();
    if (!INLINE.has(tool)) selectLines(area);
    const start = area.selectionStart;
    const [before, inner, after] = around(
      tool,
      area.value.slice(start, area.selectionEnd),
      address,
    );
    // Inserted as if it was typed, so that the browser's own undo can remove it.
    const made = before + inner + after;
    if (!document.execCommand('insertText', false, made)) area.setRangeText(made);
    area.setSelectionRange(start + before.length, start + before.length + inner.length);
    put(area.value);
  };
  return (
    <div class="beside">
      <div class="source">
        <Toolbar label={`${say('Formatting')}: ${label}`} onUse={use} />
        <textarea
          {...attributesOf(props)}
          ref={box}
          rows={12}
          value={text}
          onInput={({ currentTarget }) => put(currentTarget.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section class="rendering" aria-label={`${say('As readers see it')}: ${label}`} tabIndex={0}>
        <p class="faint">{say('As readers see it')}</p>
        <Markup html={typeof saved === 'string' ? saved : text} heading={3} />
      </section>
    </div>
  );
}

interface ToolbarProps {
  readonly label: string;
  readonly onUse: (tool: Tool) => void;
}

function Toolbar({ label, onUse }: ToolbarProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label={label}>
      {(Object.keys(TOOLS) as Tool[]).map((tool) => (
        <button
          key={tool}
          type="button"
          title={say(TOOLS[tool][1])}
          aria-label={say(TOOLS[tool][1])}
          onClick={() => onUse(tool)}
        >
          {TOOLS[tool][0]}
        </button>
      ))}
    </div>
  );
}

const INLINE: ReadonlySet<Tool> = new Set(['strong', 'em', 'a', 'img']);

/** Widens the selection to whole lines. */
function selectLines(area: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = area;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const end = value.indexOf('\n', selectionEnd);
  area.setSelectionRange(start, end < 0 ? value.length : end);
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A line that begins with a tag of a block, so that it needs no paragraph. */
const BLOCK = /^\s*<\/?(?:p|ul|ol|li|blockquote|h\d|table|t[rdh]|pre|figure|hr)\b/i;

/** The text that replaces the selection, in three parts. The middle part is selected afterwards. */
function around(tool: Tool, selected: string, address: string): [string, string, string] {
  const lines = selected.split('\n').filter((line) => line.trim() !== '');
  switch (tool) {
    case 'a':
      return [`<a href="${quoted(address)}">`, selected || address, '</a>'];
    case 'img':
      return [`<img src="${quoted(address)}" alt="`, selected.replaceAll('"', '&quot;'), '">'];
    case 'p':
      if (lines.length === 0) return ['<p>', '', '</p>'];
      return ['', lines.map((line) => (BLOCK.test(line) ? line : `<p>${line}</p>`)).join('\n'), ''];
    case 'ul':
    case 'ol':
      return [`<${tool}>\n<li>`, lines.join('</li>\n<li>'), `</li>\n</${tool}>`];
    default:
      return [`<${tool}>`, selected, `</${tool}>`];
  }
}
