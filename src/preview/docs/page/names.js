// The Russian names of a portal and of its collections: none. In place of this file, docs.ts gives one with those of
// the portal.
export const NAMES = new Map();
