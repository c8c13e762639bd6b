import type { Gain } from '../../accounts/gain.ts';
import type { ChosenDays, PageAccount } from '../account.ts';
import { startOf } from '../charts/from-start.ts';
import { definedFigure } from '../definitions.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { benchmarkName } from './benchmark-name.ts';
import { comparedWith } from './curve-data.ts';
import { headline } from './headline.ts';
import { story } from './story.ts';

/**
 * Sentence and figures above the chart: of the whole record, or of the days that a reader chose.
 * The chart loads them again after another range.
 */
export function overview(account: PageAccount, language: Language): Html {
  const { span } = account;
  const content =
    span === undefined || span.gain === null
      ? html`${story(account, language)}
${wholeRange(account, language)}
${headline(account, language)}`
      : ofRange(account, span, span.gain, language);
  return html`<div id="headline" aria-live="polite">${content}</div>`;
}

/** Names the days of the figures and of the chart below them: all of the record. */
function wholeRange({ curve, performance }: PageAccount, language: Language): Html | null {
  const last = curve?.date.at(-1);
  const first = curve === null ? null : startOf(curve, performance.since);
  if (last === undefined || first === null) return null;
  const { format, words } = language;
  return html`<p class="range"><b>${words.span.all}</b> ${format.day(first)} – ${format.day(last)}</p>`;
}

function ofRange(account: PageAccount, span: ChosenDays, gain: Gain, language: Language): Html {
  const { format, words, to } = language;
  const { span: texts } = words;
  const { currency, slug } = account;
  const days = fillText(texts.result, { from: format.day(span.from), to: format.day(span.to) });
  const profit = format.signedAmount(gain.profit, currency);
  const tiles = [
    ['twr_percent', texts.return, format.signedPercent(gain.return_percent), gain.return_percent],
    ['max_drawdown_percent', texts.drawdownWithin, format.percent(gain.max_drawdown_percent), null],
    ['net_profit', texts.profit, currency === null ? profit : `${profit} ${currency}`, gain.profit],
    ['total_trades', texts.trades, format.count(gain.trades_count), null],
    ['win_rate', texts.won, format.percent(gain.win_rate), null],
  ] as const;
  const benchmark = benchmarkIn(account, span, language);
  return html`${benchmark !== null && html`<p class="story">${benchmark}</p>`}
<p class="range"><b>${days}</b> <a href="${to(`/account/${slug}`)}">${texts.whole}</a></p>
<div class="tiles">${tiles.map(([field, label, text, value]) =>
    definedFigure(field, label, html`${text}`, value, language, html`${texts.ofRange}`),
  )}</div>`;
}

/** Says what the benchmark did in the days, if it has prices before them and at their end. */
function benchmarkIn(
  account: PageAccount,
  { from, to }: ChosenDays,
  { format, words }: Language,
): Html | null {
  const benchmark = comparedWith(account);
  if (benchmark === null) return null;
  const before = benchmark.by_day.findLast(({ date }) => date < from);
  const last = benchmark.by_day.findLast(({ date }) => date <= to);
  const base = 1 + (before?.return_percent ?? 0) / 100;
  if (last === undefined || last.date < from || base <= 0) return null;
  const change = ((1 + last.return_percent / 100) / base - 1) * 100;
  const symbol = html`<bdi>${benchmarkName(benchmark.symbol, { words })}</bdi>`;
  return fill(words.span.benchmark, {
    symbol,
    return: html`<b>${format.signedPercent(change)}</b>`,
  });
}
