import { sharePath } from '../../pipeline/registry/shares.ts';

/** Characters after a slug that end it in an address. */
const ends = '(?=["/?#&])';

/**
 * Turns every link of a page to its account into a link of the share, so that a reader stays within
 * it. The pages need not know of shares, and a link added to one later can't lead out.
 */
export const withinShare = (page: string, slug: string, secret: string): string =>
  page.replaceAll(new RegExp(`/account/${slug}${ends}`, 'g'), () => `${sharePath}${secret}`);
