import type { PageAccount } from '../account.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import type { Language } from '../language/languages.ts';
import { lengthInWords } from '../periods.ts';

/** Digits of percentages in running text. */
const places = 1;

/** Sentences for readers who know no statistics: growth, age and the worst fall. */
export function story(account: PageAccount, language: Language): Html | null {
  const { performance, updated_at } = account;
  const { twr_percent: gain, since } = performance;
  if (gain === null || since === null || updated_at === null) return null;
  const texts = language.words.story;
  const age = lengthInWords(since, updated_at, language);
  const shown = Math.abs(gain) < 0.05 ? texts.flat : gain < 0 ? texts.lost : texts.grew;
  const growth = fill(shown, { return: bold(gain, language), age });
  return html`<p class="story">${growth}${thisYear(account, language)} ${fallOf(account, language)}</p>`;
}

/** Returns the gain of this year, if the account is older than that. */
function thisYear(
  { monthly, as_of, performance: { since } }: PageAccount,
  language: Language,
): HtmlContent {
  const gain = monthly?.period_returns.this_year?.twr_percent ?? null;
  const year = as_of.slice(0, 4);
  if (gain === null || since === null || since.slice(0, 4) === year) return null;
  const signed = html`<b>${language.format.signedPercent(gain, places)}</b>`;
  return html` ${fill(language.words.story.thisYear, { return: signed })}`;
}

/** Returns the worst fall and its end. The end is known if the day also ended at the lowest point. */
function fallOf({ performance, drawdowns }: PageAccount, language: Language): HtmlContent {
  const { max_drawdown_percent: depth } = performance;
  const texts = language.words.story;
  if (depth === null) return null;
  if (depth === 0) return texts.noFall;
  const drawdown = bold(depth, language);
  const [deepest] = drawdowns?.episodes ?? [];
  const longest = drawdowns?.longest ?? null;
  if (deepest !== undefined && Math.abs(deepest.depth_percent - depth) < 0.005) {
    const { bottomed, recovered } = deepest;
    if (recovered === null) return fill(texts.openFall, { drawdown });
    const length = lengthInWords(bottomed, recovered, language);
    return fill(texts.recovered, { drawdown, length });
  }
  if (longest === null || longest.recovered === null) return fill(texts.fall, { drawdown });
  const length = lengthInWords(longest.started, longest.recovered, language);
  return fill(texts.waited, { drawdown, length });
}

const bold = (percent: number, { format }: Language): Html =>
  html`<b>${format.percent(Math.abs(percent), places)}</b>`;
