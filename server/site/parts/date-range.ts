import type { Gain } from '../../accounts/gain.ts';
import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Form for a range of days, and the results in that range. */
export function dateRange(account: PageAccount, language: Language): Html {
  const { curve, slug, span, performance } = account;
  // The record can be longer than the curve: the curve has only days with closed trades.
  const first = span?.first_day ?? performance.since ?? curve?.date[0] ?? '';
  const last = span?.last_day ?? curve?.date.at(-1) ?? '';
  const { from = '', to = '', wrong = null } = span ?? {};
  return html`${dateFields({ from, to, first, last, wrong }, `/account/${slug}`, [], language)}
${span && span.gain !== null && flowsOf(span.gain, account.currency, language)}`;
}

/** Two days to choose, and the days that can be chosen. */
export interface DateFields {
  /** Empty if nothing is chosen. */
  readonly from: string;
  readonly to: string;
  readonly first: string;
  readonly last: string;
  /** Why the choice was refused; null if it was not. */
  readonly wrong: 'unreadable' | 'outside' | null;
}

/** Form that leads to a page with the chosen days and further fields in its address. */
export function dateFields(
  { from, to, first, last, wrong }: DateFields,
  action: string,
  hidden: readonly (readonly [name: string, value: string])[],
  { words, format, isChosen, code }: Language,
): Html {
  const { span: texts } = words;
  const field = (name: 'from' | 'to', label: string, value: string) =>
    html`<label>${label} <input type="date" name="${name}" value="${value}" min="${first}" max="${last}" required${wrong !== null && html` aria-invalid="true" aria-describedby="span-wrong"`}></label> `;
  const further = isChosen ? [['lang', code] as const, ...hidden] : hidden;
  return html`<form class="filters" id="span" method="get" action="${action}#span">
${further.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${field('from', texts.from, from)}${field('to', texts.to, to)}<button type="submit">${texts.show}</button>${wrong !== null && html`<p class="wrong" id="span-wrong">${fillText(texts[wrong], { first: format.day(first), last: format.day(last) })}</p>`}
</form>`;
}

/** Deposits and withdrawals in the chosen days. The tiles above have the other figures. */
function flowsOf(
  { deposits, withdrawals }: Gain,
  currency: string | null,
  { words, format }: Language,
): Html {
  const { span: texts } = words;
  const money = (amount: number | null) =>
    `${format.amount(amount, currency)}${amount === null || currency === null ? '' : ` ${currency}`}`;
  const rows = [
    [texts.deposits, deposits],
    [texts.withdrawals, withdrawals],
  ] as const;
  return html`<dl class="record gain">${rows.map(([label, amount]) => html`<div><dt>${label}</dt><dd>${money(amount)}</dd></div>`)}</dl>`;
}
