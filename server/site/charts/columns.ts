import { type Html, html } from '../html.ts';

export interface Column {
  readonly label: string;
  readonly won: number;
  readonly lost: number;
}

const height = 120;
const step = 20;
const gap = 4;

/** Trades won above the line and lost below it, so that position tells them apart as well. */
export function columns(rows: readonly Column[], labelEvery = 1): Html {
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
