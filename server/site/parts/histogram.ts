import type { PageAccount } from '../account.ts';
import { amountCell, cell } from '../cells.ts';
import { type Bar, barChart } from '../charts/bars.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

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
  if (results === null) return null;
  const unit = currency === null ? '' : ` ${currency}`;
  const money = (value: number) => `${format.compact(value)}${unit}`;
  return html`<div class="pair">
${chart(texts.results, texts.result, results, money, null, currency, language)}
${durations !== null && chart(texts.durations, texts.duration, durations, format.duration, texts.profitByDuration, currency, language)}${hidden.includes('trades') && html`<p>${texts.durations}: ${words.account.notShown}</p>`}
</div>`;
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
  const { words, format, counted } = language;
  const { histogram: texts } = words;
  const range = ({ starts_at }: Bin) => `${show(starts_at)} – ${show(starts_at + width)}`;
  return html`<figure><figcaption>${title}</figcaption>
${bars(bins, width, show, format.count, (bin) => ({
  text: `${range(bin)}: ${counted(words.provenance.trades, bin.count)}`,
  amounts: [[bin.count, bin.starts_at < 0 ? 'lost' : 'won']],
}))}
<details class="more"><summary>${words.tradingHours.table}</summary><table class="narrow">
<thead><tr><th scope="col">${column}</th><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num">${texts.profit}</th></tr></thead>
<tbody>${bins.map((bin) => html`<tr><th scope="row">${range(bin)}</th>${cell(format.count(bin.count))}${amountCell(bin.profit, currency, language)}</tr>`)}</tbody></table></details></figure>
${
  profits !== null &&
  html`<figure><figcaption>${profits}${currency !== null && `, ${currency}`}</figcaption>
${bars(bins, width, show, format.signedCompact, (bin) => ({
  text: `${range(bin)}: ${format.signedAmount(bin.profit, currency)}`,
  amounts: [[bin.profit, bin.profit < 0 ? 'lost' : 'won']],
}))}</figure>`
}`;
}

/** Draws a bar for each bin, with gaps for empty ones. */
function bars(
  bins: readonly Bin[],
  width: number,
  show: (value: number) => string,
  value: (value: number) => string,
  barOf: (bin: Bin) => Pick<Bar, 'text' | 'amounts'>,
): Html {
  const min = bins[0]?.starts_at ?? 0;
  const max = (bins.at(-1)?.starts_at ?? 0) + width;
  const apart = width * Math.ceil((max - min) / width / labels);
  const first = Math.ceil(min / apart - 1e-9) * apart;
  const count = Math.floor((max - first) / apart + 1e-9) + 1;
  return barChart({
    bars: bins.map((bin) => ({ from: bin.starts_at, to: bin.starts_at + width, ...barOf(bin) })),
    x: { min, max },
    below: Array.from({ length: count }, (_, at) => first + at * apart).map((at) => [at, show(at)]),
    value,
  });
}

/** Most labels below a chart: durations are long, and phones narrow. */
const labels = 3;
