import { siteAt } from '../../../server/accounts/attribution.ts';
import { catalogueIn } from '../../../server/language/catalogues.ts';
import type { PageWords } from '../../../server/owners/page-request.ts';
import { english } from '../../../server/site/language/languages.ts';
import { noResources } from '../../../server/site/page-resources.ts';
import { baseUrl } from '../world.ts';

/** English words of owners' pages, for pages that are written without a request. */
export const wordsOfPages: PageWords = {
  words: catalogueIn('en').owners,
  context: {
    language: english,
    site: siteAt(baseUrl),
    assets: noResources.assets,
  },
};
