import type { PageAccount } from '../account.ts';
import { amountCell, cell } from '../cells.ts';
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
  return html`<section id="week-hours" aria-labelledby="week-hours-title">
<h2 id="week-hours-title">${texts.title}${currency !== null && `, ${currency}`}</h2>
<p>${texts.lead}</p>
${map(slots, language)}
<details class="more"><summary>${texts.table}</summary><table class="narrow">
<thead><tr><th scope="col">${columns.weekday}</th><th scope="col" class="num">${columns.hour}</th><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num">${texts.profit}</th></tr></thead>
<tbody>${extremes.map(
    ({ day, hour, trades, profit }) =>
      html`<tr><th scope="row">${dayOf(day)}</th>${cell(`${hour}`)}${cell(format.count(trades))}${amountCell(profit, currency, language)}</tr>`,
  )}</tbody></table></details>
</section>`;
}

type Slot = NonNullable<PageAccount['advanced']>['charts']['profit_by_hour_of_week'][number];

const [step, side, foot] = [20, 34, 14];
/** Edge of a square; a gap is left to the next. */
const edge = step - 2;

/** Draws a square for each hour with trades; the stronger its colour, the larger the amount. */
function map(slots: readonly Slot[], { format }: Language): Html {
  const heat = heatOf(slots.map(({ profit }) => profit));
  const hours = Array.from({ length: 8 }, (_, at) => 3 * at);
  const shadeOf = ({ profit }: Slot) => heat(profit).trim();
  const shades = new Set(slots.map(shadeOf));
  const path = (shade: string): string =>
    slots
      .filter((slot) => shadeOf(slot) === shade)
      .map(
        ({ hour, day }) =>
          `M${side + hour * step + 1} ${(day - 1) * step + 1}h${edge}v${edge}h-${edge}z`,
      )
      .join('');
  return html`<svg class="columns wide heat" viewBox="0 0 ${side + 24 * step} ${7 * step + foot}" preserveAspectRatio="xMinYMid" aria-hidden="true">${format.weekdayNames.map(
    (name, at) =>
      html`<text class="scale" x="${side - 4}" y="${at * step + step / 2 + 3}">${name}</text>`,
  )}${Array.from(shades, (shade) => html`<path class="${shade}" d="${path(shade)}"/>`)}${hours.map(
    (hour) =>
      html`<text x="${side + hour * step + step / 2}" y="${7 * step + foot - 3}">${hour}</text>`,
  )}</svg>`;
}
