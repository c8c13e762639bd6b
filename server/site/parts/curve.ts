import type { Days, Growth, PageAccount } from '../account.ts';
import { amountCell, cell, percentCell, rare } from '../cells.ts';
import { fromStart, pointsOn } from '../charts/from-start.ts';
import { rangeWithZero, thin } from '../charts/path.ts';
import { stillChart } from '../charts/still.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { lacksBenchmark } from './benchmark.ts';
import { benchmarkName } from './benchmark-name.ts';
import { comparedWith, curveData, valuesOn } from './curve-data.ts';
import { dateRange } from './date-range.ts';
import { markedSince } from './observed.ts';

/** Growth section: a drawing that scripts replace by live charts, and a table. */
export function curve(account: PageAccount, language: Language): Html | null {
  const { curve, curve_days, growth, currency, slug } = account;
  if (curve === null || growth === null) return null;
  const isDrawn = [...curve.twr_percent, ...curve.equity].some((value) => value !== null);
  // Without capital and equity reports nothing is known of growth.
  if (!isDrawn) return null;
  const { month_ends } = growth;
  const { words } = language;
  return html`<section id="curve" aria-labelledby="curve-title">
<h2 id="curve-title" class="sr">${words.curve.title}</h2>
<figure class="charts" id="charts" data-currency="${currency}"${curve_days === null && html` data-curve="/account/${slug}/curve.json"`}>
<div class="switches"></div>
${drawing(account, curve, language)}
</figure>
${curve_days !== null && dataBlock('curve-data', curveData(account, curve_days, growth))}
${dataBlock('chart-words', chartWords(language))}
<details class="more"${account.span !== undefined && html` open`}><summary>${words.curve.days}</summary>
${dateRange(account, language)}
</details>
${monthEnds(month_ends, currency, language)}
${flows(growth, currency, slug, language)}
</section>`;
}

/** Explains the grey line, and says what the benchmark gained. */
function benchmarkKey(
  benchmark: PageAccount['benchmark'],
  isPart: boolean,
  { words, format }: Pick<Language, 'words' | 'format'>,
): Html | null {
  const { symbol, since, until, benchmark_return_percent: change } = benchmark ?? {};
  if (!symbol) return null;
  const name = fillText(words.charts.benchmark, {
    symbol: benchmarkName(symbol, { words }),
  });
  if (!since || !until || typeof change !== 'number') {
    return html`<figcaption class="key benchmark-key">${name}</figcaption>`;
  }
  const span = { first: format.day(since), last: format.day(until) };
  const did = fillText(words.charts.benchmarkDid, {
    ...span,
    return: format.signedPercent(change),
  });
  // On other days than all of them the sentence above says what it did.
  return html`<figcaption class="key benchmark-key">${name}<span class="of-whole"${isPart && html` hidden`}>, ${did}</span></figcaption>`;
}

/** Days of the drawing: enough to see its shape, and few bytes. */
const maxPoints = 160;

/** Draws the return with its benchmark and, below it, the drawdown. */
function drawing(account: PageAccount, curve: Days, language: Language): Html {
  const { words, format } = language;
  const { date, twr_percent, drawdown } = fromStart(curve, account.performance.since);
  const pointsOf = (values: readonly (number | null)[]) => thin(pointsOn(date, values), maxPoints);
  const [returns, falls] = [pointsOf(twr_percent), pointsOf(drawdown)];
  const benchmark = comparedWith(account);
  const compared = benchmark === null ? [] : pointsOf(valuesOn(date, benchmark.by_day));
  const percent = (value: number) =>
    fillText(words.format.percent, { number: format.compact(value) });
  const base = { value: percent, isFilled: false, days: null, since: markedSince(account) };
  const growth = {
    lines: [
      ...(compared.length > 0 ? [{ points: compared, className: ' benchmark' }] : []),
      { points: returns, className: '' },
    ],
    y: rangeWithZero([...returns, ...compared]),
    labels: 5,
    className: 'main',
  };
  const depth = {
    lines: [{ points: falls, className: '' }],
    y: { ...rangeWithZero(falls), max: 0 },
    labels: 2,
    className: 'band',
  };
  if (depth.y.min >= 0) depth.y.min = -1;
  const charts = html`${stillChart({ ...base, ...growth, days: format })}
${stillChart({ ...base, ...depth, isFilled: true })}`;
  return html`${returns.length > 0 && charts}
${publicKey(base.since, language)}
${compared.length > 0 && benchmarkKey(account.benchmark, account.span !== undefined, { words, format })}${lacksBenchmark(account) && html`<figcaption class="key benchmark-key">${words.benchmark.none}</figcaption>`}`;
}

/** Explains the line since which the record is public. */
function publicKey(day: string | null, { words, format }: Language): Html | null {
  if (day === null) return null;
  return html`<figcaption class="key public-key"><span aria-hidden="true">┆</span> ${fillText(words.curve.publicSince, { day: format.day(day) })}</figcaption>`;
}

/** Texts that scripts write into the charts. */
function chartWords({ words: { charts, curve, format } }: Language) {
  const { deposit, withdrawal, publicSince } = curve;
  return { ...charts, deposit, withdrawal, publicSince, format };
}

/** Table of the last trading day of every month. */
function monthEnds(
  { date, twr_percent, drawdown, balance, equity }: Days,
  currency: string | null,
  language: Language,
): Html {
  const { words, format } = language;
  const { curve: texts } = words;
  return html`<details class="more"><summary>${texts.table}</summary>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.tableName}"><table>
<thead><tr><th scope="col">${texts.lastDay}</th><th scope="col" class="num">${texts.returnSoFar}</th><th scope="col" class="num rare">${texts.drawdown}</th><th scope="col" class="num">${texts.balance}</th><th scope="col" class="num rare">${texts.equity}</th></tr></thead>
<tbody>${date.map(
    (
      day,
      at,
    ) => html`<tr><th scope="row">${format.day(day)}</th>${percentCell(twr_percent[at], language)}${percentCell(drawdown[at], language, rare)}${cell(format.amount(balance[at] ?? null, currency))}${cell(format.amount(equity[at] ?? null, currency), 0, rare)}</tr>
`,
  )}</tbody></table></div></details>`;
}

function flows(
  { flows, newest_flows }: Growth,
  currency: string | null,
  slug: string,
  language: Language,
): Html | null {
  if (flows === 0) return null;
  const { words, format } = language;
  const { curve: texts } = words;
  const earlierCount = flows - newest_flows.length;
  const earlier = {
    count: format.count(earlierCount),
    csv: html`<a href="/account/${slug}/flows.csv">${texts.csv}</a>`,
  };
  return html`<details class="more"><summary>${texts.flows}</summary>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.flows}"><table class="narrow">
<thead><tr><th scope="col">${texts.day}</th><th scope="col">${texts.kind}</th><th scope="col" class="num">${texts.amount}${currency !== null && `, ${currency}`}</th></tr></thead>
<tbody>${newest_flows.map(
    ({
      date,
      amount,
    }) => html`<tr><th scope="row">${format.day(date)}</th><td>${amount < 0 ? texts.withdrawal : texts.deposit}</td>${amountCell(amount, currency, language)}</tr>
`,
  )}</tbody></table></div>${earlierCount > 0 && html`<p>${fill(texts.earlierFlows, earlier)}</p>`}</details>`;
}
