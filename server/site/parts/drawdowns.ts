import type { PageAccount } from '../account.ts';
import { amountCell, cell, percentCell, rare } from '../cells.ts';
import { fromStart, pointsOn } from '../charts/from-start.ts';
import { rangeWithZero, thin } from '../charts/path.ts';
import { secondsOf } from '../charts/rebase.ts';
import { stillChart } from '../charts/still.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

type Drawdowns = NonNullable<PageAccount['drawdowns']>;
type Episode = Drawdowns['episodes'][number];

const rowsShown = 5;

/** Section of drawdowns: the current one, the longest, and a table with the deepest first. */
export function drawdowns(account: PageAccount, language: Language): Html | null {
  const { drawdowns: all, currency } = account;
  const { words, counted } = language;
  const { drawdowns: texts } = words;
  if (all === null || all.episodes.length === 0) return null;
  const { episodes, episodes_count: count } = all;
  const [deepest, more] = [episodes.slice(0, rowsShown), episodes.slice(rowsShown)];
  const drawn = drawing(account, deepest, language);
  const summary = fillText(texts.more, { count: language.format.count(more.length) });
  return html`<p>${counted(all.current === null ? texts.lead : texts.leadOpen, count)} ${currentOf(all, language)} ${longestOf(all, language)}${count > episodes.length && ` ${fillText(texts.listed, { count: language.format.count(episodes.length) })}`}${afterTrades(account, language)}</p>
${drawn}
${table(deepest, texts.deepest, currency, language, drawn !== null)}
${more.length > 0 && html`<details class="more"><summary>${summary}</summary>${table(more, summary, currency, language)}</details>`}`;
}

/** Days of the drawing: enough to see its shape, and few bytes. */
const maxPoints = 400;

/** Draws how far the record was below its peak, with the deepest drawdowns shaded. */
function drawing(
  { curve, performance }: PageAccount,
  deepest: readonly Episode[],
  { words, format }: Language,
): Html | null {
  if (curve === null) return null;
  const { date, drawdown } = fromStart(curve, performance.since);
  const points = thin(pointsOn(date, drawdown), maxPoints);
  const { min } = rangeWithZero(points);
  const last = points.at(-1)?.[0];
  if (last === undefined || min >= 0) return null;
  return html`<figure>${stillChart({
    lines: [{ points, className: '' }],
    y: { min, max: 0 },
    labels: 4,
    isFilled: true,
    className: 'falls',
    spans: deepest.map(({ started, recovered, depth_percent }, at) => [
      secondsOf(started),
      recovered === null ? last : secondsOf(recovered),
      `${at + 1}`,
      `${format.day(started)}: ${format.percent(depth_percent)}`,
    ]),
    value: (value) => fillText(words.format.percent, { number: format.compact(value) }),
    days: format,
  })}</figure>`;
}

/** Tells whether two depths, as shown, are the same. */
export const isSameDepth = (depth: number, byDay: number): boolean =>
  Math.abs(depth - byDay) < 0.005;

/** Says how deep the worst drawdown is after every trade, if no end of a day was as deep. */
function afterTrades(
  { performance, drawdowns: all }: PageAccount,
  { words, format }: Language,
): string {
  const worst = performance.max_drawdown_percent ?? 0;
  if (isSameDepth(worst, all?.episodes[0]?.depth_percent ?? 0)) return '';
  return ` ${fillText(words.drawdowns.byDay, { depth: format.percent(worst) })}`;
}

function currentOf({ current }: Drawdowns, { words, format, counted }: Language): string {
  const { drawdowns: texts, search } = words;
  if (current === null) return texts.atPeak;
  const { started, depth_percent, days } = current;
  return fillText(texts.current, {
    day: format.day(started),
    depth: format.percent(depth_percent),
    days: counted(search.days, days),
  });
}

function longestOf({ longest }: Drawdowns, { words, format, counted }: Language): string {
  if (longest === null) return '';
  const { started, recovered, days } = longest;
  const { drawdowns: texts, search } = words;
  if (recovered === null) return texts.longestNow;
  return fillText(texts.longest, {
    days: counted(search.days, days),
    from: format.day(started),
    to: format.day(recovered),
  });
}

/** Writes drawdowns as a table. The numbers before them are those of the shades in the drawing. */
function table(
  episodes: readonly Episode[],
  label: string,
  currency: string | null,
  language: Language,
  isNumbered = false,
): Html {
  const { words, format } = language;
  const { drawdowns: texts } = words;
  const unit = currency !== null && `, ${currency}`;
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr><th scope="col">${texts.started}</th><th scope="col">${texts.bottomed}</th><th scope="col">${texts.recovered}</th><th scope="col" class="num">${texts.depth}</th><th scope="col" class="num rare">${texts.money}${unit}</th><th scope="col" class="num rare">${texts.down}</th><th scope="col" class="num rare">${texts.up}</th><th scope="col" class="num rare">${texts.days}</th></tr></thead>
<tbody>${episodes.map(
    (episode, at) =>
      html`<tr><th scope="row">${isNumbered && html`<span class="shade-number">${at + 1}</span> `}${format.day(episode.started)}</th><td>${format.day(episode.bottomed)}</td><td>${episode.recovered === null ? texts.lasts : format.day(episode.recovered)}</td>${percentCell(-episode.depth_percent, language)}${amountCell(-episode.depth_money, currency, language, rare)}${cell(format.count(episode.days_down), 0, rare)}${cell(format.count(episode.days_to_recover), 0, rare)}${cell(format.count(episode.days), 0, rare)}</tr>
`,
  )}</tbody></table></div>`;
}
