// Districts, regions and cities (spec.md §2.3, §2.4).
import { collection, shape } from '../model/collection.js';
import { defaulted, required } from '../model/fields.js';
import { embeds, flag, id, names, nothing, nullable, text } from '../model/types.js';

export const districts = collection('districts', {
  singular: 'district',
  fields: {
    id: required(id),
    name: required(text, 'its name'),
  },
  named: ['name'],
  shapes: { full: shape('id name') },
});

export const regions = collection('regions', {
  singular: 'region',
  fields: {
    id: required(id),
    name: required(text, 'its name'),
    code: defaulted(text, '', 'its code, such as 77'),
    district: defaulted(
      nullable(embeds('districts', 'full')),
      null,
      'the federal district that it is in',
    ),
  },
  named: ['name'],
  shapes: {
    full: shape('id name code district'),
    reduced: shape('id name code'),
  },
});

export const cities = collection('cities', {
  singular: 'city',
  fields: {
    id: required(id),
    name: required(text, 'its name'),
    not_uniq: defaulted(flag, false, 'whether another city has the same name'),
    area: defaulted(nothing, null),
    region: required(names('regions'), 'the region that it is in'),
  },
  named: ['name'],
  shapes: { full: shape('id name not_uniq area region') },
});
