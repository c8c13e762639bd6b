import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { notShown } from './not-shown.ts';

/** Section with the most trades and lots open at the same time. */
export function exposure(account: PageAccount, language: Language): Html | null {
  const { max_open: max, hidden } = account;
  const { words, format } = language;
  const { exposure: texts } = words;
  if (hidden.includes('exposure') || hidden.includes('trades')) {
    return notShown('exposure', texts.title, language);
  }
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
  ];
  return html`<section id="exposure" aria-labelledby="exposure-title">
<h2 id="exposure-title">${texts.title}</h2>
<dl class="record">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}
