import type { AccountEntry, PartName } from '../../pipeline/publish/snapshot/layout.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import { causes } from '../../sql/causes.ts';
import {
  type Basis,
  capitalised,
  figuresIn,
  meaningOf,
  type PlacedFigure,
} from '../../sql/figures.ts';
import { type SectionName, sectionNames, sections } from '../../sql/marts/index.ts';
import { summary } from '../../sql/marts/summary.ts';
import type { Hidable } from '../../sql/privacy.ts';
import { restatements } from '../../sql/record/restatements.ts';
import type { View } from './view.ts';

/** Explanation of one figure of an answer. */
export interface Explained {
  readonly definition: string;
  readonly source: string | null;
  /** File of the SQL that computes it. */
  readonly sql: string;
  readonly rows: number | null;
  readonly null_reason: string | null;
}

/**
 * Kinds of rows that figures are computed from. Each names the published part that counts the rows,
 * and the flags that hide that count.
 */
const bases = {
  trades: { part: 'trades', hiddenBy: ['trades'] },
  positions: { part: 'positions', hiddenBy: ['trades'] },
  days: { part: 'daily_performance.csv', hiddenBy: ['trades', 'equity_curve'] },
  months: { part: 'monthly_performance.csv', hiddenBy: ['trades', 'monthly'] },
  flows: { part: 'deposits_withdrawals.csv', hiddenBy: ['equity_curve'] },
} as const satisfies Record<Basis, { part: PartName; hiddenBy: readonly Hidable[] }>;

/** Explanation of a figure that is the same for every account. */
interface FigureExplanation {
  readonly path: readonly string[];
  readonly name: string;
  readonly definition: string;
  readonly source: string | null;
  readonly sql: string;
  readonly basis: Basis | null;
  /**
   * Reasons why it may be null, in one text. The text for strangers always names hiding, so that it
   * doesn't tell whether the figure is hidden.
   */
  readonly reasons: { readonly owners: string; readonly strangers: string };
}

const ofSummary = explanationsOf(figuresIn(summary), [], 'nothing', 'marts/summary');
const ofRestatements = explanationsOf(
  figuresIn(restatements),
  ['restatements'],
  'nothing',
  'record/restatements',
);
const ofSections = new Map<SectionName, readonly FigureExplanation[]>(
  sectionNames.map((name) => [
    name,
    explanationsOf(figuresIn(sections[name]), [name], 'trades', `marts/${name}`),
  ]),
);

const everyFigure = [...ofSummary, ...[...ofSections.values()].flat(), ...ofRestatements];

/** Names of all figures that can be explained: their paths in an account object. */
export const figureNames: readonly string[] = everyFigure.map(({ name }) => name);

/** Returns the names of the sections (or `restatements`) that contain these figures. */
export const sectionsOfFigures = (figures: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(everyFigure.flatMap(({ path: [top = ''], name }) => (figures.has(name) ? top : [])));

function explanationsOf(
  placed: readonly PlacedFigure[],
  above: readonly string[],
  defaultBasis: Basis | 'nothing',
  relation: string,
): readonly FigureExplanation[] {
  return placed.flatMap(({ path, about }) => {
    if (!('unit' in about)) return [];
    const around = placed.filter((outer) => outer.path.every((step, at) => path[at] === step));
    const basis = around.findLast(({ about }) => about.restsOn)?.about.restsOn ?? defaultBasis;
    const nullReasons = around.flatMap(({ about: { nullWhen } }) =>
      nullWhen ? causes[nullWhen] : [],
    );
    const mayBeHidden = around.some(({ about: { seenBy } }) => seenBy.startsWith('hidden by '));
    const full = [...above, ...path];
    const name = full.join('.').replaceAll('.[]', '[]');
    return [
      {
        path: full,
        name,
        definition: capitalised(meaningOf(about)),
        source: about.source ?? null,
        sql: `sql/${relation}.sql`,
        basis: basis === 'nothing' ? null : basis,
        reasons: {
          owners: reasonOf(nullReasons),
          strangers: reasonOf(mayBeHidden ? [...nullReasons, 'its owner hides it'] : nullReasons),
        },
      },
    ];
  });
}

function reasonOf(reasons: readonly string[]): string {
  return reasons.length === 0 ? 'it is not known' : [...new Set(reasons)].join(', or ');
}

/**
 * Explains every figure of an answer, by its path: definition, source, number of rows, and why it
 * is null. With `figures`, explains only those.
 */
export function explainFigures(
  { entry, hidden, isOwners }: View,
  included: readonly SectionName[],
  answer: unknown,
  figures: ReadonlySet<string> | null = null,
): Record<string, Explained> {
  // Figures of hidden sections are left out.
  const visibleSections = included.filter((name) => valueAt(answer, [name]) !== null);
  const ofShown = visibleSections.flatMap((name) => ofSections.get(name) ?? []);
  const unknown = valueAt(answer, ['unknown_capital']);
  const capital = unknown === null ? 'capital is unknown' : `capital is unknown (${unknown})`;
  const explanations = [...ofSummary, ...ofShown, ...ofRestatements];
  return Object.fromEntries(
    explanations.flatMap(({ path, name, definition, source, sql, basis, reasons }) => {
      if (figures !== null && !figures.has(name)) return [];
      const value = valueAt(answer, path);
      if (value === undefined) return [];
      const rows = basis === null ? null : rowsOf(basis, entry, hidden);
      const reason = reasons[isOwners ? 'owners' : 'strangers'];
      const null_reason = value !== null ? null : reason.replace('capital is unknown', capital);
      return [[name, { definition, source, sql, rows, null_reason }]];
    }),
  );
}

/**
 * Returns the value at a path, or undefined if the answer lacks it. For a list, returns null if any
 * entry is null, else the value of the first entry.
 */
function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || value === null) return value;
  if (typeof value !== 'object' || value === undefined) return undefined;
  if (name !== '[]' && name !== '*') return valueAt(new Map(Object.entries(value)).get(name), rest);
  const values = Object.values(value).map((entry) => valueAt(entry, rest));
  return values.includes(null) ? null : values[0];
}

function rowsOf(basis: Basis, entry: AccountEntry, hidden: Hidden): number | null {
  const { part, hiddenBy } = bases[basis];
  return hiddenBy.some((flag) => hidden.has(flag)) ? null : (entry.parts[part]?.rows ?? null);
}
