// The Russian names of a portal, of its collections and of single records: none. In place of this file, docs.ts gives one
// with those of the portal.
export const NAMES = new Map();
export const SINGULARS = new Map();
