import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { publicUrls } from './pages.ts';

/** Request of a page. */
export interface Asked {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Links {
  /** Account with a share link, and the secret of the link. */
  readonly account: string;
  readonly secret: string;
  /** Secret of the share link that golden pages have. */
  readonly share: string;
  /** Cookie of the owner of the account. */
  readonly cookie: string;
}

/** Page of a portfolio without its members, whose badges it counts. */
const portfolioAlone = '/compare?slug=lane-all,cup-broker';

/** Lists the public pages, each as it is. */
export const plainly = ({ share }: Pick<Links, 'share'>): Asked[] =>
  [...publicUrls, portfolioAlone].map((url) => ({ url: url.replace('{share}', share) }));

/** Lists the public pages in each of the ways that a cache has to tell apart, a list for each. */
export function inEachWay(links: Links): Asked[][] {
  const { account, secret, cookie } = links;
  const all = plainly(links);
  const ofAccount = all.filter(({ url }) => url.startsWith(`/account/${account}`));
  const cards = all.filter(({ url }) => /\.(?:svg|png)\b/.test(url));
  const adding = (text: string) => (asked: Asked) => {
    const { url } = asked;
    return { url: `${url}${url.includes('?') ? '&' : '?'}${text}` };
  };
  return [
    all,
    all.map(({ url }) => ({ url, headers: { 'accept-language': 'de' } })),
    all.map(adding('lang=de')),
    ofAccount.map(({ url }) => ({ url: url.replace(`/account/${account}`, `/share/${secret}`) })),
    ofAccount.map(({ url }) => ({ url, headers: { cookie } })),
    cards.map(adding('theme=dark')),
  ];
}

const compared = ['content-type', 'cache-control', 'vary', 'etag', 'content-language'];

/** Returns what a cache may have kept of an answer. */
const keptOf = ({ statusCode, headers, rawPayload }: LightMyRequestResponse): string =>
  JSON.stringify([
    statusCode,
    compared.map((name) => headers[name]),
    rawPayload.toString('latin1'),
  ]);

/** Lists the pages that two servers answer otherwise. */
export async function differencesBetween(
  first: FastifyInstance,
  second: FastifyInstance,
  asked: readonly Asked[],
): Promise<string[]> {
  const found: string[] = [];
  for (const each of asked) {
    const answers = [await first.inject(each), await second.inject(each)].map(keptOf);
    if (answers[0] !== answers[1]) found.push(`${each.url} ${Object.values(each.headers ?? {})}`);
  }
  return found;
}
