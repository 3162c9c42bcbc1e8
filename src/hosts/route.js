// Finds the file of an address, in programs that hosts run: a host's own code follows this one (runtime.ts). All their
// runtimes must accept it, so it is JavaScript of 2009, without `const`, classes or `?.`.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-10.html
//#region facts
// These are the facts of a small site, with which the programs are type-checked. A program for a site has its own facts
// here, and no lines with types.
var PREFIX = '';
/** @type {{ [name: string]: 'page' | 'cursor' | null }} */
var LISTS = {
  '': null,
  region: 'page',
  event: 'cursor',
  'post-comment': null,
  'post-comment/post/{id}': null,
  post: 'page',
  'post/blog/{id}': 'page',
  'post/user/{id}': 'page',
  'region/{id}': null,
};
/** @type {{ [list: string]: string[] }} */
var LOOKUPS = { 'post-comment': ['post'], post: ['blog', 'user'] };
/** @type {{ [mediaType: string]: string }} */
var DOCUMENTS = {
  'application/json': 'api/openapi[.]json|api/region/digests[.]json',
  'application/x-ndjson': 'api/region/all[.]ndjson',
};
var NOT_FOUND = '{"detail":"Not found."}';
var METHOD_NOT_ALLOWED = '{"detail":"Method not allowed."}';
//#endregion

var PARTS = /^\/api(?:\/(.+?))??(?:\/(page|cursor)\/([1-9]\d{0,14}))?(\/|\/index\.json)?$/;
var NUMBER = /^[1-9]\d{0,14}$/;
var ID = /^[1-9]\d{0,15}$/;
// The text of a record at the end of its address: /api/book/emma/.
var TEXT = /\/[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?$/;

// Returns the file of the published folder for an address; empty if only the last slash of the address is missing,
// undefined if the API has no such address. given: returns all values of a parameter in the query.
/** @type {(path: string, given: (parameter: string) => string[]) => string | undefined} */
function fileOf(path, given) {
  if (path.indexOf(PREFIX) !== 0) return undefined;
  var below = path.slice(PREFIX.length);
  if (below.charAt(0) === '/' && typeOf(below.slice(1))) return below.slice(1);
  var parts = PARTS.exec(below);
  if (!parts) return undefined;
  var name = parts[1] || '';
  var known = has(LISTS, name) ? name : name.replace(/\/[1-9]\d{0,15}$/, '/{id}');
  if (!has(LISTS, known)) known = name.replace(TEXT, '/{text}');
  if (!has(LISTS, known)) return undefined;
  var parameter = LISTS[known];
  if (parts[2] && parts[2] !== parameter) return undefined;
  if (!parts[4]) return '';
  var lookups = has(LOOKUPS, name) ? LOOKUPS[name] : [];
  var lookedUp = '';
  for (var i = 0; i < lookups.length; i++) {
    // The path of a lookup has dashes where its query has underscores.
    var ids = given(lookups[i].replace(/-/g, '_'));
    if (ids.length === 0) continue;
    // Only one filter with one value is allowed: of two, it is not clear which one is meant.
    if (lookedUp || ids.length > 1 || !ID.test(ids[0])) return undefined;
    lookedUp = '/' + lookups[i] + '/' + ids[0];
  }
  var folder = 'api' + (name === '' ? '' : '/' + name) + lookedUp;
  var asked = parameter ? given(parameter) : [];
  // Only one page is allowed: of two, it is not clear which one is meant.
  if (asked.length > 1 || (asked.length > 0 && !NUMBER.test(asked[0]))) return undefined;
  var page = parts[3] || asked[0];
  if (asked.length > 0 && asked[0] !== page) return undefined;
  if (!page || (parameter === 'page' && page === '1' && !parts[3])) return folder + '/index.json';
  return folder + '/' + parameter + '/' + page + '/index.json';
}

// The media type of a document; undefined for a page, which is JSON.
/** @type {(file: string) => string | undefined} */
function typeOf(file) {
  for (var type in DOCUMENTS) {
    if (has(DOCUMENTS, type) && new RegExp('^(?:' + DOCUMENTS[type] + ')$').test(file)) return type;
  }
  return undefined;
}

/** @type {(object: object, name: string) => boolean} */
function has(object, name) {
  return Object.prototype.hasOwnProperty.call(object, name);
}
