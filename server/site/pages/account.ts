import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import { behaviour } from '../parts/behaviour.ts';
import { benchmark } from '../parts/benchmark.ts';
import { breakdowns } from '../parts/breakdown.ts';
import { contents, filledParts, writeParts } from '../parts/contents.ts';
import { curve } from '../parts/curve.ts';
import { days } from '../parts/days.ts';
import { downloadLinks, hasFeed, isPrivate } from '../parts/downloads.ts';
import { drawdowns } from '../parts/drawdowns.ts';
import { excursion } from '../parts/excursion.ts';
import { exposure } from '../parts/exposure.ts';
import { keyFigures } from '../parts/headline.ts';
import { histograms } from '../parts/histogram.ts';
import { identity } from '../parts/identity.ts';
import { luck } from '../parts/luck.ts';
import { members } from '../parts/members.ts';
import { months } from '../parts/months.ts';
import { news } from '../parts/news.ts';
import { observed } from '../parts/observed.ts';
import { overview } from '../parts/overview.ts';
import { provenance } from '../parts/provenance.ts';
import { riskOfRuin } from '../parts/risk-of-ruin.ts';
import { rolling } from '../parts/rolling.ts';
import { sides } from '../parts/sides.ts';
import { statistics } from '../parts/statistics.ts';
import { trades } from '../parts/trades.ts';
import { tradingHours } from '../parts/trading-hours.ts';
import { verification } from '../parts/verification.ts';
import { weekHours } from '../parts/week-hours.ts';
import { answerWith } from './account-answer.ts';

/** Builds the account page. The notice on top is for the owner. */
export function accountPage(account: PageAccount, context: Context, notice?: Html): Html {
  const { slug, name, performance } = account;
  const { language } = context;
  const { words, format } = language;
  const description = fillText(words.account.description, {
    return: format.signedPercent(performance.twr_percent),
    drawdown: format.percent(performance.max_drawdown_percent),
  });
  const { contents: labels } = words;
  const hidden = new Set(account.ownersView?.hidden);
  /** Says above a section that only its owner sees it. */
  const section = (flag: string, content: Html | null): Html | null =>
    content !== null && hidden.has(flag)
      ? html`<p class="only-you">${words.account.onlyYou}</p>
${content}`
      : content;
  const parts = filledParts([
    {
      id: 'overview',
      label: labels.overview,
      content: html`${members(account, language)}${keyFigures(account, language)}`,
      isGroup: true,
    },
    { id: 'trades', label: labels.trades, content: section('trades', trades(account, language)) },
    {
      id: 'months',
      label: labels.months,
      content: html`${section('monthly', months(account, language))}
${section('equity_curve', days(account, language))}`,
    },
    {
      id: 'risk',
      label: labels.risk,
      content: html`${section('drawdowns', drawdowns(account, language))}
${section('rolling', rolling(account, language))}
${section('benchmark', benchmark(account, language))}
${section('luck', luck(account, language))}
${section('advanced', riskOfRuin(account, language))}
${section('distribution', histograms(account, language))}
${section('behaviour', behaviour(account, language))}
${section('advanced', tradingHours(account, language))}
${section('advanced', weekHours(account, language))}
${section('advanced', sides(account, language))}
${section('excursion', excursion(account, language))}
${section('exposure', exposure(account, language))}
${section('news', news(account, language))}`,
      isGroup: true,
    },
    {
      id: 'instruments',
      label: labels.instruments,
      content: breakdowns(account, language),
      isGroup: true,
    },
    {
      id: 'statistics',
      label: labels.statistics,
      content: section('advanced', statistics(account, language)),
    },
    {
      id: 'verification',
      label: labels.verification,
      content: html`${verification(account, language)}
${section('observed', observed(account, language))}
${provenance(account, language)}
${downloadLinks(account, context)}`,
    },
  ]);
  const main = html`<article class="account one-page">
${notice ?? ownersNotice(account, language)}
${identity(account, language)}
${overview(account, language)}
${section('equity_curve', curve(account, language))}
${contents(parts, language)}
${writeParts(parts)}
${dataBlock('format-words', words.format)}
</article>`;
  return layout(
    {
      title: `${name} · ${context.site.name}`,
      description,
      path: `/account/${slug}`,
      isIndexed: account.isShared !== true,
      section: '/',
      main,
      style: 'account.css',
      script: 'account.ts',
      head: account.isShared ? null : preview(account, description, context),
    },
    context,
  );
}

/** Notice for the owner, with the way to change what others see. */
function ownersNotice({ slug, ownersView }: PageAccount, { words }: Language): Html | null {
  if (ownersView === undefined) return null;
  const { account: texts } = words;
  return html`<p class="notice only-you-page">${ownersView.isPrivate ? texts.onlyYouPage : texts.yours} <a href="/me/accounts/${slug}">${texts.edit}</a></p>`;
}

/** Link preview that other sites show for the page; private accounts have none. */
function preview(account: PageAccount, description: string, context: Context): Html | null {
  const { site, language } = context;
  const { name, slug } = account;
  if (isPrivate(account)) return null;
  const image = language.to(`/widget/${slug}.png?size=preview`);
  const feed = language.to(`/account/${slug}/months.atom`);
  const page = `${site.baseUrl}${language.to(`/account/${slug}`)}`;
  const oembed = `${site.baseUrl}/oembed?${new URLSearchParams({ format: 'json', url: page })}`;
  return html`${hasFeed(account) && html`<link rel="alternate" type="application/atom+xml" title="${fillText(language.words.feed.title, { name })}" href="${feed}">\n`}<link rel="alternate" type="application/json+oembed" title="${name}" href="${oembed}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${page}">
<meta property="og:image" content="${site.baseUrl}${image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
`;
}

/** Answers with the page of a published account. */
export const accountAnswer = answerWith('account page', accountPage);
