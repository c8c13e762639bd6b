import type { Static } from 'typebox';
import type { attribution } from '../schemas/attribution.ts';

/** Public address of the service. */
export interface Site {
  readonly baseUrl: string;
  readonly host: string;
}

export const siteAt = (baseUrl: string): Site => ({ baseUrl, host: new URL(baseUrl).host });

export type Attribution = Readonly<Static<typeof attribution>>;

/** Returns the credit for an account. `required` says whether the reader must give it. */
export function attributionOf(site: Site, slug: string, required: boolean): Attribution {
  return {
    required,
    text: `Track record by ${site.host}`,
    url: site.baseUrl,
    account_url: `${site.baseUrl}/account/${slug}`,
  };
}
