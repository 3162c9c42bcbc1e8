// The setting `api`: what the OpenAPI document states about the API itself: its title, contact and licence.
import * as z from 'zod';
import { text } from './schemas.js';

const filled = text(/\S/, { en: 'must be a text that is not empty', ru: 'нужен непустой текст' });
const address = text(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]+\S*$/, {
  en: 'must be an address such as https://portal.example.org',
  ru: 'нужен адрес, например https://portal.example.org',
});
const email = text(/^[^\s@]+@[^\s@]+$/, {
  en: 'must be an e-mail address',
  ru: 'нужен адрес электронной почты',
});
const spdx = text(/^[\w.+()-]+( [\w.+()-]+)*$/, {
  en: 'must be an identifier of SPDX, such as CC-BY-4.0',
  ru: 'нужно обозначение из SPDX, например CC-BY-4.0',
});

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
