import type { Static } from 'typebox';
import type { attribution } from '../schemas/attribution.ts';

/** The address under which the outside world knows the service. */
export interface Site {
  readonly baseUrl: string;
  readonly host: string;
}

export const siteAt = (baseUrl: string): Site => ({ baseUrl, host: new URL(baseUrl).host });

export type Attribution = Readonly<Static<typeof attribution>>;

/** The credit that goes with an account, and whether giving it is a condition. */
export function attributionOf(site: Site, slug: string, required: boolean): Attribution {
  return {
    required,
    text: `Track record by ${site.host}`,
    url: site.baseUrl,
    account_url: `${site.baseUrl}/account/${slug}`,
  };
}
