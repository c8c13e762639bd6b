import { isDay } from '../../../pipeline/registry/instants.ts';
import { gainWithin } from '../../accounts/gain.ts';
import { isLineShown } from '../../accounts/privacy.ts';
import type { View } from '../../accounts/view.ts';
import { createBody } from '../../http/body.ts';
import type { Query } from '../../http/parameters.ts';
import { type ChartSpan, secondsOf } from '../charts/rebase.ts';
import { commonOf, returnsIn } from '../compared-lines.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import {
  type Compared,
  type ComparedRange,
  chooseToCompare,
  comparePage,
} from '../pages/compare.ts';
import { pagePolicy } from '../policies.ts';
import {
  curveKey,
  pageFingerprint,
  readPageAccount,
  takeMoment,
  viewAsStranger,
} from '../public-accounts.ts';
import { RefusedPage } from '../refused-page.ts';
import { bytesOf, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

const [min, max] = [2, 4];

/**
 * Answers with a comparison of published accounts; private and unknown accounts give the same 404.
 */
export async function compareAnswer(
  { query, language }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
  { bodies }: PageCache,
): Promise<PageAnswer> {
  const site = services.site();
  const context = { site, assets, language };
  const slugs = slugsIn(query);
  const policy = pagePolicy();
  if (slugs.length < min || slugs.length > max) {
    if (slugs.length > 0) throw new RefusedPage(chooseToCompare(context, true));
    const key = JSON.stringify(['compare', language.to('/'), language.code, assets.version, site]);
    const body = bodies.get(key, () => bytesOf(chooseToCompare(context, false)));
    return { body, type: types.html, policy };
  }
  using moment = await takeMoment(services);
  const { version } = moment;
  const views = await Promise.all(slugs.map((slug) => viewAsStranger(moment, slug)));
  const indexes = views.map((view) => version.dailyIndexes.of(view));
  const range = rangeIn(query, commonOf(indexes.filter((index) => index !== null)));
  const render = () => comparePage(views.map(compared), range, context);
  const compared = (view: View, at: number): Compared => {
    const index = indexes[at] ?? null;
    const isDrawn = index !== null && isLineShown(view.hidden);
    const shownRange = range.chosen ?? range.whole;
    return {
      account: readPageAccount(view, version),
      points: isDrawn ? returnsIn(index, shownRange) : null,
      whole: isDrawn ? returnsIn(index, range.whole) : null,
      gain:
        shownRange &&
        (gainWithin(index, dayOf(shownRange.from), dayOf(shownRange.to))?.gain ?? null),
    };
  };
  if (range.wrong !== null) throw new RefusedPage(render());
  const keys = views.map((view) => [pageFingerprint(view), curveKey(view)]);
  const by = [language.to('/'), language.code, assets.version, site.baseUrl];
  // Pages with a range of days are not cached: there are too many ranges.
  const body =
    range.chosen === null
      ? bodies.get(JSON.stringify(['compare', by, keys]), () => bytesOf(render()))
      : createBody(bytesOf(render()));
  return { body, type: types.html, policy };
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Reads the range of days in a query, limited to the common time. Without days it is all of it. */
function rangeIn(query: Query, whole: ChartSpan | null): ComparedRange {
  const days = [query.from, query.to].map((day) => (day ? `${day}` : null));
  if (whole === null || days.every((day) => day === null)) {
    return { whole, chosen: null, wrong: null };
  }
  const isReadable = days.every((day) => day === null || isDay(day));
  if (!isReadable) return { whole, chosen: null, wrong: 'unreadable' };
  const [from = null, to = null] = days.map((day) => (day === null ? null : secondsOf(day)));
  const chosen = {
    from: Math.max(whole.from, from ?? whole.from),
    to: Math.min(whole.to, to ?? whole.to),
  };
  if (chosen.from <= chosen.to) return { whole, chosen, wrong: null };
  const isReversed = from !== null && to !== null && from > to;
  return { whole, chosen: null, wrong: isReversed ? 'unreadable' : 'outside' };
}

/** Lists the slugs in a query, each once. They are repeated (`slug=a&slug=b`) or in one list. */
function slugsIn({ slug }: Query): string[] {
  const texts = [slug].flat().filter((text) => typeof text === 'string');
  const slugs = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  return [...new Set(slugs.filter((text) => text !== ''))];
}
