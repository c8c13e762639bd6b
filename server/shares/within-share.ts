import { sharePath } from '../../pipeline/registry/shares.ts';

/** Characters after a slug that end it in an address. */
const ends = '(?=["/?#&])';

/**
 * Turns every link of a page to its account into a share link, so that the reader stays within the
 * share. Pages need not know about shares, and a link that is added to a page later can't lead out.
 */
export const withinShare = (page: string, slug: string, secret: string): string =>
  page.replaceAll(new RegExp(`/account/${slug}${ends}`, 'g'), () => `${sharePath}${secret}`);
