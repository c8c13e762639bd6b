import type { Static } from 'typebox';
import type { Config } from '../../pipeline/config/config.ts';
import type { attribution } from '../schemas/attribution.ts';

/** Settings for a site's name, operator and legal pages; null if unset. */
export type SiteSettings = Pick<
  Config,
  'siteName' | 'operatorName' | 'operatorUrl' | 'operatorEmail' | 'imprintUrl' | 'termsUrl'
>;

/** Public address of the service, its name and its operator. */
export interface Site extends SiteSettings {
  readonly baseUrl: string;
  readonly host: string;
  /** Name for readers: `SITE_NAME`, or the host. */
  readonly name: string;
}

const unset: SiteSettings = {
  siteName: null,
  operatorName: null,
  operatorUrl: null,
  operatorEmail: null,
  imprintUrl: null,
  termsUrl: null,
};

export function siteAt(baseUrl: string, settings = unset): Site {
  const { siteName, operatorName, operatorUrl, operatorEmail, imprintUrl, termsUrl } = settings;
  const { host } = new URL(baseUrl);
  const operator = { operatorName, operatorUrl, operatorEmail, imprintUrl, termsUrl };
  return { baseUrl, host, name: siteName ?? host, siteName, ...operator };
}

export type Attribution = Readonly<Static<typeof attribution>>;

const credit = 'Track record by ';

/** Returns the name of the site that gave a credit. */
export const nameIn = ({ text }: Pick<Attribution, 'text'>): string => text.slice(credit.length);

/** Returns the credit for an account. `required` says whether the reader must give it. */
export function attributionOf(site: Site, slug: string, required: boolean): Attribution {
  return {
    required,
    text: `${credit}${site.name}`,
    url: site.baseUrl,
    account_url: `${site.baseUrl}/account/${slug}`,
  };
}
