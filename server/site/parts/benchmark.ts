import type { PageAccount } from '../account.ts';
import { figure } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { benchmarkName } from './benchmark-name.ts';
import { section } from './section.ts';

/** Section that compares the account or portfolio with its benchmark. */
export function benchmark(account: PageAccount, language: Language): Html | null {
  const { benchmark: compared } = account;
  const { words, format } = language;
  const { benchmark: texts } = words;
  if (compared === null || compared.symbol === null) return withoutOne(account, language);
  const { since, until } = compared;
  const lead = fillText(compared.returns_from === 'equity' ? texts.byEquity : texts.byTrades, {
    symbol: benchmarkName(compared.symbol, language),
    currency: compared.currency ?? '',
    weekdays: format.count(compared.weekdays),
    since: since === null ? '' : format.day(since),
    until: until === null ? '' : format.day(until),
  });
  const percent = (value: number | null) => figure(format.signedPercent(value), value);
  const points = (value: number | null) => figure(format.signedNumber(value, 2), value);
  const rows = [
    [texts.returnOf[account.type], percent(compared.account_return_percent)],
    [texts.benchmark, percent(compared.benchmark_return_percent)],
    [texts.excess, points(compared.excess_return_percent)],
    [texts.drawdown, format.percent(compared.benchmark_max_drawdown_percent)],
    [texts.correlation, format.number(compared.correlation)],
    [texts.beta, format.number(compared.beta)],
    [texts.alpha, percent(compared.alpha_annualized_percent)],
    [texts.trackingError, format.percent(compared.tracking_error_annualized_percent)],
    [texts.informationRatio, format.number(compared.information_ratio)],
    [texts.upCapture, format.percent(compared.up_capture_percent, 0)],
    [texts.downCapture, format.percent(compared.down_capture_percent, 0)],
  ] as const;
  const content =
    compared.account_return_percent === null
      ? html`<p>${texts.tooFew}</p>`
      : html`<dl class="record">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
  return section('benchmark', texts.title, html`<p>${lead}</p>\n${content}`);
}

/** Tells whether a record with trades has no benchmark. One that is hidden is another matter. */
export const lacksBenchmark = (account: PageAccount): boolean => {
  const { benchmark: compared, hidden, updated_at, advanced } = account;
  if (hidden.includes('benchmark') || updated_at === null) return false;
  return (compared?.symbol ?? null) === null && advanced?.total_trades !== 0;
};

/** Says that a record with trades has no benchmark, with a link for its owner. */
function withoutOne(account: PageAccount, { words }: Language): Html | null {
  const { slug, ownersView } = account;
  const { benchmark: texts } = words;
  if (!lacksBenchmark(account)) return null;
  return html`<section class="withheld" id="benchmark" aria-labelledby="no-benchmark">
<h2 id="no-benchmark">${texts.title}</h2>
<p>${texts.none}${ownersView && html` <a href="/me/accounts/${slug}">${texts.choose}</a>`}</p>
</section>`;
}
