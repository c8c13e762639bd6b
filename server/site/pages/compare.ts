import { sections } from '../../../sql/marts/index.ts';
import { summary } from '../../../sql/marts/summary.ts';
import type { Gain } from '../../accounts/gain.ts';
import type { Days, PageAccount } from '../account.ts';
import { figure } from '../cells.ts';
import { type Point, rangeOf } from '../charts/path.ts';
import { type ChartSpan, rebased, secondsOf } from '../charts/rebase.ts';
import { stillChart } from '../charts/still.ts';
import type { Context } from '../context.ts';
import { rowsOf } from '../figures.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';

/** Account in a comparison; `days` is null if the owner hides the curve. */
export interface Compared {
  readonly account: PageAccount;
  readonly days: Days | null;
  /** Results over the time when all accounts were active; null if hidden or without such a time. */
  readonly gain: Gain | null;
}

/** Builds the page that explains how to choose accounts to compare. */
export function chooseToCompare(context: Context, isWrong: boolean): Html {
  const { words, to } = context.language;
  const { compare: texts, problems } = words;
  const main = html`<h1>${texts.title}</h1>
${isWrong && html`<p class="notice" role="alert">${texts.wrong}</p>`}
<p class="lead">${texts.choose}</p>
<p><a href="${to('/')}">${problems.back}</a></p>`;
  return page('/compare', main, context);
}

/** Builds the comparison: figures side by side, and returns over the common time. */
export function comparePage(compared: readonly Compared[], context: Context): Html {
  const { language } = context;
  const { compare: texts } = language.words;
  const slugs = compared.map(({ account }) => `slug=${account.slug}`);
  const main = html`<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
${drawing(compared, language)}
${commonTable(compared, language)}
<h2>${texts.whole}</h2>
${table(compared, language)}`;
  return page(`/compare?${slugs.join('&')}`, main, context);
}

function page(path: string, main: Html, context: Context): Html {
  const { compare: texts } = context.language.words;
  const title = `${texts.title} · ${context.site.host}`;
  return layout({ title, description: texts.description, path, section: '/', main }, context);
}

const ofSummary = rowsOf(summary).map((row) => ({ row, of: 'summary' as const }));
const ofAdvanced = rowsOf(sections.advanced)
  .filter(({ group }) => ['Edge', 'Risk'].includes(group))
  .map((row) => ({ row, of: 'advanced' as const }));

