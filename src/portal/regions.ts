// Districts, regions and cities (API.md §2.3, §2.4).
import { collection, shape } from '../model/collection.js';
import { defaulted, required } from '../model/fields.js';
import { embeds, flag, id, names, nothing, nullable, text } from '../model/types.js';

export const districts = collection('districts', {
  singular: 'district',
  fields: {
    id: required(id),
    name: required(text, { en: 'its name', ru: 'название' }),
  },
  named: ['name'],
  shapes: { full: shape('id name') },
});

export const regions = collection('regions', {
  singular: 'region',
  fields: {
    id: required(id),
    name: required(text, { en: 'its name', ru: 'название' }),
    code: defaulted(text, '', { en: 'its code, such as 77', ru: 'код, например 77' }),
    district: defaulted(nullable(embeds('districts', 'full')), null, {
      en: 'the federal district that it is in',
      ru: 'федеральный округ, в который входит',
    }),
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
    name: required(text, { en: 'its name', ru: 'название' }),
    not_uniq: defaulted(flag, false, {
      en: 'whether another city has the same name',
      ru: 'есть ли другой город с таким названием',
    }),
    area: defaulted(nothing, null),
    region: required(names('regions'), {
      en: 'the region that it is in',
      ru: 'регион, в котором находится',
    }),
  },
  named: ['name'],
  shapes: { full: shape('id name not_uniq area region') },
});
