import { type Group, groups } from '../../../sql/figures.ts';
import { sections } from '../../../sql/marts/index.ts';
import type { PageAccount } from '../account.ts';
import { probabilityText } from '../cells.ts';
import { definedFigure } from '../definitions.ts';
import { type FigureRow, rowsOf } from '../figures.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

type Statistics = NonNullable<PageAccount['advanced']>;

const rows = rowsOf(sections.advanced);

/** Names of the fields that the statistics show, each once. */
export const statisticNames: readonly string[] = [...new Set(rows.map(({ name }) => name))];

/**
 * Section of statistics over all closed trades, in groups. Unknown and hidden figures are left out.
 */
export function statistics({ advanced, currency }: PageAccount, language: Language): Html | null {
  if (advanced === null || !advanced.total_trades) return null;
  const groupSections = groups.map((title) => {
    const groupRows = rows.filter(({ group }) => group === title);
    return group(title, groupRows, advanced, currency, language);
  });
  return html`<div class="groups">${groupSections}</div>`;
}

/** Answers how reliable the main figures are; null if they are hidden or too few. */
export function confidence({ advanced }: PageAccount, language: Language): Html | null {
  const { words, format, counted } = language;
  const { total_trades, win_rate_low, win_rate_high, probabilistic_sharpe_ratio } = advanced ?? {};
  if (typeof win_rate_low !== 'number' || typeof win_rate_high !== 'number') return null;
  const { trades, doubt, doubtSharpe } = words.account;
  // No sample makes it certain, although the figure may be rounded to 100.
  const probability = probabilityText(Math.min(99.99, probabilistic_sharpe_ratio ?? 0), 0, format);
  const sharpe =
    typeof probabilistic_sharpe_ratio === 'number' ? fillText(doubtSharpe, { probability }) : '';
  return html`<p class="story">${fillText(doubt, {
    trades: counted(trades, total_trades ?? 0),
    low: format.number(win_rate_low, 0),
    high: format.percent(win_rate_high, 0),
    sharpe,
  })}</p>`;
}

function group(
  title: Group,
  rows: readonly FigureRow[],
  advanced: Statistics,
  currency: string | null,
  language: Language,
): Html | null {
  const rowsWithValues = rows
    .map((row) => ({ row, shown: row.show(advanced, currency, language) }))
    .filter(({ shown: [text] }) => text !== language.format.unknown);
  if (rowsWithValues.length === 0) return null;
  return html`<div class="group" data-group="${title}"><h3>${language.figures?.groups[title] ?? title}</h3>${rowsWithValues.map(
    ({ row: { label, name, place }, shown: [text, value] }) =>
      definedFigure(name, label(language), text, value, language, undefined, place),
  )}</div>`;
}
