import type { PageAccount } from '../account.ts';
import { behavingOf, mannerOf } from '../behaviour-warnings.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { curve } from '../parts/curve.ts';
import { downloadLinks, hasFeed, isPrivate } from '../parts/downloads.ts';
import { keyFigures } from '../parts/headline.ts';
import { members } from '../parts/members.ts';
import { months } from '../parts/months.ts';
import { overview } from '../parts/overview.ts';
import { partsOf } from '../parts/section.ts';
import { trades } from '../parts/trades.ts';
import { hiddenParts } from '../parts/verification.ts';
import { addressOfPage, type RecordPage } from '../record-pages.ts';
import { answerWith } from './account-answer.ts';
import { recordPage } from './record.ts';

/** Builds the first page of an account. The notice on top is for the owner. */
export function accountPage(account: PageAccount, context: Context, notice?: Html): Html {
  const { language } = context;
  const { words } = language;
  const part = partsOf(account, language);
  const main = html`${overview(account, language)}
${part('curve', words.curve.title, curve, { flags: ['equity_curve'], isWhole: true })}
${part('months', words.months.title, months, { flags: ['monthly'], isWhole: true })}
${members(account, language)}
<div class="beside">
${keyFigures(account, language)}
${part('trades', words.trades.latest, trades, { isWhole: true, isSilent: true })}
</div>
${ways(account, language)}
${hiddenParts(account, language)}
${downloadLinks(account, context)}`;
  return recordPage(account, 'overview', { main, notice, head: links(account, context) }, context);
}

/** Cards that lead to the pages of risk, of the manner of trading and of the proof. */
function ways(account: PageAccount, language: Language): Html | null {
  const { updated_at, performance, reconciled } = account;
  if (updated_at === null) return null;
  const { words, format, to } = language;
  const { ways: texts, contents } = words;
  const checked =
    reconciled === null ? texts.notCompared : reconciled ? texts.reconciles : texts.differs;
  const card = (page: RecordPage, text: string | null, link: string): Html =>
    html`<section class="way" aria-labelledby="${page}">
<h2 id="${page}">${contents[page]}</h2>
${text !== null && html`<p>${text}</p>`}
<p><a href="${to(addressOfPage(account.slug, page))}">${link}</a></p>
</section>
`;
  const { max_drawdown_percent: deepest } = performance;
  const fall =
    deepest === null ? null : fillText(texts.risk, { drawdown: format.percent(deepest) });
  return html`<div class="ways">
${card('risk', fall, texts.riskMore)}${card('behaviour', mannerOf(behavingOf(account), language), texts.behaviourMore)}${card('verification', checked, words.verification.more)}</div>`;
}

/** Links to the feed and to the oEmbed answer; private and shared accounts have none. */
function links(account: PageAccount, { site, language }: Context): Html | null {
  const { name, slug } = account;
  if (account.isShared || isPrivate(account)) return null;
  const feed = language.to(`/account/${slug}/months.atom`);
  const page = `${site.baseUrl}${language.to(`/account/${slug}`)}`;
  const oembed = `${site.baseUrl}/oembed?${new URLSearchParams({ format: 'json', url: page })}`;
  return html`${hasFeed(account) && html`<link rel="alternate" type="application/atom+xml" title="${fillText(language.words.feed.title, { name })}" href="${feed}">\n`}<link rel="alternate" type="application/json+oembed" title="${name}" href="${oembed}">
`;
}

/** Answers with the page of a published account. */
export const accountAnswer = answerWith('account page', accountPage);
