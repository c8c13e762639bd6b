import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { cell } from '../numbers.ts';

/** Trades won and lost by hour and by weekday of closing. */
export function rhythm({ advanced }: PageAccount, language: Language): Html | null {
  if (advanced === null || !advanced.total_trades) return null;
  const { trades_by_hour, trades_by_weekday } = advanced.charts;
  const { rhythm: texts } = language.words;
  const hours = trades_by_hour.map(({ hour, won, lost }) => ({ label: `${hour}`, won, lost }));
  const days = trades_by_weekday.map(({ day, won, lost }) => ({
    label: language.format.weekdayNames[day - 1] ?? '',
    won,
    lost,
  }));
  return html`<section id="rhythm" aria-labelledby="rhythm-title">
<h2 id="rhythm-title">${texts.title}</h2>
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
  { words: { rhythm: texts }, format }: Language,
): Html {
  return html`<figure><figcaption>${title}</figcaption>
${columns(rows, labelEvery)}
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

const height = 120;
const step = 20;
const gap = 4;

/** Trades won above the line and lost below it, so that position tells them apart as well. */
function columns(rows: readonly Column[], labelEvery = 1): Html {
  const max = Math.max(1, ...rows.map(({ won }) => won));
  const min = Math.max(0, ...rows.map(({ lost }) => lost));
  const scale = (height - 2) / (max + min);
  const zero = Math.round(max * scale) + 1;
  const width = rows.length * step;
  return html`<svg class="columns" viewBox="0 0 ${width} ${height + 18}" preserveAspectRatio="xMinYMid" aria-hidden="true">${rows.map(
    ({ label, won, lost }, index) =>
      html`<rect class="won" x="${index * step + gap / 2}" y="${round(zero - won * scale)}" width="${step - gap}" height="${round(won * scale)}"/><rect class="lost" x="${index * step + gap / 2}" y="${zero + 1}" width="${step - gap}" height="${round(lost * scale)}"/>${index % labelEvery === 0 && html`<text x="${index * step + step / 2}" y="${height + 14}">${label}</text>`}`,
  )}<path class="axis" d="M0 ${zero + 0.5}H${width}"/></svg>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
