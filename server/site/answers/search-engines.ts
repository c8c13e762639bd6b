import { createBody } from '../../http/body.ts';
import { html, textOf } from '../html.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { pagePolicy } from '../policies.ts';
import { takeMoment } from '../public-accounts.ts';
import { nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PageCall, SiteServices } from '../site-services.ts';

/** Tells search engines where the pages are, and what is for nobody but owners and programs. */
export async function robotsAnswer(_call: PageCall, { site }: SiteServices): Promise<PageAnswer> {
  const closed = ['/api/', '/mcp', '/connect/', '/me', '/operator', '/search?', '/compare?'];
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''];
  const text = [...lines, `Sitemap: ${site().baseUrl}/sitemap.xml`, ''].join('\n');
  return { body: createBody(Buffer.from(text)), type: types.text, policy: pagePolicy() };
}

/** As many as a map may have. */
const maxAddresses = 50_000;

/**
 * The pages of published accounts and of whoever they belong to, and none of others: in one map, or
 * in as many as it takes and a list of them.
 */
export async function siteMapAnswer(
  { params }: PageCall,
  services: SiteServices,
  _pages: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  using moment = await takeMoment(services);
  const published = (await moment.decisions.accounts()).filter((account) => account.published);
  const owners = [...new Set(published.map(({ owner }) => owner))].sort();
  const paths = [
    ...['/', '/calendar', '/docs', '/numbers'],
    ...owners.map((owner) => `/owner/${owner}`),
    ...published.map(({ slug }) => `/account/${slug}`).sort(),
  ];
  const { baseUrl } = services.site();
  const map = mapAt(params.file ?? '', paths, maxAddresses);
  if (map === null) throw nothingHere();
  const body = bodies.get(JSON.stringify(['site map', baseUrl, map]), () =>
    Buffer.from(written(map, baseUrl)),
  );
  return { body, type: types.xml, policy: pagePolicy() };
}

/** What one map holds: pages, or other maps. */
export interface SiteMap {
  readonly of: 'pages' | 'maps';
  readonly paths: readonly string[];
}

const mapPath = (at: number): string => `/sitemap/${at + 1}.xml`;

/** The map of a name, the first being that of no name; null where there is none. */
export function mapAt(name: string, paths: readonly string[], max: number): SiteMap | null {
  const count = Math.ceil(paths.length / max);
  if (name === '' && count <= 1) return { of: 'pages', paths };
  const maps = Array.from({ length: count }, (_, at) => mapPath(at));
  if (name === '') return { of: 'maps', paths: maps };
  const at = count > 1 ? maps.indexOf(`/sitemap/${name}`) : -1;
  return at === -1 ? null : { of: 'pages', paths: paths.slice(at * max, (at + 1) * max) };
}

function written({ of, paths }: SiteMap, baseUrl: string): string {
  const [whole, one] = of === 'pages' ? ['urlset', 'url'] : ['sitemapindex', 'sitemap'];
  const map = html`<${whole} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => html`<${one}><loc>${baseUrl}${path}</loc></${one}>\n`)}</${whole}>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(map)}`;
}
