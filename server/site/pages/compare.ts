import { isDay } from '../../../pipeline/registry/instants.ts';
import { gainWithin } from '../../accounts/gain.ts';
import { isLineShown } from '../../accounts/privacy.ts';
import type { View } from '../../accounts/view.ts';
import type { Query } from '../../http/parameters.ts';
import { cachedPage, freshPage } from '../cached-page.ts';
import { type ChartSpan, isoDay, secondsOf } from '../charts/rebase.ts';
import { commonOf, returnsIn } from '../compared-lines.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import {
  type Compared,
  type ComparedRange,
  commonTable,
  drawing,
  figuresTable,
  hiddenLines,
} from '../parts/compared.ts';
import { dateFields } from '../parts/date-range.ts';
import { curveKey, pageFingerprint, readPageAccount } from '../public-accounts.ts';
import { RefusedPage } from '../refused-page.ts';
import type { PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { takeMoment, viewAsStranger } from '../views.ts';

/** Builds the page that explains how to choose accounts to compare. */
function chooseToCompare(context: Context, isWrong: boolean): Html {
  const { words, to } = context.language;
  const { compare: texts, problems } = words;
  const main = html`<h1>${texts.title}</h1>
${isWrong && html`<p class="notice" role="alert">${texts.wrong}</p>`}
<p class="lead">${texts.choose}</p>
<p><a href="${to('/')}">${problems.back}</a></p>`;
  return page('/compare', main, context);
}

/** Builds the comparison: returns over the common time, and figures side by side. */
function comparePage(compared: readonly Compared[], range: ComparedRange, context: Context): Html {
  const { language } = context;
  const { compare: texts } = language.words;
  const slugs = compared.map(({ account }) => account.slug);
  const main = html`<article class="account one-page"><h1>${texts.title}</h1>
<section id="returns" aria-labelledby="returns-title">
<h2 id="returns-title" class="sr">${texts.returns}</h2>
${drawing(compared, language)}
<div id="common">${commonTable(compared, range, language)}</div>
${range.whole !== null && html`<details class="more"${range.chosen === null && range.wrong === null ? '' : html` open`}><summary>${language.words.curve.days}</summary>${dayFields(slugs, range, language)}</details>`}
${hiddenLines(compared, language)}</section>
<section id="whole" aria-labelledby="whole-title"><h2 id="whole-title">${texts.whole}</h2>
${figuresTable(compared, language)}</section></article>`;
  return page(`/compare?${slugs.map((slug) => `slug=${slug}`).join('&')}`, main, context);
}

function page(path: string, main: Html, context: Context): Html {
  const { compare: texts } = context.language.words;
  const title = `${texts.title} · ${context.site.name}`;
  const { description } = texts;
  return layout({ title, description, path, section: '/', main, script: 'compare.ts' }, context);
}

const dayFields = (
  slugs: readonly string[],
  { whole, chosen, wrong }: ComparedRange,
  language: Language,
): Html => {
  const fields = {
    from: chosen === null ? '' : isoDay(chosen.from),
    to: chosen === null ? '' : isoDay(chosen.to),
    first: whole === null ? '' : isoDay(whole.from),
    last: whole === null ? '' : isoDay(whole.to),
    wrong,
  };
  const compared = slugs.map((slug) => ['slug', slug] as const);
  return dateFields(fields, '/compare', compared, language);
};

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
  const context = { site: services.site(), assets, language };
  const slugs = slugsIn(query);
  if (slugs.length < min || slugs.length > max) {
    if (slugs.length > 0) throw new RefusedPage(chooseToCompare(context, true));
    return cachedPage(bodies, ['compare'], context, () => chooseToCompare(context, false));
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
        (gainWithin(index, isoDay(shownRange.from), isoDay(shownRange.to))?.gain ?? null),
    };
  };
  if (range.wrong !== null) throw new RefusedPage(render());
  const keys = views.map((view) => [pageFingerprint(view), curveKey(view)]);
  // Pages with a range of days are not cached: there are too many ranges.
  return range.chosen === null
    ? cachedPage(bodies, ['compare', keys], context, render)
    : freshPage(render());
}

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
