// Addresses of the small portal, and which file answers for each on a host that routes all of them.

/** Address → the file that answers for it; undefined for what is not there. */
export const answers: Record<string, string | undefined> = {
  '/api/': 'api/index.json',
  '/api': 'api/index.json',
  '/api/region/': 'api/region/index.json',
  '/api/region': 'api/region/index.json',
  '/api/region/index.json': 'api/region/index.json',
  '/api/region/?page=1': 'api/region/index.json',
  '/api/region/?page=2': 'api/region/page/2/index.json',
  '/api/region?page=2': 'api/region/page/2/index.json',
  '/api/region/?page=3&format=json': 'api/region/page/3/index.json',
  '/api/region/?cursor=1': 'api/region/index.json',
  '/api/region/page/2/?page=2': 'api/region/page/2/index.json',
  '/api/region/page/2/index.json': 'api/region/page/2/index.json',
  '/api/event/?cursor=1': 'api/event/cursor/1/index.json',
  '/api/event/cursor/1/': 'api/event/cursor/1/index.json',
  '/api/post-comment/?page=2': 'api/post-comment/index.json',
  '/api/openapi.json': 'api/openapi.json',
  '/api/openapi.json?page=2': 'api/openapi.json',
  '/api/region/openapi.json': undefined,
  '/api/region/page/99/': undefined,
  '/api/event/page/1/': undefined,
  '/api/nothing/': undefined,
  '/nothing': undefined,
};
