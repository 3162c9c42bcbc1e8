// What the commands call, with the portal's declaration: the same functions, one argument fewer.

import * as verifying from '../../src/delivery/verify/index.js';
import * as since from '../../src/editing/changes/since.js';
import * as snapshots from '../../src/editing/changes/snapshots.js';
import * as formatting from '../../src/editing/format/index.js';
import { portal } from '../../src/portal/index.js';
import * as previewing from '../../src/preview/preview.js';
import * as flow from '../../src/snapshot/build.js';

export const check = flow.check.bind(null, portal);
export const checkSince = since.checkSince.bind(null, portal);
export const diffSince = snapshots.diffSince.bind(null, portal);
export const examine = verifying.examine.bind(null, portal);
export const format = formatting.format.bind(null, portal);
export const startPreview = previewing.startPreview.bind(null, portal);
export const verify = verifying.verify.bind(null, portal);
