// Shows the OpenAPI document that lies beside this page. Nothing is validated, stored or sent elsewhere.
import { inRussian } from './russian.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// The language that was chosen in the preview, or else the browser's.
const isRussian = /^ru\b/i.test(chosenLanguage() ?? navigator.language);
document.documentElement.lang = isRussian ? 'ru' : 'en';

function chosenLanguage() {
  try {
    return localStorage.getItem('preview-language');
  } catch {
    return null; // its user lets no page keep anything
  }
}

/** Translates what Swagger UI has made into the reader's language, and adds what screen readers need. */
function mend(node) {
  if (node.parentElement?.closest('pre')) return;
  if (node.nodeType === Node.TEXT_NODE) {
    // Names of parameters and properties of the API are not translated.
    const isName = node.parentElement?.closest('.parameter__name, [class*="json-schema"] strong');
    const said = isRussian && !isName ? inRussian(node.data) : node.data;
    if (said !== node.data) node.data = said;
  }
  if (!(node instanceof Element)) return;
  if (node.matches('pre')) {
    node.tabIndex = 0; // it scrolls, so the keyboard must reach it
    return;
  }
  if (node.matches('button a[href]')) node.removeAttribute('href');
  if (node.matches('.information-container')) node.role = 'banner';
  if (node.matches('input[placeholder]')) node.ariaLabel = node.placeholder;
  if (/^H[345]$/.test(node.tagName)) node.ariaLevel = String(Number(node.tagName[1]) - 1);
  for (const name of ['title', 'aria-label']) {
    const text = node.getAttribute(name);
    const said = isRussian && text ? inRussian(text) : text;
    if (said !== text) node.setAttribute(name, said);
  }
  for (const child of node.childNodes) mend(child);
}
const shown = {
  ...{ childList: true, characterData: true, subtree: true },
  attributeFilter: ['title'],
};
new MutationObserver((changes) => {
  for (const { addedNodes, target, type } of changes) {
    for (const node of type === 'childList' ? addedNodes : [target]) mend(node);
  }
}).observe(document.getElementById('api'), shown);

/** Colouring a longer response takes too long: only its first records are shown, or the beginning of other text. */
const MOST = 200_000;
const RECORDS = 20;

function shorten(response) {
  const { text, url } = response;
  if (text?.length > MOST && !url.endsWith('openapi.json')) response.text = beginningOf(text, url);
  return response;
}

function beginningOf(text, url) {
  if (url.endsWith('.ndjson')) return firstOf(text.trimEnd().split('\n')).join('\n');
  let all;
  try {
    all = JSON.parse(text);
  } catch {
    return `${text.slice(0, MOST)}\n…`;
  }
  return Array.isArray(all) ? JSON.stringify(firstOf(all)) : text;
}

function firstOf(records) {
  const rest = records.length - RECORDS;
  if (rest <= 0) return records;
  const note = isRussian
    ? `… и ещё ${rest} записей: здесь они не показаны`
    : `… and ${rest} further records, which this page does not show`;
  return [...records.slice(0, RECORDS), note];
}

SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'model',
  validatorUrl: null,
  persistAuthorization: false,
  supportedSubmitMethods: ['get'],
  responseInterceptor: shorten,
  onComplete: () => {
    document.title = document.querySelector('.info .title')?.firstChild?.textContent ?? 'API';
  },
});
