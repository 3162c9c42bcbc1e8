// Written by portal-snapshot: finds the file of an address.
//#region facts
// The facts of a site are written in this place, and lines of types nowhere (runtime.ts). These are a
// small site's, with which the function is checked and runs as it stands.
// It is written in what both runtimes of CloudFront Functions take, JavaScript of 2009 without `const`,
// classes or `?.`; tsconfig.json here knows no later library.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-10.html
/** @typedef {{ value: string, multiValue?: { value: string }[] }} Values */
/** @typedef {{ method: string, uri: string, querystring: { [name: string]: Values } }} Request */
/** @typedef {{ statusCode: number, statusDescription: string, headers: object, body?: { encoding: 'text', data: string } }} Response */
var API = '/api';
/** @type {{ [name: string]: 'page' | 'cursor' | null }} */
var LISTS = {
  '': null,
  region: 'page',
  event: 'cursor',
  'post-comment': null,
  'post-comment/post/{id}': null,
  post: 'page',
  'post/blog/{id}': 'page',
  'region/{id}': null,
};
/** @type {{ [list: string]: string }} */
var LOOKUPS = { 'post-comment': 'post', post: 'blog' };
var DOCUMENTS = ['/openapi.json'];
var HEADERS = { 'content-type': { value: 'application/json' } };
var NOT_FOUND = '{"detail":"Not found."}';
var METHOD_NOT_ALLOWED = '{"detail":"Method not allowed."}';
//#endregion

var PARTS = /^(?:\/(.+?))??(?:\/(page|cursor)\/([1-9]\d{0,14}))?(\/|\/index\.json)?$/;
var NUMBER = /^[1-9]\d{0,14}$/;
var ID = /^[1-9]\d{0,15}$/;

/** @type {(event: { request: Request }) => Request | Response} */
function handler(event) {
  var request = event.request;
  if (request.method === 'OPTIONS') return answer(204, 'No Content');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return answer(405, 'Method Not Allowed', METHOD_NOT_ALLOWED);
  }
  var page = pageOf(request);
  if (page === undefined) return answer(404, 'Not Found', NOT_FOUND);
  request.uri = page;
  // What the page is called has been read: the rest makes no difference, to the cache neither.
  request.querystring = {};
  return request;
}

// The object's key, with a slash before it; undefined when the API has no such address. Without its
// slash at the end, an address is answered all the same: the bytes are those of the one with it.
/** @type {(request: Request) => string | undefined} */
function pageOf(request) {
  if (request.uri.indexOf(API) !== 0) return undefined;
  var path = request.uri.slice(API.length);
  if (DOCUMENTS.indexOf(path) >= 0) return API + path;
  var parts = PARTS.exec(path);
  if (!parts) return undefined;
  var name = parts[1] || '';
  var known = has(LISTS, name) ? name : name.replace(/\/[1-9]\d{0,15}$/, '/{id}');
  if (!has(LISTS, known)) return undefined;
  var parameter = LISTS[known];
  var ids = has(LOOKUPS, name) ? valuesOf(request.querystring, LOOKUPS[name]) : [];
  if (ids.length > 1 || (ids.length > 0 && !ID.test(ids[0]))) return undefined;
  var folder = name === '' ? API : API + '/' + name;
  if (ids.length > 0) folder += '/' + LOOKUPS[name] + '/' + ids[0];
  if (parts[2] && parts[2] !== parameter) return undefined;
  var asked = parameter ? valuesOf(request.querystring, parameter) : [];
  // One page at a time: which of two is meant, nobody can tell.
  if (asked.length > 1 || (asked.length > 0 && !NUMBER.test(asked[0]))) return undefined;
  var page = parts[3] || asked[0];
  if (asked.length > 0 && asked[0] !== page) return undefined;
  if (!page || (parameter === 'page' && page === '1' && !parts[3])) return folder + '/index.json';
  return folder + '/' + parameter + '/' + page + '/index.json';
}

// Names and values come as they were sent.
/** @type {(query: Request['querystring'], parameter: string) => string[]} */
function valuesOf(query, parameter) {
  var values = [];
  for (var name in query) {
    if (!has(query, name) || decoded(name) !== parameter) continue;
    var given = query[name].multiValue || [query[name]];
    for (var i = 0; i < given.length; i++) values.push(decoded(given[i].value));
  }
  return values;
}

/** @type {(text: string) => string} */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    return text;
  }
}

/** @type {(object: object, name: string) => boolean} */
function has(object, name) {
  return Object.prototype.hasOwnProperty.call(object, name);
}

/** @type {(status: number, description: string, body?: string) => Response} */
function answer(status, description, body) {
  /** @type {Response} */
  var response = { statusCode: status, statusDescription: description, headers: HEADERS };
  if (body) response.body = { encoding: 'text', data: body };
  return response;
}
