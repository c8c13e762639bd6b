import type { Days, Growth, PageAccount } from '../account.ts';
import { linePath, type Point, rangeOf } from '../charts/path.ts';
import * as format from '../format.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { amountCell, cell, percentCell } from '../numbers.ts';

const size = { width: 1000, height: 300 } as const;

/** The growth of the account: a drawing, live charts in its place, and the same as a table. */
export function curve({ curve, growth, currency, slug }: PageAccount): Html | null {
  if (curve === null || growth === null || curve.date.length === 0) return null;
  const { month_ends, days } = growth;
  const drawn = curve.date.length;
  return html`<section id="curve" aria-labelledby="curve-title">
<h2 id="curve-title">Growth</h2>
<p class="summary">${summaryOf(curve)}</p>
<figure class="charts" id="charts" data-currency="${currency}">
${drawing(curve)}
</figure>
${dataBlock('curve-data', dataOf(curve, growth))}
${drawn < days && html`<p>Drawn through ${format.count(drawn)} of ${format.count(days)} days, every high and low among them; all are in <a href="/account/${slug}/daily.csv">the CSV</a>.</p>`}
${monthEnds(month_ends, currency)}
${flows(growth, currency, slug)}
</section>`;
}

function summaryOf({ date, twr_percent, drawdown }: Days): Html {
  const [first = '', last = ''] = [date[0], date.at(-1)];
  const depths = drawdown.map((depth) => depth ?? 0);
  const deepest = depths.reduce((min, depth) => Math.min(min, depth), 0);
  const deepestDay = date[depths.indexOf(deepest)] ?? '';
  return html`Time-weighted return from ${format.day(first)} to ${format.day(last)}: ${format.signedPercent(twr_percent.at(-1))}${deepest < 0 && html`. The max drawdown at the end of a day was ${format.signedPercent(deepest)}, on ${format.day(deepestDay)}`}.`;
}

const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

function drawing({ date, twr_percent }: Days): Html {
  const points = date.flatMap((day, at): Point[] => {
    const value = twr_percent[at] ?? null;
    return value === null ? [] : [[secondsOf(day), value]];
  });
  const box = { left: 0, top: 8, width: size.width, height: size.height - 16 };
  const x = rangeOf(points.map(([at]) => at));
  const y = rangeOf(
    points.map(([, value]) => value),
    [0],
  );
  return html`<svg class="still" viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" fill="none" stroke="currentColor" aria-hidden="true"><path class="axis" d="${linePath(
    [
      [x.min, 0],
      [x.max, 0],
    ],
    x,
    y,
    box,
  )}"/><path class="line" d="${linePath(points, x, y, box)}"/></svg>`;
}

/** Every day of the last year, as one may look closer there, and the thinned ones before it. */
function dataOf(points: Days, { last_year, deposit_days, withdrawal_days }: Growth) {
  const [since] = last_year.date;
  const before = points.date.filter((day) => since === undefined || day < since).length;
  const column = <Name extends keyof Days>(name: Name) => [
    ...points[name].slice(0, before),
    ...last_year[name],
  ];
  return {
    date: column('date'),
    twr: column('twr_percent'),
    drawdown: column('drawdown'),
    balance: column('balance'),
    equity: column('equity'),
    deposits: deposit_days,
    withdrawals: withdrawal_days,
  };
}

/** The last trading day of every month. */
function monthEnds(
  { date, twr_percent, drawdown, balance, equity }: Days,
  currency: string | null,
): Html {
  return html`<details class="more"><summary>The curve as a table, by month</summary>
<div class="scroll" tabindex="0" role="region" aria-label="The curve as a table"><table>
<thead><tr><th scope="col">Last trading day</th><th scope="col" class="num">Return so far</th><th scope="col" class="num">Drawdown</th><th scope="col" class="num">Balance</th><th scope="col" class="num">Equity</th></tr></thead>
<tbody>${date.map(
    (
      day,
      at,
    ) => html`<tr><th scope="row">${format.day(day)}</th>${percentCell(twr_percent[at])}${percentCell(drawdown[at])}${cell(format.amount(balance[at] ?? null, currency))}${cell(format.amount(equity[at] ?? null, currency))}</tr>
`,
  )}</tbody></table></div></details>`;
}

function flows(
  { flows, newest_flows }: Growth,
  currency: string | null,
  slug: string,
): Html | null {
  if (flows === 0) return null;
  const left = flows - newest_flows.length;
  return html`<details class="more"><summary>Deposits and withdrawals</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Deposits and withdrawals"><table class="narrow">
<thead><tr><th scope="col">Day</th><th scope="col">Kind</th><th scope="col" class="num">Amount${currency !== null && `, ${currency}`}</th></tr></thead>
<tbody>${newest_flows.map(
    ({
      date,
      amount,
    }) => html`<tr><th scope="row">${format.day(date)}</th><td>${amount < 0 ? 'Withdrawal' : 'Deposit'}</td>${amountCell(amount, currency)}</tr>
`,
  )}</tbody></table></div>${left > 0 && html`<p>${format.count(left)} earlier ones are in <a href="/account/${slug}/flows.csv">the CSV</a>.</p>`}</details>`;
}
