import type { PageAccount } from '../account.ts';
import { cell } from '../cells.ts';
import { barChart } from '../charts/bars.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** Section of won and lost trades by hour and weekday of closing. */
export function tradingHours({ advanced }: PageAccount, language: Language): Html | null {
  if (advanced === null || !advanced.total_trades) return null;
  const { trades_by_hour, trades_by_weekday } = advanced.charts;
  const { tradingHours: texts } = language.words;
  const hours = trades_by_hour.map(({ hour, won, lost }) => ({ label: `${hour}`, won, lost }));
  const days = trades_by_weekday.map(({ day, won, lost }) => ({
    label: language.format.weekdayNames[day - 1] ?? '',
    won,
    lost,
  }));
  return html`<div class="pair wide">
${chart(texts.byHour, texts.hour, hours, 3, language)}
${chart(texts.byWeekday, texts.weekday, days, 1, language)}
</div>`;
}

function chart(
  title: string,
  column: string,
  rows: readonly Column[],
  labelEvery: number,
  language: Language,
): Html {
  const { words, format } = language;
  const { tradingHours: texts } = words;
  return html`<figure><figcaption>${title}</figcaption>
${barChart({
  bars: rows.map(({ label, won, lost }, at) => ({
    from: at,
    to: at + 1,
    text: `${label}: ${texts.won} ${format.count(won)}, ${texts.lost} ${format.count(lost)}`,
    amounts: [
      [won, 'won'],
      [-lost, 'lost'],
    ],
  })),
  x: { min: 0, max: rows.length },
  below: rows.flatMap(({ label }, at) => (at % labelEvery === 0 ? [[at + 0.5, label]] : [])),
  value: (count) => format.count(Math.abs(count)),
})}
<details class="more"><summary>${texts.table}</summary><table class="narrow">
<thead><tr><th scope="col">${column}</th><th scope="col" class="num">${texts.won}</th><th scope="col" class="num">${texts.lost}</th></tr></thead>
<tbody>${rows.map(
    ({ label, won, lost }) =>
      html`<tr><th scope="row">${label}</th>${cell(format.count(won))}${cell(format.count(lost))}</tr>`,
  )}</tbody></table></details></figure>`;
}

interface Column {
  readonly label: string;
  readonly won: number;
  readonly lost: number;
}
