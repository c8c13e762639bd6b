import type { PageAccount } from '../account.ts';
import { amountCell, cell } from '../cells.ts';
import { framed, percentOf, size } from '../charts/frame.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { heatOf } from './heat.ts';

/** Section with a map of the net profit by weekday and hour of closing. */
export function weekHours({ advanced, currency }: PageAccount, language: Language): Html | null {
  const slots = advanced?.charts.profit_by_hour_of_week ?? [];
  if (slots.length === 0) return null;
  const { words, format } = language;
  const { weekHours: texts, tradingHours: columns } = words;
  const ordered = slots.toSorted((first, second) => second.profit - first.profit);
  const extremes = ordered.length <= 10 ? ordered : [...ordered.slice(0, 5), ...ordered.slice(-5)];
  const dayOf = (day: number) => format.weekdayNames[day - 1] ?? '';
  return html`<p>${texts.lead}</p>
${map(slots, currency, language)}
<details class="more"><summary>${texts.table}</summary><table class="narrow">
<thead><tr><th scope="col">${columns.weekday}</th><th scope="col" class="num">${columns.hour}</th><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num">${texts.profit}</th></tr></thead>
<tbody>${extremes.map(
    ({ day, hour, trades, profit }) =>
      html`<tr><th scope="row">${dayOf(day)}</th>${cell(`${hour}`)}${cell(format.count(trades))}${amountCell(profit, currency, language)}</tr>`,
  )}</tbody></table></details>`;
}

type Slot = NonNullable<PageAccount['advanced']>['charts']['profit_by_hour_of_week'][number];

/** Draws a square for each hour with trades; the stronger its colour, the larger the amount. */
function map(
  slots: readonly Slot[],
  currency: string | null,
  { words, format, counted }: Language,
) {
  const heat = heatOf(slots.map(({ profit }) => profit));
  const [across, down] = [size.width / 24, size.height / 7];
  const hours = Array.from({ length: 8 }, (_, at) => 3 * at);
  const nameOf = (day: number) => format.weekdayNames[day - 1] ?? '';
  return framed({
    className: 'small heat',
    left: format.weekdayNames.map((name, at) => [percentOf(at + 0.5, 7), name]),
    below: hours.map((hour) => [percentOf(hour + 0.5, 24), `${hour}`]),
    lines: [],
    content: slots.map(({ day, hour, trades, profit }) => {
      const text = `${nameOf(day)}, ${hour}–${hour + 1} UTC: ${format.signedAmount(profit, currency)}, ${counted(words.provenance.trades, trades)}`;
      const [left, top] = [Math.round(hour * across), Math.round((day - 1) * down)];
      return html`<rect class="${heat(profit).trim()}" x="${left}" y="${top}" width="38" height="39"><title>${text}</title></rect>`;
    }),
  });
}
