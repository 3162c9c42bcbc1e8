// Shows the document that lies beside this page. Nothing is validated, stored or sent elsewhere.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

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
  onComplete: () => {
    document.title = document.querySelector('.info .title')?.firstChild?.textContent ?? 'The API';
  },
});
