// The input of a text with markup: the text, how readers will see it, and buttons for elements around the selection.
// The text is never parsed and written again, so untouched parts stay as they are.
import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import { sentence, type Text } from '../../../problems/say.js';
import { Icon } from '../icons.js';
import { Markup } from '../markup.js';
import { say } from '../say.js';
import { attributesOf, type InputProps, withEnds } from './inputs.js';

interface Tool {
  readonly sign: ComponentChild;
  readonly name: Text;
  /** What the button puts before and after the selection. `$` stands for an address, for which the user is asked. */
  readonly around: readonly [before: string, after: string];
  /** What the button puts between the selected lines. If set, the selection is extended to whole lines. */
  readonly between?: string;
}

const TOOLS: readonly Tool[] = [
  { sign: '¶', name: sentence('Paragraph'), around: ['<p>', '</p>'], between: '</p>\n<p>' },
  { sign: <b>B</b>, name: sentence('Bold'), around: ['<strong>', '</strong>'] },
  { sign: <i>I</i>, name: sentence('Italics'), around: ['<em>', '</em>'] },
  { sign: <Icon name="link" />, name: sentence('Link'), around: ['<a href="$">', '</a>'] },
  {
    ...{ sign: '•', name: sentence('List'), between: '</li>\n<li>' },
    around: ['<ul>\n<li>', '</li>\n</ul>'],
  },
  {
    ...{ sign: '1.', name: sentence('Numbered list'), between: '</li>\n<li>' },
    around: ['<ol>\n<li>', '</li>\n</ol>'],
  },
  {
    ...{ sign: '❝', name: sentence('Quote'), between: '\n' },
    around: ['<blockquote>', '</blockquote>'],
  },
  { sign: <Icon name="image" />, name: sentence('Image'), around: ['<img src="$" alt="', '">'] },
];

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Puts the elements of a button around the selection, and selects what is inside. */
function use({ name, around: [opens, closes], between }: Tool, area: HTMLTextAreaElement): void {
  const address = opens.includes('$')
    ? prompt(say('{tool}: which address?', { tool: name }), 'https://')
    : '';
  if (address === null) return;
  area.focus();
  if (between !== undefined) selectLines(area);
  const { value, selectionStart: start, selectionEnd: end } = area;
  const lines = value.slice(start, end).split('\n');
  const inner =
    between === undefined
      ? value.slice(start, end)
      : lines.filter((line) => line.trim() !== '').join(between);
  const before = opens.replace('$', () => inAttribute(address));
  // Inserted as if the user had typed it, so that the browser's own undo works.
  const made = before + inner + closes;
  if (!document.execCommand('insertText', false, made)) area.setRangeText(made);
  area.setSelectionRange(start + before.length, start + before.length + inner.length);
}

function selectLines(area: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd } = area;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const end = value.indexOf('\n', selectionEnd);
  area.setSelectionRange(start, end < 0 ? value.length : end);
}

export function MarkupInput(props: InputProps) {
  const { label, value, onChange, pointer, form } = props;
  const text = typeof value === 'string' ? value : '';
  const saved = form.changed[pointer.slice(1)];
  const box = useRef<HTMLTextAreaElement>(null);
  const put = (next: string) => onChange(next === '' ? undefined : withEnds(next, text));
  return (
    <div class="beside">
      <div class="source">
        <div class="toolbar" role="toolbar" aria-label={`${say('Formatting')}: ${label}`}>
          {TOOLS.map((tool) => (
            <button
              key={tool.name.text}
              type="button"
              class="button"
              title={say(tool.name)}
              aria-label={say(tool.name)}
              onClick={() => {
                if (!box.current) return;
                use(tool, box.current);
                put(box.current.value);
              }}
            >
              {tool.sign}
            </button>
          ))}
        </div>
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
