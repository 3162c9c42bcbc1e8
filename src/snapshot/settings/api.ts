// The setting `api`: title, contact and licence of the API, for the OpenAPI document.

import * as z from 'zod';
import { sentence } from '../../problems/say.js';
import { text } from './schemas.js';

const filled = text(/\S/, sentence('must be a text that is not empty'));
const address = text(
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]+\S*$/,
  sentence('must be an address such as https://portal.example.org'),
);
const email = text(/^[^\s@]+@[^\s@]+$/, sentence('must be an e-mail address'));
const spdx = text(
  /^[\w.+()-]+( [\w.+()-]+)*$/,
  sentence('must be an identifier of SPDX, such as CC-BY-4.0'),
);

export const api = z
  .strictObject({
    title: filled,
    contact: z.strictObject({ name: filled, url: address, email }).exactPartial(),
    license: z.union([
      z.strictObject({ name: filled, identifier: spdx }),
      z.strictObject({ name: filled, url: address }),
    ]),
  })
  .exactPartial();
