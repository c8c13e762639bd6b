import { createBody } from '../../http/body.ts';
import { momentOf } from '../asking.ts';
import { html, textOf } from '../html.ts';
import type { Kept } from '../kept.ts';
import type { Pages } from '../pages.ts';
import { pagePolicy } from '../policies.ts';
import { type Answer, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';

/** Tells search engines where the pages are, and what is for nobody but owners and programs. */
export async function robotsAnswer(_call: PageCall, { site }: SiteServices): Promise<Answer> {
  const closed = ['/api/', '/mcp', '/connect/', '/me', '/operator', '/search?', '/compare?'];
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''];
  const text = [...lines, `Sitemap: ${site().baseUrl}/sitemap.xml`, ''].join('\n');
  return { body: createBody(Buffer.from(text)), type: types.text, policy: pagePolicy() };
}

/** As many as a map may have. */
const maxAddresses = 50_000;

/** The pages of published accounts and of whoever they belong to, and none of others. */
export async function siteMapAnswer(
  _call: PageCall,
  services: SiteServices,
  _pages: Pages,
  { bodies }: Kept,
): Promise<Answer> {
  using moment = await momentOf(services);
  const published = (await moment.decisions.accounts()).filter((account) => account.published);
  const owners = [...new Set(published.map(({ owner }) => owner))].sort();
  const paths = [
    ...['/', '/calendar', '/numbers'],
    ...owners.map((owner) => `/owner/${owner}`),
    ...published.map(({ slug }) => `/account/${slug}`).sort(),
  ].slice(0, maxAddresses);
  const { baseUrl } = services.site();
  const body = bodies.get(JSON.stringify(['site map', baseUrl, paths]), () => {
    const map = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => html`<url><loc>${baseUrl}${path}</loc></url>\n`)}</urlset>
`;
    return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${textOf(map)}`);
  });
  return { body, type: types.xml, policy: pagePolicy() };
}
