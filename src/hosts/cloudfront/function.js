// Written by portal-snapshot: finds the file of an address.
//#region facts
// Here stand the facts of a site, and what finds the file of an address (route.js).
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
  // Without its slash at the end, an address is answered all the same: the bytes are those of the one with it.
  var file = fileOf(request.uri, given) || fileOf(request.uri + '/', given);
  if (!file) return answer(404, 'Not Found', NOT_FOUND);
  // The object's key, with a slash before it.
  request.uri = PREFIX + '/' + file;
  // What the page is called has been read: the rest makes no difference, to the cache neither.
  request.querystring = {};
  return request;
}

// Names and values come as they were sent.
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
