import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { reasons } from '../../sql/reconciliation/reasons.ts';
import { withNoun } from '../base/with-noun.ts';
import type { ComparedFigure } from './compared-figures.ts';

/**
 * One line per statement with its counts, then a table of what does not agree, or of every figure.
 */
export function comparisonLines(compared: readonly ComparedFigure[], isWhole: boolean): string[] {
  return byStatement(compared).flatMap((figures) => {
    const shown = figures.filter(({ agrees }) => isWhole || agrees === false);
    return [headOf(figures), ...tableOf(shown)];
  });
}

/** One line per statement that prints figures which its rows contradict. */
export const differenceLines = (compared: readonly ComparedFigure[]): string[] =>
  byStatement(compared.filter(({ agrees }) => agrees === false)).map((figures) => {
    const names = figures.map(({ figure }) => labels.get(figure) ?? figure).join(', ');
    return `the statement to ${figures[0]?.printed_at} prints other figures than its rows give: ${names}`;
  });

function byStatement(compared: readonly ComparedFigure[]): ComparedFigure[][] {
  const statements = new Map<string, ComparedFigure[]>();
  for (const figure of compared) {
    const key = JSON.stringify([figure.account_id, figure.statement]);
    const figures = statements.get(key);
    if (figures) figures.push(figure);
    else statements.set(key, [figure]);
  }
  return [...statements.values()];
}

function headOf(figures: readonly ComparedFigure[]): string {
  const [first] = figures;
  const count = (verdict: boolean | null) =>
    figures.filter(({ agrees }) => agrees === verdict).length;
  const [agreeing, differing] = [count(true), count(false)];
  const from = first?.covered_from ? ` from ${first.covered_from}` : '';
  const what = first?.statement === null ? 'balance reported' : `statement${from} to`;
  return `${first?.account_id}: ${what} ${first?.printed_at}: ${withNoun(agreeing, 'figure')} ${agreeing === 1 ? 'agrees' : 'agree'}, ${differing} ${differing === 1 ? 'does' : 'do'} not, ${count(null)} can't be compared`;
}

const header = ['', 'figure', 'printed', 'ours', 'gap', 'agrees', 'probable reason'];
const labels = new Map(Object.entries(printedFigures).map(([name, { label }]) => [name, label]));
const words = new Map(Object.entries(reasons));

/** Numbers stand right, words left. */
function tableOf(figures: readonly ComparedFigure[]): string[] {
  if (figures.length === 0) return [];
  const rows = figures.map(({ figure, printed, ours, gap, agrees, reason }) => [
    '',
    labels.get(figure) ?? figure,
    ...[printed, ours, gap].map((number) => (number === null ? '' : String(number))),
    agrees === null ? '' : agrees ? 'yes' : 'no',
    reason === null ? '' : (words.get(reason) ?? reason),
  ]);
  const all = [header, ...rows];
  const widths = header.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, at) =>
        at >= 2 && at <= 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
