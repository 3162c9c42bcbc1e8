// Shows the document that lies beside this page. Nothing is validated, stored or sent elsewhere.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

/** So many characters are shown in colour without a pause; of a longer array, some records. */
const MOST = 200_000;
const RECORDS = 20;

function shorten(response) {
  if (!(response.text?.length > MOST) || response.url.endsWith('openapi.json')) return response;
  const all = JSON.parse(response.text);
  if (!Array.isArray(all)) return response;
  const note = `… and ${all.length - RECORDS} further records, which this page does not show`;
  response.text = JSON.stringify([...all.slice(0, RECORDS), note]);
  return response;
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
    document.title = document.querySelector('.info .title')?.firstChild?.textContent ?? 'The API';
  },
});
