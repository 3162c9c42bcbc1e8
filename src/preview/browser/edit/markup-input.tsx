// A text with markup: the text itself, what it looks like beside it, and tools that put elements around what is selected. The
// text is never read and written anew, so that what nobody touches stays as it is.
import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import { usePage } from '../data.js';
import { Icon } from '../icons.js';
import { Markup } from '../markup.js';
import { type EditWords, words as editWords } from './words.js';

interface MarkupInputProps {
  readonly about: Readonly<Record<string, string | boolean>>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type Tool = keyof EditWords['tool'];
const SIGNS: Readonly<Record<Tool, ComponentChild>> = {
  p: '¶',
  strong: <b>B</b>,
  em: <i>I</i>,
  a: <Icon name="link" />,
  ul: '•',
  blockquote: '❝',
  img: <Icon name="image" />,
};

export function MarkupInput({ about, label, value, onChange }: MarkupInputProps) {
  const words = editWords[usePage().lang];
  const box = useRef<HTMLTextAreaElement>(null);
  const use = (tool: Tool) => {
    const area = box.current;
    if (!area) return;
    const selected = area.value.slice(area.selectionStart, area.selectionEnd);
    const made = wrapped(tool, selected, () => prompt(words.address) ?? '');
    if (made === undefined) return;
    area.focus();
    // As if it was typed, so that the browser's own undo takes it back.
    if (!document.execCommand('insertText', false, made)) area.setRangeText(made);
    onChange(area.value);
  };
  return (
    <div class="beside">
      <div>
        <div class="toolbar" role="toolbar" aria-label={`${words.tools}: ${label}`}>
          {(Object.keys(SIGNS) as Tool[]).map((tool) => (
            <button
              key={tool}
              type="button"
              class="button"
              title={words.tool[tool]}
              aria-label={words.tool[tool]}
              onClick={() => use(tool)}
            >
              {SIGNS[tool]}
            </button>
          ))}
        </div>
        <textarea
          {...about}
          ref={box}
          rows={12}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      <section class="rendering" aria-label={`${words.rendering}: ${label}`}>
        <p class="faint">{words.rendering}</p>
        <Markup html={value} heading={3} />
      </section>
    </div>
  );
}

/** The markup that a tool makes of what is selected; undefined when no address was given. */
function wrapped(tool: Tool, selected: string, ask: () => string): string | undefined {
  switch (tool) {
    case 'a':
    case 'img': {
      const address = ask().trim().replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      if (address === '') return undefined;
      return tool === 'img'
        ? `<img src="${address}" alt="${selected.replaceAll('"', '&quot;')}">`
        : `<a href="${address}">${selected || address}</a>`;
    }
    case 'ul': {
      const items = selected.split(/\r?\n/).filter((line) => line.trim() !== '');
      const all = items.length > 0 ? items : [''];
      return `<ul>\n${all.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
    }
    default:
      return `<${tool}>${selected}</${tool}>`;
  }
}
