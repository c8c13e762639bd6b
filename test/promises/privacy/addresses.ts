import type { FastifyInstance, InjectOptions } from 'fastify';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { setPicture } from '../../../pipeline/registry/owner-pictures.ts';
import { tools } from '../../../server/mcp/tools.ts';
import { ownerPages } from '../../../server/owners/routes.ts';
import { downloads } from '../../../server/site/downloads.ts';
import { partsOf } from '../../server/facts.ts';
import { callOf, mcpHeaders } from '../../server/mcp/calls.ts';
import { routesOf } from '../../server/owners/routes-of.ts';
import { baseUrl, facts, north, silent, type World } from '../../server/world.ts';

const account_id = 'MT4:1@Lone';

/** Only account of an owner of the same name. */
export const lone = {
  ...silent,
  slug: 'lone',
  owner: 'lone',
  name: 'Lonely',
  account_id,
  show_trades_on_page: true,
};

/** Published data of a world that `lone` is added to. */
export const loneFacts = { ...facts, [account_id]: { parts: partsOf(5) } };

/** Adds the account to a world, published or not, with its owner and a picture. */
export async function addLone({ registry }: Pick<World, 'registry'>, published: boolean) {
  const owner = { slug: lone.owner, name: 'Lone Owner' };
  await applyRegistry(registry, { owners: [owner], accounts: [{ ...lone, published }] });
  await setPicture(registry, lone.owner, Buffer.from('a picture'), 'test');
}

/** Address or tool that answers about an account. */
export interface Surface {
  readonly name: string;
  /** Returns the request about an account, or about the owner of the same name. */
  of(slug: string): InjectOptions & { readonly headers?: Readonly<Record<string, string>> };
}

/** Places of a slug in queries. */
const queries = [
  `/oembed?url=${baseUrl}/account/:slug`,
  `/compare?slug=${north.slug},:slug`,
  `/api/v1/compare?slugs=${north.slug},:slug`,
];

/** Lists every surface of an app but the pages of owners themselves. */
export async function surfacesOf(app: FastifyInstance): Promise<Surface[]> {
  const isOwners = (route: string) =>
    ownerPages.some(({ prefix }) => route.startsWith(`${prefix}/`));
  const routes = [...(await routesOf(app)).keys()].filter((route) => !isOwners(route));
  const paths = routes.flatMap((route) => {
    if (route.includes('/:slug/:file')) {
      return downloads.map(({ file }) => route.replace(':file', file));
    }
    if (!route.endsWith('/:name')) return route.includes(':slug') ? [route] : [];
    return ['', '.svg', '.png'].map((end) => route.replace(':name', `:slug${end}`));
  });
  const named = (name: string, encode: (slug: string) => string): Surface => ({
    name,
    of: (slug) => ({ url: name.replace(':slug', () => encode(slug)) }),
  });
  return [
    ...paths.map((path) => named(path, (slug) => slug)),
    ...queries.map((query) => named(query, encodeURIComponent)),
    ...tools.flatMap(({ listed: { name }, names }): Surface[] => {
      const argument = (['slug', 'slugs'] as const).find((argument) => names.includes(argument));
      if (argument === undefined) return [];
      const call = (slug: string) =>
        callOf(name, { [argument]: argument === 'slug' ? slug : [slug] });
      const request = { method: 'POST', url: '/mcp', headers: mcpHeaders } as const;
      return [{ name, of: (slug) => ({ ...request, payload: call(slug) }) }];
    }),
  ];
}
