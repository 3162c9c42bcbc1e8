// Shows the OpenAPI document that is beside this page. Stores nothing, and sends nothing elsewhere.

/** The most characters of an answer that are shown, because Swagger UI needs seconds to colour a longer one. */
const MOST = 200_000;

function shorten(response) {
  const { text, url } = response;
  if (text?.length > MOST && !url.endsWith('openapi.json')) {
    response.text = `${text.slice(0, MOST)}\n…`;
  }
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
});
