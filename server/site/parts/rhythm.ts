import type { PageAccount } from '../account.ts';
import { type Column, columns } from '../charts/columns.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { cell } from '../numbers.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Trades won and lost by hour and by weekday of closing. */
export function rhythm({ advanced }: PageAccount): Html | null {
  if (advanced === null || !advanced.total_trades) return null;
  const { trades_by_hour, trades_by_weekday } = advanced.charts;
  const hours = trades_by_hour.map(({ hour, won, lost }) => ({ label: `${hour}`, won, lost }));
  const days = trades_by_weekday.map(({ day, won, lost }) => ({
    label: weekdays[day - 1] ?? '',
    won,
    lost,
  }));
  return html`<section id="rhythm" aria-labelledby="rhythm-title">
<h2 id="rhythm-title">When trades close</h2>
<div class="pair">
${chart('By hour, UTC', 'Hour', hours, 3)}
${chart('By weekday', 'Weekday', days, 1)}
</div>
</section>`;
}

function chart(title: string, column: string, rows: readonly Column[], labelEvery: number): Html {
  return html`<figure><figcaption>${title}: won above the line, lost below</figcaption>
${columns(rows, labelEvery)}
<details class="more"><summary>As a table</summary><table class="narrow">
<thead><tr><th scope="col">${column}</th><th scope="col" class="num">Won</th><th scope="col" class="num">Lost</th></tr></thead>
<tbody>${rows.map(
    ({ label, won, lost }) =>
      html`<tr><th scope="row">${label}</th>${cell(format.count(won))}${cell(format.count(lost))}</tr>`,
  )}</tbody></table></details></figure>`;
}
