// Written by portal-snapshot: finds the file of an address.
//#region facts
// A program for a site has all of route.js in place of this region.
/** @typedef {{ value: string, multiValue?: { value: string }[] }} Values */
/** @typedef {{ method: string, uri: string, querystring: { [name: string]: Values } }} Request */
/** @typedef {{ statusCode: number, statusDescription: string, headers: object, body?: { encoding: 'text', data: string } }} Response */
var HEADERS = { 'content-type': { value: 'application/json' } };
//#endregion

/** @type {(event: { request: Request }) => Request | Response} */
function handler(event) {
  var request = event.request;
  if (request.method === 'OPTIONS') return answer(204, 'No Content');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return answer(405, 'Method Not Allowed', METHOD_NOT_ALLOWED);
  }
  /** @type {(parameter: string) => string[]} */
  function given(parameter) {
    return valuesOf(request.querystring, parameter);
  }
  // An address without a slash at its end gets the same bytes as with it.
  var file = fileOf(request.uri, given) || fileOf(request.uri + '/', given);
  if (!file) return answer(404, 'Not Found', NOT_FOUND);
  // The object's key, with a slash before it.
  request.uri = PREFIX + '/' + file;
  // The query has been read. Without it, the cache keeps each page once.
  request.querystring = {};
  return request;
}

// All values of a parameter. CloudFront does not decode names and values.
/** @type {(query: Request['querystring'], parameter: string) => string[]} */
function valuesOf(query, parameter) {
  /** @type {string[]} */
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

/** @type {(status: number, description: string, body?: string) => Response} */
function answer(status, description, body) {
  /** @type {Response} */
  var response = { statusCode: status, statusDescription: description, headers: HEADERS };
  if (body) response.body = { encoding: 'text', data: body };
  return response;
}
