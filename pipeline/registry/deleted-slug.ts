import { hashKey } from '../base/key-format.ts';

/** Returns what the table of used slugs has of a deleted one: a hash, since slugs tell names. */
export const deletedSlug = (slug: string): string => `sha256:${hashKey(slug)}`;
