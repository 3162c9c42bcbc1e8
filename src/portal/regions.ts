// Districts, regions and cities (spec.md §2.3, §2.4).
import { collection, shape } from '../model/collection.js';
import { defaulted, required } from '../model/fields.js';
import { embeds, flag, id, names, nothing, nullable, text } from '../model/types.js';

export const districts = collection('districts', {
  fields: {
    id: required(id),
    name: required(text),
  },
  named: ['name'],
  shapes: { full: shape('id name') },
});

export const regions = collection('regions', {
  fields: {
    id: required(id),
    name: required(text),
    code: defaulted(text, ''),
    district: defaulted(nullable(embeds('districts', 'full')), null),
  },
  named: ['name'],
  shapes: {
    full: shape('id name code district'),
    reduced: shape('id name code'),
  },
});

export const cities = collection('cities', {
  fields: {
    id: required(id),
    name: required(text),
    not_uniq: defaulted(flag, false),
    area: defaulted(nothing, null),
    region: required(names('regions')),
  },
  named: ['name'],
  shapes: { full: shape('id name not_uniq area region') },
});
