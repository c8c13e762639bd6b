import type { PageAccount } from '../account.ts';
import { amountCell, cell } from '../cells.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { notShown } from './not-shown.ts';

type Published = NonNullable<PageAccount['distribution']>['results'];

interface Bin {
  readonly starts_at: number;
  readonly count: number;
  readonly profit: number;
}

interface Histogram {
  readonly width: number;
  readonly bins: readonly Bin[];
}

/** Converts a published histogram to numbers; returns null if it has no bins. */
function numbersOf(published: Published | undefined): Histogram | null {
  if (published === null || published === undefined || published.bins.length === 0) return null;
  const bins = published.bins.map(({ starts_at, count, profit }) => ({
    starts_at: Number(starts_at),
    count,
    profit,
  }));
  return { width: Number(published.width), bins };
}

/** Section of closed trades by result and by duration, with the profit of each duration. */
export function histograms(account: PageAccount, language: Language): Html | null {
  const { distribution, currency, hidden } = account;
  const { words, format } = language;
  const { histogram: texts } = words;
  const results = numbersOf(distribution?.results);
  const durations = numbersOf(distribution?.durations);
  if (hidden.includes('distribution')) return notShown('distribution', texts.title, language);
  if (results === null) return null;
  const unit = currency === null ? '' : ` ${currency}`;
  const money = (value: number) => `${format.compact(value)}${unit}`;
  return html`<section id="distribution" aria-labelledby="distribution-title">
<h2 id="distribution-title">${texts.title}</h2>
<div class="pair even">
${chart(texts.results, texts.result, results, money, null, currency, language)}
${durations !== null && chart(texts.durations, texts.duration, durations, format.duration, texts.profitByDuration, currency, language)}${hidden.includes('trades') && html`<p>${texts.durations}: ${words.account.notShown}</p>`}
</div>
</section>`;
}

/** Draws a histogram with its table; `profits` is the title of a drawing of the profits. */
function chart(
  title: string,
  column: string,
  { width, bins }: Histogram,
  show: (value: number) => string,
  profits: string | null,
  currency: string | null,
  language: Language,
): Html {
  const { words, format } = language;
  const { histogram: texts } = words;
  const range = ({ starts_at }: Bin) => `${show(starts_at)} – ${show(starts_at + width)}`;
  return html`<figure><figcaption>${title}</figcaption>
${bars(bins, width, show, range, format.count)}
${
  profits !== null &&
  html`<p class="key">${profits}</p>
${profitBars(bins, width, range, currency, language)}`
}
<details class="more"><summary>${words.tradingHours.table}</summary><table class="narrow">
<thead><tr><th scope="col">${column}</th><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num">${texts.profit}</th></tr></thead>
<tbody>${bins.map((bin) => html`<tr><th scope="row">${range(bin)}</th>${cell(format.count(bin.count))}${amountCell(bin.profit, currency, language)}</tr>`)}</tbody></table></details></figure>`;
}

const [height, step, side, top] = [110, 12, 30, 12];

/** Draws one bar for each bin, leaves gaps for empty bins, and colours losses. */
function bars(
  bins: readonly Bin[],
  width: number,
  show: (value: number) => string,
  range: (bin: Bin) => string,
  count: (value: number) => string,
): Html {
  const first = bins[0]?.starts_at ?? 0;
  const last = (bins.at(-1)?.starts_at ?? 0) + width;
  const slots = Math.max(8, Math.round((last - first) / width));
  const max = Math.max(...bins.map((bin) => bin.count));
  const foot = top + height;
  const right = side + slots * step;
  const at = (value: number) => Math.round(side + ((value - first) / width) * step);
  const edgeLabels = [
    [first, 'start'],
    [last, 'end'],
  ] as const;
  return html`<svg class="columns${slots > 18 && ' wide'}" viewBox="0 0 ${right + 4} ${foot + 16}" preserveAspectRatio="xMinYMid" aria-hidden="true"><path class="axis" d="M${side} ${foot + 0.5}H${right}"/><path class="axis" d="M${side} ${top + 0.5}H${right}"/><text class="scale" x="${side - 4}" y="${top + 3}">${count(max)}</text><text class="scale" x="${side - 4}" y="${foot + 3}">0</text>${bins.map(
    (bin) => {
      const barHeight = Math.max(1, Math.round((bin.count / max) * height));
      return html`<rect class="${bin.starts_at < 0 ? 'lost' : 'won'}" x="${at(bin.starts_at) + 1}" y="${foot - barHeight}" width="${step - 2}" height="${barHeight}"><title>${range(bin)}: ${count(bin.count)}</title></rect>`;
    },
  )}${first < 0 && last > 0 && html`<text x="${at(0)}" y="${foot + 12}">0</text>`}${edgeLabels.map(([value, anchor]) => html`<text class="${anchor}" x="${at(value)}" y="${foot + 12}">${show(value)}</text>`)}</svg>`;
}

const profitHeight = 60;

/** Draws the profit of each bin, gains above the line and losses below. */
function profitBars(
  bins: readonly Bin[],
  width: number,
  range: (bin: Bin) => string,
  currency: string | null,
  { format }: Language,
): Html {
  const first = bins[0]?.starts_at ?? 0;
  const last = (bins.at(-1)?.starts_at ?? 0) + width;
  const slots = Math.max(8, Math.round((last - first) / width));
  const max = Math.max(0, ...bins.map(({ profit }) => profit));
  const min = Math.min(0, ...bins.map(({ profit }) => profit));
  const scale = profitHeight / (max - min || 1);
  const zero = Math.round(top + max * scale);
  const right = side + slots * step;
  return html`<svg class="columns profits${slots > 18 && ' wide'}" viewBox="0 0 ${right + 4} ${top + profitHeight + 4}" preserveAspectRatio="xMinYMid" aria-hidden="true"><path class="axis" d="M${side} ${zero + 0.5}H${right}"/><text class="scale" x="${side - 4}" y="${zero + 3}">0</text>${bins.map(
    (bin) => {
      const size = Math.max(1, Math.round(Math.abs(bin.profit) * scale));
      const left = Math.round(side + ((bin.starts_at - first) / width) * step) + 1;
      return html`<rect class="${bin.profit < 0 ? 'lost' : 'won'}" x="${left}" y="${bin.profit < 0 ? zero + 1 : zero - size}" width="${step - 2}" height="${size}"><title>${range(bin)}: ${format.signedAmount(bin.profit, currency)}</title></rect>`;
    },
  )}</svg>`;
}
