import { account } from '../../server/schemas/account.ts';
import { causes } from '../../sql/causes.ts';
import { figuresIn, type PlacedFigure, sentenceOf, type Unit } from '../../sql/figures.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { sectionNames, sections } from '../../sql/marts/index.ts';
import { restatements } from '../../sql/record/restatements.ts';

/** Most names in a row. Figures with the same definition share a row. */
const handful = 3;

type Schema = Parameters<typeof figuresIn>[0];

/** Figures by part of the answer. `account` is the object without its sections. */
const figuresByPart: ReadonlyMap<string, readonly PlacedFigure[]> = new Map([
  [
    'account',
    figuresIn(account).filter(
      ({ path: [first = ''] }) => !(first in sections || first === 'restatements'),
    ),
  ],
  ...sectionNames.map((name) => [name, figuresIn(sections[name])] as const),
  ['restatements', figuresIn(restatements)],
  ...Object.entries<Schema>({ trades: trade, positions: position }).map(
    ([name, row]) => [name, figuresIn(row, ['[]'])] as const,
  ),
]);

/** Texts that the table leaves out, because the document has them once for all figures. */
const saidOnce: ReadonlySet<string> = new Set([
  'our own definition',
  'the account has never sent data',
]);

/** Parts of texts that the tables leave out: who defined it, and why it is never null. */
const needless = /^our own definition[,;] |^never: .*/;

/**
 * Prints tables of figures for `docs/numbers.md`: one for each part, with the columns it needs.
 * Parts that share rows share a table.
 */
export function figuresTables(): string {
  const parts = [...figuresByPart].map(([part, placed]) => ({ part, rows: rowsOf(placed) }));
  const partsByRow = new Map<string, string[]>();
  for (const { part, rows } of parts) {
    for (const row of rows.map(keyOf)) partsByRow.set(row, [...(partsByRow.get(row) ?? []), part]);
  }
  const tables = new Map<string, { parts: readonly string[]; rows: Map<string, Row> }>();
  for (const { part, rows } of parts) {
    for (const row of rows) {
      const owners = sharedParts.has(part) ? (partsByRow.get(keyOf(row)) ?? []) : [part];
      const key = owners.join();
      const table = tables.get(key) ?? { parts: owners, rows: new Map() };
      tables.set(key, table);
      table.rows.set(keyOf(row), row);
    }
  }
  return [...tables.values()]
    .map(({ parts, rows }) => `### ${headingOf(parts)}\n\n${tableOf([...rows.values()])}`)
    .join('\n\n');
}

/** Cells of a row: figure, meaning, formula, null if, source. */
type Row = readonly string[];

const columns = ['figure', 'meaning', 'formula', 'null if', 'source'];

const keyOf = (row: Row): string => row.join(' | ');

function headingOf(parts: readonly string[]): string {
  const [first = ''] = parts;
  if (first === 'account') return 'Account';
  const kind = first === 'trades' ? 'List' : 'Section';
  return `${kind}${parts.length > 1 ? 's' : ''} ${parts.map((part) => `\`${part}\``).join(', ')}`;
}

/** Prints rows without the columns that are empty in all of them. */
function tableOf(rows: readonly Row[]): string {
  const used = columns.flatMap((_, at) => (rows.some((row) => row[at] !== '') ? [at] : []));
  const lineOf = (row: Row): string =>
    `|${used.map((at) => (row[at] ? ` ${row[at]} |` : ' |')).join('')}`;
  return [lineOf(columns), `|${'---|'.repeat(used.length)}`, ...rows.map(lineOf)].join('\n');
}

/** Parts that share rows. One heading names all of them. */
const sharedParts: ReadonlySet<string> = new Set([
  'by_symbol',
  'by_magic_number',
  'trades',
  'positions',
]);

/** Makes one row for all figures with the same texts. */
function rowsOf(placed: readonly PlacedFigure[]): Row[] {
  const figures = new Map<string, { cells: Row; paths: (readonly string[])[] }>();
  for (const { path, about } of placed) {
    if (!('unit' in about) && about.nullWhen === undefined && about.source === undefined) continue;
    const cause = about.nullWhen && causes[about.nullWhen];
    const cells = [meaningIn(path, about), about.formula, cause, about.source].map((cell) =>
      cell === undefined || saidOnce.has(cell) ? '' : cell.replace(needless, ''),
    );
    const figure = figures.get(keyOf(cells)) ?? { cells, paths: [] };
    figures.set(keyOf(cells), figure);
    figure.paths.push(path);
  }
  return [...figures.values()].map(({ cells, paths }) => [namesOf(paths), ...cells]);
}

/** Units whose form the document explains once. */
const plainUnits: ReadonlySet<Unit> = new Set(['day', 'month', 'year', 'instant']);

/** Returns the definition of a figure, with its unit unless the document or the name says it. */
function meaningIn(path: readonly string[], about: PlacedFigure['about']): string {
  const isNamed = path.at(-1)?.endsWith('percent') ?? false;
  const isPlain = 'unit' in about && (isNamed || plainUnits.has(about.unit));
  return isPlain ? about.is : sentenceOf(about);
}

/** Lists the names, or one name with a star if many differ before their last step. */
function namesOf(paths: readonly (readonly string[])[]): string {
  const [first = []] = paths;
  const starred = first.map((step, at) => (paths.every((path) => path[at] === step) ? step : '*'));
  const shown = paths.length > handful && starred.at(-1) !== '*' ? [starred] : paths;
  return shown.map((path) => `\`${fieldAt(path)}\``).join(', ');
}

/** Joins a path, without the list entry or key that every row of its part begins with. */
function fieldAt([first = '', ...rest]: readonly string[]): string {
  const path = first === '[]' || first === '*' ? rest : [first, ...rest];
  return path.join('.').replaceAll('.[]', '[]');
}
