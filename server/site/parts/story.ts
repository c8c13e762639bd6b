import type { Member, PageAccount } from '../account.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { lengthInWords } from '../periods.ts';
import { benchmarkName } from './benchmark-name.ts';
import { isSameDepth } from './drawdowns.ts';

/** Percentages below this have the text of 0. */
const shownAsZero = 0.005;

/** Sentences for readers who know no statistics: growth, age and the worst fall. */
export function story(account: PageAccount, language: Language): Html | null {
  const { performance, updated_at } = account;
  const { twr_percent: gain, since } = performance;
  if (gain === null || since === null || updated_at === null) return null;
  const texts = language.words.story;
  const age = lengthInWords(since, updated_at, language);
  const sentence = Math.abs(gain) < shownAsZero ? texts.flat : gain < 0 ? texts.lost : texts.grew;
  const growth = fill(sentence, { return: bold(gain, language), age });
  return html`<p class="story">${sequenceOf(account, language)}${growth}${thisYear(account, language)} ${fallOf(account, language)}${benchmarkOf(account, language)}</p>`;
}

/**
 * Says that the accounts of a portfolio follow one another, so that the portfolio is one record.
 * Returns null if two of them have results at the same time, or if a day is unknown.
 */
function sequenceOf({ members = [] }: PageAccount, language: Language): HtmlContent {
  const { format, words } = language;
  const { story: texts } = words;
  const inOrder = members.toSorted((first, second) =>
    (first.performance.since ?? '') < (second.performance.since ?? '') ? -1 : 1,
  );
  const earlier = inOrder.slice(0, -1);
  const last = inOrder.at(-1);
  const isInSequence = earlier.every(({ last_day }, at) => {
    const since = inOrder[at + 1]?.performance.since ?? null;
    return last_day !== null && since !== null && last_day <= since;
  });
  if (last === undefined || earlier.length === 0 || !isInSequence) return null;
  const name = (member: Member) => html`<bdi>${member.name}</bdi>`;
  const ends = earlier.map((member, at) => [
    at > 0 && ', ',
    fill(texts.until, { name: name(member), day: format.day(member.last_day ?? '') }),
  ]);
  const sentence = fill(texts.sequence, {
    count: format.count(members.length),
    earlier: html`${ends}`,
    last: name(last),
  });
  const hasMoney = earlier.some(({ balance }) => (balance ?? 0) > 0);
  return html`${sentence} ${hasMoney && html`${texts.moneyLeft} `}`;
}

/** Most days by which the benchmark may start or end before or after the record. */
const sameTime = 7;

/** Says what the benchmark did in the same time, or what both did in the time that they share. */
function benchmarkOf(
  { type, benchmark, performance, updated_at }: PageAccount,
  { format, words }: Language,
): HtmlContent {
  const { symbol, since, until, returns_from, benchmark_return_percent, account_return_percent } =
    benchmark ?? {};
  if (!symbol || !since || !until || typeof benchmark_return_percent !== 'number') return null;
  const isSame =
    Math.abs(daysApart(performance.since, since)) <= sameTime &&
    Math.abs(daysApart(until, updated_at)) <= sameTime;
  const percent = (value: number | null | undefined) => html`<b>${format.signedPercent(value)}</b>`;
  const filled = {
    subject: words.story.subject[type],
    symbol: html`<bdi>${benchmarkName(symbol, { words })}</bdi>`,
    return: percent(benchmark_return_percent),
  };
  const days = { first: format.day(since), last: format.day(until) };
  if (!isSame) {
    const account = percent(account_return_percent);
    return html` ${fill(words.story.benchmarkFrom, { ...filled, ...days, account })}`;
  }
  if (typeof account_return_percent !== 'number' || returns_from !== 'equity') {
    return html` ${fill(words.story.benchmark, filled)}`;
  }
  // The first sentence has the return of closed trades only, which can't be compared.
  const account = percent(account_return_percent);
  return html` ${fill(words.story.benchmarkBoth, { ...filled, account })}`;
}

const daysApart = (first: string | null, last: string | null): number =>
  (Date.parse(last?.slice(0, 10) ?? '') - Date.parse(first?.slice(0, 10) ?? '')) / 86_400_000;

/** Returns the gain of this year; null if the owner hides it. */
function thisYear({ monthly }: PageAccount, language: Language): HtmlContent {
  const gain = monthly?.period_returns.this_year?.twr_percent ?? null;
  if (gain === null) return null;
  const signed = html`<b>${language.format.signedPercent(gain)}</b>`;
  return html` ${fill(language.words.story.thisYear, { return: signed })}`;
}

/**
 * Returns the worst fall with its days and its end. The days are those of the deepest drawdown by
 * end of day, whose depth is added if it differs. The end is known if it doesn't.
 */
export function fallOf({ performance, drawdowns }: PageAccount, language: Language): HtmlContent {
  const { max_drawdown_percent: depth } = performance;
  const texts = language.words.story;
  if (depth === null) return null;
  if (depth === 0) return texts.noFall;
  const { format } = language;
  let drawdown: Html = bold(depth, language);
  const [deepest] = drawdowns?.episodes ?? [];
  if (deepest !== undefined) {
    const { started, bottomed, recovered, depth_percent } = deepest;
    const [first, last] = [format.day(started), format.day(bottomed)];
    const days = first === last ? first : `${first} – ${last}`;
    if (isSameDepth(depth, depth_percent)) {
      drawdown = html`${drawdown} (${days})`;
      if (recovered === null) return fill(texts.openFall, { drawdown });
      const length = lengthInWords(bottomed, recovered, language);
      return fill(texts.recovered, { drawdown, length });
    }
    const byDay = fillText(texts.byDay, { depth: format.percent(depth_percent), days });
    drawdown = html`${drawdown} (${byDay})`;
  }
  const below = drawdowns?.current?.depth_percent ?? 0;
  if (depth - below < 0.05) return fill(texts.openFall, { drawdown });
  if (below > depth / 2) return fill(texts.stillBelow, { drawdown, below: bold(below, language) });
  return fill(texts.fall, { drawdown });
}

const bold = (percent: number, { format }: Language): Html =>
  html`<b>${format.percent(Math.abs(percent))}</b>`;
