import { createBody } from '../../http/body.ts';
import { html, textOf } from '../html.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { pagePolicy } from '../policies.ts';
import { addressOfPage } from '../record-pages.ts';
import { nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment } from '../views.ts';

/**
 * Answers with robots.txt. It keeps search engines away from owners' pages and from addresses for
 * programs.
 */
export async function robotsAnswer(
  _call: PublicPageRequest,
  { site }: SiteServices,
): Promise<PageAnswer> {
  const closed = ['/api/', '/mcp', '/connect/', '/me', '/operator', '/search?', '/compare?'];
  const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''];
  const text = [...lines, `Sitemap: ${site().baseUrl}/sitemap.xml`, ''].join('\n');
  return { body: createBody(Buffer.from(text)), type: types.text, policy: pagePolicy() };
}

/** Pages of an account that every account has. */
const indexedPages = ['overview', 'risk', 'behaviour', 'statistics', 'verification'] as const;

/** Most addresses in one sitemap, by the sitemap protocol. */
const maxAddresses = 50_000;

/**
 * Answers with the sitemap of published accounts and their owners. If one file is too small,
 * answers with an index of sitemaps.
 */
export async function siteMapAnswer(
  { params }: PublicPageRequest,
  services: SiteServices,
  _pages: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  using moment = await takeMoment(services);
  const publishedAccounts = (await moment.decisions.accounts()).filter(
    (account) => account.published,
  );
  const owners = [...new Set(publishedAccounts.map(({ owner }) => owner))].sort();
  const paths = [
    ...['/', '/calendar', '/docs', '/numbers'],
    ...owners.map((owner) => `/owner/${owner}`),
    ...publishedAccounts
      .map(({ slug }) => slug)
      .sort()
      .flatMap((slug) => indexedPages.map((page) => addressOfPage(slug, page))),
  ];
  const { baseUrl } = services.site();
  const map = mapAt(params.file ?? '', paths, maxAddresses);
  if (map === null) throw nothingHere();
  const body = bodies.get(JSON.stringify(['site map', baseUrl, map]), () =>
    Buffer.from(toXml(map, baseUrl)),
  );
  return { body, type: types.xml, policy: pagePolicy() };
}

/** Sitemap: lists pages, or other sitemaps. */
export interface SiteMap {
  readonly of: 'pages' | 'maps';
  readonly paths: readonly string[];
}

const mapPath = (at: number): string => `/sitemap/${at + 1}.xml`;

/**
 * Returns the sitemap of a file name, or the main one if the name is empty. Returns null for
 * unknown names.
 */
export function mapAt(name: string, paths: readonly string[], max: number): SiteMap | null {
  const count = Math.ceil(paths.length / max);
  if (name === '' && count <= 1) return { of: 'pages', paths };
  const maps = Array.from({ length: count }, (_, at) => mapPath(at));
  if (name === '') return { of: 'maps', paths: maps };
  const at = count > 1 ? maps.indexOf(`/sitemap/${name}`) : -1;
  return at === -1 ? null : { of: 'pages', paths: paths.slice(at * max, (at + 1) * max) };
}

function toXml({ of, paths }: SiteMap, baseUrl: string): string {
  const [root, entry] = of === 'pages' ? ['urlset', 'url'] : ['sitemapindex', 'sitemap'];
  const map = html`<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => html`<${entry}><loc>${baseUrl}${path}</loc></${entry}>\n`)}</${root}>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(map)}`;
}
