import type { Static } from 'typebox';
import { dayAfter } from '../../../pipeline/registry/observed-from.ts';
import type { observedFigures } from '../../../sql/marts/observed.ts';
import { mostLatePercent } from '../../accounts/observed.ts';
import type { PageAccount, PublicAccount } from '../account.ts';
import { cell, percentCell } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Account with what readers may know of when it was public. */
export type Watched = Pick<PublicAccount, 'type' | 'published_at'> & Pick<PageAccount, 'observed'>;

type Part = Static<typeof observedFigures>['after'];

/** Tells whether too many trades since the publication came afterwards to call it watched. */
export const hasManyLate = ({ observed }: Pick<Watched, 'observed'>): boolean =>
  (observed?.late_percent ?? 0) > mostLatePercent;

/**
 * Returns the day from which strangers could read an account, for charts. Null if that is not known
 * or hidden, if it is not within the record, or if too many trades came afterwards.
 */
export function markedSince(account: Pick<PageAccount, 'observed' | 'curve'>): string | null {
  const since = account.observed?.since?.slice(0, 10) ?? null;
  const { date = [] } = account.curve ?? {};
  const [first, last] = [date[0], date.at(-1)];
  if (since === null || first === undefined || last === undefined) return null;
  return first < since && since < last && !hasManyLate(account) ? since : null;
}

/**
 * Returns since when an account is public, in one sentence: with late trades, restatements, gaps, a
 * later cut or changed members. Null if it is not known.
 */
export function publicSince(
  account: Watched & Pick<PageAccount, 'restatements'>,
  language: Language,
): string | null {
  const { type, published_at, observed: found } = account;
  const { words, format, counted } = language;
  const { observed: texts } = words;
  if (published_at === null) return null;
  const begun = fillText(texts.public, { day: format.day(published_at) });
  const restated = restatedSince(account, published_at);
  const changed = restated > 0 && counted(texts.restated, restated);
  if (found === null) return [begun, texts.hidden, changed].filter(Boolean).join(', ');
  const { from, gaps, late_percent } = found;
  const day = from === null ? '' : format.day(from);
  const isLater = from !== null && from > dayAfter(published_at);
  return [
    begun,
    hasManyLate(account) && fillText(texts.late, { percent: format.percent(late_percent, 0) }),
    changed,
    gaps.length > 0 && counted(texts.gaps, gaps.length),
    isLater && fillText(type === 'portfolio' ? texts.changed : texts.cut, { day }),
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Counts how often results, deposits or capital of published days changed since an instant. A cut
 * is told by itself, and a new definition changes no data.
 */
const restatedSince = (
  { restatements }: Pick<PageAccount, 'restatements'>,
  since: string,
): number =>
  (restatements?.restatements ?? []).filter(
    ({ kind, found_at, facts }) =>
      kind !== 'cut' &&
      kind !== 'definition' &&
      found_at >= since &&
      facts.some((fact) => fact !== 'equity'),
  ).length;

/** Line next to the badges; null if it is not known since when the account is public. */
export function publicSinceLine(account: PageAccount, language: Language): Html | null {
  const sentence = publicSince(account, language);
  if (sentence === null) return null;
  const isDoubtful = hasManyLate(account) || account.observed === null;
  return html`<p class="marks public-since ${isDoubtful ? 'warned' : 'untold'}">${sentence}</p>`;
}

/** Section with the record before and since it was public; null if that is not known. */
export function observed(account: PageAccount, language: Language): Html | null {
  const { observed: found } = account;
  const { words, format } = language;
  const { observed: texts, layout } = words;
  if (found === null || found.since === null || found.from === null) return null;
  const { before, after, gaps, late_percent } = found;
  const day = format.day(found.from);
  return html`<p>${publicSince(account, language)}. ${fillText(texts.lead, { day })}</p>
${
  // All of it came before, which the head of the page has.
  after !== null &&
  html`<div class="scroll" data-scrolls="${layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}: ${texts.figure}"><table>
<thead><tr><th scope="col">${texts.figure}</th><th scope="col" class="num">${fillText(texts.before, { day })}</th><th scope="col" class="num">${fillText(texts.after, { day })}</th></tr></thead>
<tbody>${rowsOf(before, after, language)}</tbody></table></div>`
}
${late_percent !== null && late_percent > 0 && html`<p>${fillText(texts.lateShare, { percent: format.percent(late_percent, 1) })} ${texts.lateMeans}</p>`}
${gaps.length > 0 && html`<p>${texts.notPublic}</p><ul>${gaps.map(({ from, to }) => html`<li>${format.day(from)} – ${to === null ? texts.today : format.day(to)}</li>`)}</ul>`}`;
}

function rowsOf(before: Part, after: Part, language: Language): Html[] {
  const { words, format } = language;
  const { observed: texts } = words;
  const row = (label: string, cellOf: (part: Part) => Html): Html =>
    html`<tr><th scope="row">${label}</th>${cellOf(before)}${cellOf(after)}</tr>
`;
  const figures: readonly (readonly [string, (part: NonNullable<Part>) => string])[] = [
    [texts.fall, ({ max_drawdown_percent: fall }) => format.percent(fall)],
    [texts.trades, ({ trades }) => format.count(trades)],
    [texts.won, ({ win_rate: won }) => format.percent(won)],
    [texts.profitFactor, ({ profit_factor: factor }) => format.number(factor)],
    [texts.sharpe, ({ sharpe_ratio_annualized: sharpe }) => format.number(sharpe)],
    [texts.months, ({ months }) => format.number(months, 1)],
  ];
  return [
    row(texts.return, (part) => percentCell(part?.twr_percent ?? null, language)),
    ...figures.map(([label, write]) =>
      row(label, (part) => cell(part === null ? format.unknown : write(part))),
    ),
  ];
}
