import type { PageAccount } from '../account.ts';
import { cell } from '../cells.ts';
import { round } from '../charts/path.ts';
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
  return html`<section id="tradingHours" aria-labelledby="tradingHours-title">
<h2 id="tradingHours-title">${texts.title}</h2>
<div class="pair">
${chart(texts.byHour, texts.hour, hours, 3, language)}
${chart(texts.byWeekday, texts.weekday, days, 1, language)}
</div>
</section>`;
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
${columns(rows, labelEvery, language)}
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

const [height, step, gap, side, top] = [120, 20, 4, 30, 12];

/**
 * Draws won trades above the line and lost trades below it, so that a reader need not tell colours
 * apart. A scale is at the side. Bars have their number if there is room.
 */
function columns(rows: readonly Column[], labelEvery: number, { format }: Language): Html {
  const max = Math.max(1, ...rows.map(({ won }) => won));
  const min = Math.max(0, ...rows.map(({ lost }) => lost));
  const scale = (height - 2) / (max + min);
  const zero = top + Math.round(max * scale) + 1;
  const width = side + rows.length * step;
  const foot = top + height + (labelEvery === 1 ? 12 : 2);
  const marks = [
    [top + 1, max],
    [zero, 0],
    ...(min > 0 ? [[zero + min * scale, min] as const] : []),
  ] as const;
  const value = (at: number, y: number, count: number) =>
    labelEvery === 1 &&
    count > 0 &&
    html`<text class="value" x="${at + step / 2}" y="${round(y)}">${format.count(count)}</text>`;
  return html`<svg class="columns${rows.length > 12 && ' wide'}" viewBox="0 0 ${width} ${foot + 14}" preserveAspectRatio="xMinYMid" aria-hidden="true">${marks.map(
    ([y, count]) =>
      html`<path class="axis" d="M${side} ${round(y) + 0.5}H${width}"/><text class="scale" x="${side - 4}" y="${round(y) + 3}">${format.count(count)}</text>`,
  )}${rows.map(({ label, won, lost }, index) => {
    const at = side + index * step;
    return html`<g><title>${label}: +${format.count(won)} −${format.count(lost)}</title><rect class="won" x="${at + gap / 2}" y="${round(zero - won * scale)}" width="${step - gap}" height="${round(won * scale)}"/><rect class="lost" x="${at + gap / 2}" y="${zero + 1}" width="${step - gap}" height="${round(lost * scale)}"/>${value(at, zero - won * scale - 2, won)}${value(at, zero + lost * scale + 9, lost)}</g>${index % labelEvery === 0 && html`<text x="${at + step / 2}" y="${foot + 10}">${label}</text>`}`;
  })}</svg>`;
}
