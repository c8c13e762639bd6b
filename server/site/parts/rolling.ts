import type { PageAccount } from '../account.ts';
import { cell, percentCell, rare } from '../cells.ts';
import { barChart } from '../charts/bars.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

type MonthEnd = NonNullable<PageAccount['rolling']>['month_ends'][number];

/** Most month ends that are drawn and listed: three years. */
const max = 36;
/** Most labels below a chart: three stand side by side. */
const labels = 3;

/** Section of return and risk over the days up to each month end: charts, and a table. */
export function rolling({ rolling: all, slug }: PageAccount, language: Language): Html | null {
  const { rolling: texts, tradingHours } = language.words;
  const ends = all?.month_ends ?? [];
  if (!ends.some(({ days_30 }) => days_30 !== null)) return null;
  const shown = ends.slice(-max);
  const json = html`<a href="/api/v1/accounts/${slug}?include=rolling">JSON</a>`;
  return html`<p>${texts.lead}</p>
${charts(shown, language)}
<details class="more"><summary>${tradingHours.table}</summary>${table(shown.toReversed(), texts.lead, language)}${ends.length > max && html`<p>${json}</p>`}</details>`;
}

/** Draws a bar for each month end: return, drawdown and Sharpe ratio of the days up to it. */
function charts(ends: readonly MonthEnd[], language: Language): Html {
  const { words, format } = language;
  const { rolling: texts } = words;
  const percent = (value: number) =>
    fillText(words.format.percent, { number: format.compact(value) });
  const isOfYear = ends.filter(({ days_365 }) => isKnown(days_365)).length > 1;
  const figures: readonly Rolled[] = [
    {
      title: texts.return,
      days: 90,
      of: ({ days_90 }) => days_90?.return_percent,
      axis: percent,
      text: format.signedPercent,
    },
    {
      title: texts.drawdown,
      days: 90,
      of: ({ days_90 }) => fallen(days_90?.max_drawdown_percent),
      axis: percent,
      text: format.signedPercent,
    },
    {
      title: texts.sharpe,
      days: isOfYear ? 365 : 90,
      of: ({ days_90, days_365 }) => (isOfYear ? days_365 : days_90)?.sharpe_ratio_annualized,
      axis: format.compact,
      text: format.number,
    },
  ];
  return html`<div class="pair">${figures.map((figure) => chart(figure, ends, language))}</div>`;
}

const fallen = (depth: number | null | undefined) => (typeof depth === 'number' ? -depth : null);

/** Figure of the days up to each month end. */
interface Rolled {
  readonly title: string;
  readonly days: number;
  of(end: MonthEnd): number | null | undefined;
  /** Writes a value of the axis. */
  axis(value: number): string;
  /** Writes the value of a bar. */
  text(value: number): string;
}

const isKnown = (window: MonthEnd['days_365']): boolean =>
  typeof window?.sharpe_ratio_annualized === 'number';

/** Draws one figure; null if fewer than two month ends have it. */
function chart(
  { title, days, of, axis, text }: Rolled,
  ends: readonly MonthEnd[],
  { words, format }: Language,
): Html | null {
  const known = ends.flatMap((end, at) => {
    const figure = of(end);
    return typeof figure === 'number' ? [{ at, date: end.date, figure }] : [];
  });
  if (known.length < 2) return null;
  const from = known[0]?.at ?? 0;
  const every = Math.ceil((ends.length - from) / labels);
  return html`<figure><figcaption>${title} · ${fillText(words.rolling.of, { days })}</figcaption>
${barChart({
  bars: known.map(({ at, date, figure }) => ({
    from: at,
    to: at + 1,
    text: `${format.day(date)}: ${text(figure)}`,
    amounts: [[figure, figure < 0 ? 'lost' : 'won']],
  })),
  x: { min: from, max: ends.length },
  below: known.flatMap(({ at, date }) =>
    (at - from) % every === 0 ? [[at + 0.5, format.month(date.slice(0, 7))]] : [],
  ),
  value: axis,
})}</figure>`;
}

function table(
  ends: readonly MonthEnd[],
  label: string,
  { words, format, ...rest }: Language,
): Html {
  const language = { words, format, ...rest };
  const { rolling: texts } = words;
  const heads = [30, 90, 365].flatMap((days) => {
    const of = fillText(texts.of, { days });
    const names = [texts.return, texts.drawdown, ...(days === 30 ? [] : [texts.sharpe])];
    return names.map((name, at) => ({ text: `${name} · ${of}`, column: at === 0 ? '' : rare }));
  });
  const returns = (window: MonthEnd['days_90'] | MonthEnd['days_30']) =>
    html`${percentCell(window?.return_percent, language)}${cell(format.percent(window?.max_drawdown_percent), 0, rare)}`;
  const ratio = (window: MonthEnd['days_90']) =>
    cell(format.number(window?.sharpe_ratio_annualized), window?.sharpe_ratio_annualized, rare);
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${label}"><table>
<thead>
<tr><th scope="col">${texts.until}</th>${heads.map(({ text, column }) => html`<th scope="col" class="num${column}">${text}</th>`)}</tr>
</thead>
<tbody>${ends.map(
    ({ date, days_30, days_90, days_365 }) =>
      html`<tr><th scope="row">${format.day(date)}</th>${returns(days_30)}${returns(days_90)}${ratio(days_90)}${returns(days_365)}${ratio(days_365)}</tr>
`,
  )}</tbody></table></div>`;
}
