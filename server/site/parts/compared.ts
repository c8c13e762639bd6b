import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { Gain } from '../../accounts/gain.ts';
import type { PageAccount } from '../account.ts';
import { behavingOf, warningSigns } from '../behaviour-warnings.ts';
import { figure } from '../cells.ts';
import { type Point, rangeOf, thin } from '../charts/path.ts';
import { type ChartSpan, isoDay } from '../charts/rebase.ts';
import { stillChart } from '../charts/still.ts';
import { packLines } from '../compared-lines.ts';
import { rowsOf, type ShownFigure } from '../figures.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { lineSample } from '../line-sample.ts';
import { ticksOf } from './list.ts';

/** Account in a comparison. */
export interface Compared {
  readonly account: PageAccount;
  /** Returns in the shown range, from 0 on; null if the owner hides the line. */
  readonly points: readonly Point[] | null;
  /** Returns over the whole common time, for the chart. */
  readonly whole: readonly Point[] | null;
  /** Results in the shown range; null if hidden, or if the accounts share no time. */
  readonly gain: Gain | null;
}

/** Range of days that a comparison shows. */
export interface ComparedRange {
  /** Time that all records cover; null if they share none. */
  readonly whole: ChartSpan | null;
  /** Days that the reader chose; null if everything is shown. */
  readonly chosen: ChartSpan | null;
  /** Why the chosen days were refused; null if they were not. */
  readonly wrong: 'unreadable' | 'outside' | null;
}

const ofSummary = rowsOf(summary).map((row) => ({ row, of: 'summary' as const }));
const ofAdvanced = rowsOf(sections.advanced)
  .filter(({ group }) => ['Edge', 'Risk'].includes(group))
  .map((row) => ({ row, of: 'advanced' as const }));

/**
 * Table of results in the shown range, which it names. The best value of each row is bold and
 * marked. If the accounts share no time, it has only the return of each account.
 */
export function commonTable(
  compared: readonly Compared[],
  { whole, chosen }: ComparedRange,
  language: Language,
): Html | null {
  const shown = chosen ?? whole;
  if (shown === null) return ownReturns(compared, language);
  if (!compared.some(({ gain }) => gain !== null)) return null;
  const { words, format } = language;
  const { compare: texts, span } = words;
  const rows = [
    [span.return, (gain: Gain) => gain.return_percent, format.signedPercent, 1],
    [span.drawdown, (gain: Gain) => gain.max_drawdown_percent, format.percent, -1],
    [span.won, (gain: Gain) => gain.win_rate, format.percent, 1],
    [span.trades, (gain: Gain) => gain.trades_count, format.count, 0],
  ] as const;
  const isAnyRanked = compared.filter(({ gain }) => gain !== null).length > 1;
  const days = { first: dayOf(shown.from, language), last: dayOf(shown.to, language) };
  return html`<p>${fillText(chosen === null ? texts.common : texts.chosen, days)}</p>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.returns}, ${texts.figure}"><table class="compare${compared.length > 3 && ' four'} stacks">
<thead><tr><th scope="col">${texts.figure}</th>${compared.map(({ account: { name }, points }, at) => html`<th scope="col" class="num">${points !== null && lineSample(`line-${at} line`)} <bdi>${name}</bdi></th>`)}</tr></thead>
<tbody>${rows.map(([label, read, write, direction]) => {
    const values = compared.map(({ gain }) => (gain === null ? null : read(gain)));
    const knownValues = values.filter((value) => value !== null);
    const best = direction < 0 ? Math.min(...knownValues) : Math.max(...knownValues);
    const isRanked = direction !== 0 && knownValues.length > 1;
    return html`<tr><th scope="row">${label}</th>${values.map((value) => {
      const text = figure(write(value), direction > 0 ? value : null);
      const isBest = isRanked && value === best;
      return html`<td class="num">${isBest ? html`<b>${text}</b> <span title="${texts.best}"><span aria-hidden="true">★</span><span class="sr">${texts.best}</span></span>` : text}</td>`;
    })}</tr>
`;
  })}</tbody></table></div>
${isAnyRanked && html`<p class="key"><span aria-hidden="true">★</span> ${texts.best}</p>`}`;
}

