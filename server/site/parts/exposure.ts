import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Section with the most trades and lots open at the same time, and the margin that they used. */
export function exposure({ max_open: max }: PageAccount, language: Language): Html | null {
  const { words, format } = language;
  const { exposure: texts } = words;
  const trades = max?.trades ?? null;
  if (max === null || trades === null) return null;
  const first = (at: string | null | undefined) =>
    at === null || at === undefined ? '' : ` (${fillText(texts.first, { day: format.day(at) })})`;
  const lots = max.lots?.max ?? null;
  const rows = [
    [texts.trades, `${format.count(trades.max)}${first(trades.at)}`],
    [
      texts.lots,
      lots === null ? words.account.notShown : `${format.plain(lots)}${first(max.lots?.at)}`,
    ],
    ...marginRows(max.margin, language),
  ];
  return html`<dl class="record">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Rows about the margin; empty if its reports are missing or its lots are hidden. */
function marginRows(
  margin: NonNullable<PageAccount['max_open']>['margin'],
  { words, format, counted }: Language,
): string[][] {
  const { exposure: texts } = words;
  const { max_load_percent: most, at, avg_load_percent, max_leverage_used } = margin ?? {};
  if (typeof most !== 'number' || !at) return [];
  const days = counted(texts.marginDays, margin?.days ?? 0);
  // A report a day often comes while no trade is open. Zeros would read as a trader without risk.
  if (most === 0) return [[texts.marginLoad, `${texts.noMargin}, ${days}`]];
  const average = fillText(texts.average, { average: format.percent(avg_load_percent, 1) });
  const first = fillText(texts.first, { day: format.day(at) });
  const rows = [[texts.marginLoad, `${format.percent(most, 1)} (${first}), ${average}, ${days}`]];
  if (typeof max_leverage_used !== 'number') return rows;
  const times = fillText(texts.average, { average: format.number(margin?.avg_leverage_used, 1) });
  return [...rows, [texts.leverageUsed, `${format.number(max_leverage_used, 1)}, ${times}`]];
}
