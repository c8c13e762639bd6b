import type { Site } from '../../accounts/attribution.ts';
import { snippetsOf } from '../../accounts/widget.ts';
import { sizes } from '../../accounts/widget-options.ts';
import { createBody } from '../../http/body.ts';
import { anyText, faultyQuery, oneOf, readQuery, wholeNumber } from '../../http/parameters.ts';
import { languageCodes } from '../../language/catalogues.ts';
import type { LanguageCode } from '../../language/words.ts';
import type { PublicAccount } from '../account.ts';
import { pagePolicy } from '../policies.ts';
import { readSummary } from '../public-accounts.ts';
import { nothingHere, type PageAnswer, sharedSeconds, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment, viewAsStranger } from '../views.ts';

const parameters = {
  url: anyText,
  format: oneOf(['json']),
  maxwidth: wholeNumber(9_999),
  maxheight: wholeNumber(9_999),
} as const;

/** Answers oEmbed 1.0 requests with the widget of an account page (type rich). */
export async function oembedAnswer(
  { query }: PublicPageRequest,
  services: SiteServices,
): Promise<PageAnswer> {
  const { url, maxwidth, maxheight } = readQuery(parameters, query);
  if (url === null) {
    throw faultyQuery({ parameter: 'url', detail: 'url must name the page of an account.' });
  }
  const site = services.site();
  const { slug, lang } = readAddress(url, site);
  using moment = await takeMoment(services);
  const account = readSummary(await viewAsStranger(moment, slug), moment.version);
  const room = { width: maxwidth ?? Infinity, height: maxheight ?? Infinity };
  const response = embedOf(account, room, lang, site);
  const body = createBody(Buffer.from(JSON.stringify(response)));
  return { body, type: types.json, policy: pagePolicy() };
}

/**
 * Reads slug and language from the address of an account page; throws a 404 for other addresses.
 */
function readAddress(address: string, { baseUrl }: Site) {
  if (!URL.canParse(address)) throw nothingHere();
  const { host, pathname, searchParams } = new URL(address);
  const [, slug] = /^\/account\/([a-z0-9-]{1,64})\/?$/.exec(pathname) ?? [];
  if (host !== new URL(baseUrl).host || slug === undefined) throw nothingHere();
  return { slug, lang: languageCodes.find((code) => code === searchParams.get('lang')) ?? null };
}

interface Room {
  readonly width: number;
  readonly height: number;
}

/** Sizes to try, from large to small, if the usual size is too large. */
const offeredSizes = ['large', 'medium', 'small'] as const;

const fits = (shown: Room, room: Room) => shown.width <= room.width && shown.height <= room.height;

function embedOf(
  { slug, name, owner }: PublicAccount,
  room: Room,
  lang: LanguageCode | null,
  site: Site,
) {
  const isFree = fits(sizes.preview, room);
  const size = isFree
    ? 'medium'
    : (offeredSizes.find((name) => fits(sizes[name], room)) ?? 'small');
  const full = sizes[size];
  const scale = Math.min(1, room.width / full.width, room.height / full.height);
  const width = Math.floor(full.width * scale);
  const height = Math.floor(full.height * scale);
  const { iframe, png_url } = snippetsOf({ slug, name }, { size, theme: null, lang }, site, {
    width,
    height,
  });
  const thumbnail = { width: full.width * full.zoom, height: full.height * full.zoom };
  return {
    version: '1.0',
    type: 'rich',
    title: name,
    author_name: owner.name ?? owner.slug,
    author_url: `${site.baseUrl}/owner/${owner.slug}`,
    provider_name: site.name,
    provider_url: site.baseUrl,
    cache_age: sharedSeconds,
    ...(fits(thumbnail, room) && {
      thumbnail_url: png_url,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    }),
    html: iframe,
    width,
    height,
  };
}