/** Table of the figures of whole records, without those that no account has. */
export function figuresTable(compared: readonly Compared[], language: Language): Html {
  const { words, format, to } = language;
  const { compare: texts } = words;
  const thisYear = compared.map(({ account: { monthly } }): ShownFigure => {
    const gain = monthly?.period_returns.this_year?.twr_percent ?? null;
    return [format.signedPercent(gain), gain];
  });
  const figures = [...ofSummary, ...ofAdvanced].map(({ row, of }) => ({
    label: row.label(language),
    place: row.place,
    shown: compared.map(({ account }) =>
      row.show(of === 'summary' ? account : account.advanced, account.currency, language),
    ),
  }));
  const rows = [{ label: texts.thisYear, place: 'this_year', shown: thisYear }, ...figures];
  const currencies = compared.map(({ account }) => account.currency);
  const isMoney = ({ shown }: (typeof rows)[number]) =>
    shown.some(([text], at) => text.includes(` ${currencies[at]}`));
  // Amounts in different currencies can't be compared.
  const comparable = new Set(currencies).size === 1 ? rows : rows.filter((row) => !isMoney(row));
  const rowsWithValues = comparable.filter(({ shown }) =>
    shown.some(([text]) => text !== format.unknown),
  );
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}"><table class="compare${compared.length > 3 && ' four'} stacks">
<thead><tr><th scope="col">${texts.figure}</th>${compared.map(({ account }) => html`<th scope="col" class="num"><a href="${to(`/account/${account.slug}`)}"><bdi>${account.name}</bdi></a>${ticksOf(account, language)}${warningSigns(behavingOf(account), language)}</th>`)}</tr></thead>
<tbody>${rowsWithValues.map(
    ({ label, place, shown }) =>
      html`<tr data-figure="${place}"><th scope="row">${label}</th>${shown.map(([text, value]) => html`<td class="num">${figure(text, value)}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

const dayOf = (seconds: number, { format }: Language): string => format.day(isoDay(seconds));

/** Names and returns of lines that share no time. */
function ownReturns(compared: readonly Compared[], { words, format }: Language): Html {
  const lines = compared.flatMap(({ account, points }, at) =>
    points === null ? [] : [{ name: account.name, end: points.at(-1)?.[1] ?? null, at }],
  );
  return html`<p>${words.compare.apart}</p>
<ul class="keys">${lines.map(({ name, end, at }) => html`<li>${lineSample(`line-${at} line`)} <bdi>${name}</bdi>: ${figure(format.signedPercent(end), end)}</li>`)}</ul>`;
}

/** Names accounts whose line is hidden. */
export function hiddenLines(compared: readonly Compared[], { words }: Language): Html | null {
  const names = compared.flatMap(({ account, points }) => (points === null ? [account.name] : []));
  if (names.length === 0) return null;
  return html`<p>${fillText(words.compare.noLine, { names: names.join(', ') })}</p>`;
}

/** Most days of a line in the drawing without scripts. */
const maxPoints = 160;
const minLines = 2;

/** Draws the returns, each line with its own dash pattern, with the data for the live chart. */
export function drawing(compared: readonly Compared[], language: Language): Html | null {
  const { words, format } = language;
  const drawn = compared.flatMap(({ account, points, whole }, at) =>
    points === null || whole === null || points.length === 0
      ? []
      : [{ name: account.name, points: thin(points, maxPoints), whole, at }],
  );
  if (drawn.length < minLines) return null;
  const chart = stillChart({
    lines: drawn.map(({ points, at }) => ({ points, className: ` line-${at}` })),
    y: rangeOf(drawn.flatMap(({ points }) => points.map(([, value]) => value))),
    labels: 5,
    isFilled: false,
    className: 'main',
    value: (value) => fillText(words.format.percent, { number: format.compact(value) }),
    days: format,
  });
  const data = {
    ...packLines(drawn.map(({ whole }) => whole)),
    names: drawn.map(({ name }) => name),
    places: drawn.map(({ at }) => at),
  };
  return html`<figure class="charts" id="charts"><div class="switches"></div>
${chart}
</figure>
${dataBlock('compare-data', data)}
${dataBlock('chart-words', { ...words.charts, format: words.format })}`;
}
