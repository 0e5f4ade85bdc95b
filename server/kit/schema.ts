/** Table types. Written by `npm run types` from the migrated database; never edited by hand. */
export interface DB {}
