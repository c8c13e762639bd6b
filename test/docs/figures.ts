import { account } from '../../server/schemas/account.ts';
import { figuresIn, type PlacedFigure, sentenceOf, type Unit } from '../../sql/figures.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { sectionNames, sections } from '../../sql/marts/index.ts';
import { restatements } from '../../sql/record/restatements.ts';

/** Most names in a row. Figures with the same definition share a row. */
const handful = 6;

type Schema = Parameters<typeof figuresIn>[0];

/** Figures by part of the answer. `account` is the object without its sections. */
export const figuresByPart: ReadonlyMap<string, readonly PlacedFigure[]> = new Map([
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

/** Prints the table of figures for `docs/numbers.md`. Parts that share rows share a heading. */
export function figuresTable(): string {
  const parts = [...figuresByPart].map(([part, placed]) => ({ part, rows: rowsOf(placed) }));
  const namesByRow = new Map<string, string[]>();
  for (const { part, rows } of parts) {
    for (const row of rows) namesByRow.set(row, [...(namesByRow.get(row) ?? []), `**${part}**`]);
  }
  const rowsByNames = new Map<string, string[]>();
  for (const { part, rows } of parts) {
    const isShared = sharedParts.has(part);
    for (const row of rows) {
      const names = isShared ? (namesByRow.get(row) ?? []).join(', ') : `**${part}**`;
      const known = rowsByNames.get(names) ?? [];
      if (!known.includes(row)) rowsByNames.set(names, [...known, row]);
    }
  }
  const all = [...rowsByNames].flatMap(([names, rows]) => [`| ${names} | | | | |`, ...rows]);
  return [
    '| figure | meaning | formula | null if | source |',
    '|---|---|---|---|---|',
    ...all,
  ].join('\n');
}

/** Parts that share rows. One heading names all of them. */
const sharedParts: ReadonlySet<string> = new Set([
  'by_symbol',
  'by_magic_number',
  'trades',
  'positions',
]);

/** Makes one row for all figures with the same texts. */
function rowsOf(placed: readonly PlacedFigure[]): string[] {
  const paths = new Map<string, (readonly string[])[]>();
  for (const { path, about } of placed) {
    if (!('unit' in about) && about.nullWhen === undefined && about.source === undefined) continue;
    const cells = [meaningIn(path, about), about.formula, about.nullWhen, about.source].map(
      (cell) => (cell && !saidOnce.has(cell) ? ` ${cell} |` : ' |'),
    );
    const row = cells.join('');
    paths.set(row, [...(paths.get(row) ?? []), path]);
  }
  return [...paths].map(([row, same]) => `| ${namesOf(same)} |${row}`);
}

/** Units whose form the document explains once. */
const plainUnits: ReadonlySet<Unit> = new Set(['day', 'month', 'year', 'instant']);

/** Returns the definition of a figure, with its unit unless the document or the name says it. */
function meaningIn(path: readonly string[], about: PlacedFigure['about']): string {
  const isNamed = path.at(-1)?.endsWith('percent') ?? false;
  const isPlain = 'unit' in about && (isNamed || plainUnits.has(about.unit));
  return isPlain ? about.is : sentenceOf(about);
}

/** Lists the names, or one name with a star if many differ. */
function namesOf(paths: readonly (readonly string[])[]): string {
  const [first = []] = paths;
  const starred = first.map((step, at) => (paths.every((path) => path[at] === step) ? step : '*'));
  const shown = paths.length > handful ? [starred] : paths;
  return shown.map((path) => `\`${fieldAt(path)}\``).join(', ');
}

/** Joins a path, without the list entry or key that every row of its part begins with. */
function fieldAt([first = '', ...rest]: readonly string[]): string {
  const path = first === '[]' || first === '*' ? rest : [first, ...rest];
  return path.join('.').replaceAll('.[]', '[]');
}