/** Table of results over the common time; the best of each row is bold and marked. */
function commonTable(compared: readonly Compared[], language: Language): Html | null {
  if (!compared.some(({ gain }) => gain !== null)) return null;
  const { words, format } = language;
  const { compare: texts, span } = words;
  const rows = [
    [span.return, (gain: Gain) => gain.return_percent, format.signedPercent, 1],
    [span.drawdown, (gain: Gain) => gain.max_drawdown_percent, format.percent, -1],
    [span.won, (gain: Gain) => gain.win_rate, format.percent, 1],
    [span.trades, (gain: Gain) => gain.trades_count, format.count, 0],
  ] as const;
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.returns}, ${texts.figure}"><table class="compare">
<thead><tr><th scope="col">${texts.figure}</th>${compared.map(({ account: { name } }, at) => html`<th scope="col" class="num">${sample(at)} <bdi>${name}</bdi></th>`)}</tr></thead>
<tbody>${rows.map(([label, read, write, direction]) => {
    const values = compared.map(({ gain }) => (gain === null ? null : read(gain)));
    const known = values.filter((value) => value !== null);
    const best = direction < 0 ? Math.min(...known) : Math.max(...known);
    const isRanked = direction !== 0 && known.length > 1;
    return html`<tr><th scope="row">${label}</th>${values.map((value) => {
      const text = figure(write(value), direction > 0 ? value : null);
      const isBest = isRanked && value === best;
      return html`<td class="num">${isBest ? html`<b>${text}</b> <span title="${texts.best}"><span aria-hidden="true">★</span><span class="sr">${texts.best}</span></span>` : text}</td>`;
    })}</tr>
`;
  })}</tbody></table></div>`;
}

function table(compared: readonly Compared[], language: Language): Html {
  const { words, format, to } = language;
  const { compare: texts } = words;
  const rows = [...ofSummary, ...ofAdvanced].map(({ row, of }) => ({
    label: row.label(language),
    field: row.field,
    shown: compared.map(({ account }) =>
      row.show(of === 'summary' ? account : account.advanced, account.currency, language),
    ),
  }));
  const currencies = compared.map(({ account }) => account.currency);
  const isMoney = ({ shown }: (typeof rows)[number]) =>
    shown.some(([text], at) => text.includes(` ${currencies[at]}`));
  // Amounts in different currencies can't be compared.
  const comparable = new Set(currencies).size === 1 ? rows : rows.filter((row) => !isMoney(row));
  const known = comparable.filter(({ shown }) => shown.some(([text]) => text !== format.unknown));
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}"><table class="compare">
<thead><tr><th scope="col">${texts.figure}</th>${compared.map(({ account: { slug, name } }, at) => html`<th scope="col" class="num">${sample(at)} <a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a></th>`)}</tr></thead>
<tbody>${known.map(
    ({ label, field, shown }) =>
      html`<tr data-figure="${field}"><th scope="row">${label}</th>${shown.map(([text, value]) => html`<td class="num">${figure(text, value)}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

/** Draws a piece of a line of the chart, with its colour and its dash pattern. */
const sample = (at: number): Html =>
  html`<svg class="sample" width="30" height="8" aria-hidden="true"><path class="line-${at} line" d="M0 4H30"/></svg>`;

/** Draws the returns of accounts that show their curve, each with its own dash pattern. */
function drawing(compared: readonly Compared[], language: Language): Html | null {
  const { words, format } = language;
  const { compare: texts } = words;
  const drawn = compared.flatMap(({ account, days, gain }, at) =>
    days === null || days.date.length === 0 ? [] : [{ account, days, gain, at }],
  );
  const hidden = compared.filter(({ days }) => days === null).map(({ account }) => account.name);
  const noLine =
    hidden.length > 0 && html`<p>${fillText(texts.noLine, { names: hidden.join(', ') })}</p>`;
  if (drawn.length < min) return html`${noLine}`;
  const span = commonOf(drawn.map(({ days }) => days));
  const lines = drawn.map(({ account, days, gain, at }) => {
    const seconds = days.date.map(secondsOf);
    const rebasedCurve = rebased(
      seconds,
      days.twr_percent,
      span ?? { from: -Infinity, to: Infinity },
    );
    const points = seconds.flatMap((second, index): Point[] => {
      const value = rebasedCurve.returns[index] ?? null;
      const isIn = span === null || (second >= span.from && second <= span.to);
      return value === null || !isIn ? [] : [[second, value]];
    });
    const end = gain?.return_percent ?? points.at(-1)?.[1] ?? null;
    return { account, at, points: exactly(points, end, span), end };
  });
  const y = rangeOf(
    lines.flatMap(({ points }) => points.map(([, value]) => value)),
    [0],
  );
  const chart = stillChart({
    lines: lines.map(({ points, at }) => ({ points, className: ` line-${at}` })),
    y,
    labels: 5,
    isFilled: false,
    className: 'main',
    value: (value) => fillText(words.format.percent, { number: format.compact(value) }),
    day: format.month,
  });
  const dayOf = (second: number) => format.day(new Date(second * 1000).toISOString());
  const caption = span
    ? fillText(texts.common, { first: dayOf(span.from), last: dayOf(span.to) })
    : texts.apart;
  return html`<section id="returns" aria-labelledby="returns-title"><h2 id="returns-title">${texts.returns}</h2>
<p>${caption}</p>
${chart}
<ul class="keys">${lines.map(({ account, at, end }) => html`<li>${sample(at)} <bdi>${account.name}</bdi>: ${figure(format.signedPercent(end), end)}</li>`)}</ul>
${noLine}</section>`;
}

/**
 * Returns the points of a line that starts at 0 with the span and ends at the exact return. The
 * drawn days leave some out, so the day before the span is known only roughly without that.
 */
export function exactly(
  points: readonly Point[],
  end: number | null,
  span: ChartSpan | null,
): readonly Point[] {
  const last = points.at(-1)?.[1] ?? null;
  if (span === null || end === null || last === null || last <= -100) return points;
  const factor = (1 + end / 100) / (1 + last / 100);
  const moved = points.map(([at, value]): Point => [at, ((1 + value / 100) * factor - 1) * 100]);
  return [[span.from - secondsADay, 0], ...moved];
}

const secondsADay = 86_400;
const min = 2;

/** Returns the time from the latest start to the earliest end; null if they share no time. */
export function commonOf(all: readonly Days[]): ChartSpan | null {
  const from = Math.max(...all.map(({ date }) => secondsOf(date[0] ?? '')));
  const to = Math.min(...all.map(({ date }) => secondsOf(date.at(-1) ?? '')));
  return from < to ? { from, to } : null;
}
