import type { Curve, WholeAccount } from '../account.ts';
import { linePath, type Point, rangeOf, thin } from '../charts/path.ts';
import * as format from '../format.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { amountCell, cell, percentCell } from '../numbers.ts';

type Day = Curve['daily_performance'][number];

const size = { width: 1000, height: 300 } as const;
const most = 300;

/** The growth of the account: a drawing, live charts in its place, and the same as a table. */
export function curve({ equity_curve, currency }: WholeAccount): Html | null {
  const days = equity_curve?.daily_performance ?? [];
  const [first, last] = [days[0], days.at(-1)];
  if (equity_curve === null || first === undefined || last === undefined) return null;
  return html`<section id="curve" aria-labelledby="curve-title">
<h2 id="curve-title">Growth</h2>
<p class="summary">${summaryOf(days, first, last)}</p>
<figure class="charts" id="charts" data-currency="${currency}">
${drawing(days)}
</figure>
${dataBlock('curve-data', dataOf(equity_curve))}
${monthEnds(days, currency)}
${flows(equity_curve, currency)}
</section>`;
}

function summaryOf(days: readonly Day[], first: Day, last: Day): Html {
  const deepest = days.reduce((one, other) =>
    (other.drawdown ?? 0) < (one.drawdown ?? 0) ? other : one,
  );
  return html`Time-weighted return from ${format.day(first.date)} to ${format.day(last.date)}: ${format.signedPercent(last.twr_percent)}${(deepest.drawdown ?? 0) < 0 && html`. The deepest fall below a peak at the end of a day was ${format.signedPercent(deepest.drawdown)}, on ${format.day(deepest.date)}`}.`;
}

const dateOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

function drawing(days: readonly Day[]): Html {
  const points = days.flatMap(({ date, twr_percent }): Point[] =>
    twr_percent === null ? [] : [[dateOf(date), twr_percent]],
  );
  const box = { left: 0, top: 8, width: size.width, height: size.height - 16 };
  const x = rangeOf(points.map(([at]) => at));
  const y = rangeOf(
    points.map(([, value]) => value),
    [0],
  );
  return html`<svg class="still" viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" fill="none" stroke="currentColor" aria-hidden="true"><path class="axis" d="${linePath(
    [
      [x.least, 0],
      [x.most, 0],
    ],
    x,
    y,
    box,
  )}"/><path class="line" d="${linePath(thin(points, most), x, y, box)}"/></svg>`;
}

/** Columns, since names repeated for every day would be most of the page. */
function dataOf({ daily_performance, deposits_withdrawals }: Curve) {
  const column = <Name extends keyof Day>(name: Name) => daily_performance.map((row) => row[name]);
  return {
    date: column('date'),
    twr: column('twr_percent'),
    drawdown: column('drawdown'),
    balance: column('cumulative_balance'),
    equity: column('cumulative_equity'),
    flows: deposits_withdrawals.map(({ date, amount }) => [date, amount]),
  };
}

/** The last trading day of every month. */
function monthEnds(days: readonly Day[], currency: string | null): Html {
  const ends = days.filter(({ date }, at) => days[at + 1]?.date.slice(0, 7) !== date.slice(0, 7));
  return html`<details class="more"><summary>The curve as a table, by month</summary>
<div class="scroll" tabindex="0" role="region" aria-label="The curve as a table"><table>
<thead><tr><th scope="col">Last trading day</th><th scope="col" class="num">Return so far</th><th scope="col" class="num">Drawdown</th><th scope="col" class="num">Balance</th><th scope="col" class="num">Equity</th></tr></thead>
<tbody>${ends.map(
    (
      end,
    ) => html`<tr><th scope="row">${format.day(end.date)}</th>${percentCell(end.twr_percent)}${percentCell(end.drawdown)}${cell(format.amount(end.cumulative_balance, currency))}${cell(format.amount(end.cumulative_equity, currency))}</tr>
`,
  )}</tbody></table></div></details>`;
}

const mostFlows = 200;

function flows({ deposits_withdrawals }: Curve, currency: string | null): Html | null {
  if (deposits_withdrawals.length === 0) return null;
  const left = deposits_withdrawals.length - mostFlows;
  return html`<details class="more"><summary>Deposits and withdrawals</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Deposits and withdrawals"><table class="narrow">
<thead><tr><th scope="col">Day</th><th scope="col">Kind</th><th scope="col" class="num">Amount${currency !== null && `, ${currency}`}</th></tr></thead>
<tbody>${deposits_withdrawals.slice(-mostFlows).map(
    ({
      date,
      amount,
    }) => html`<tr><th scope="row">${format.day(date)}</th><td>${amount < 0 ? 'Withdrawal' : 'Deposit'}</td>${amountCell(amount, currency)}</tr>
`,
  )}</tbody></table></div>${left > 0 && html`<p>${format.count(left)} earlier ones are in the JSON below.</p>`}</details>`;
}
