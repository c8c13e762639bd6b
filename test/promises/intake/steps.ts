import fc from 'fast-check';
import type { SourceName } from '../../../sql/raw/source_names.ts';

/** Sources of trades, the best first. Of two with one ticket, the better one counts. */
export const ranks: readonly SourceName[] = [
  'broker_api',
  'terminal',
  'operator_file',
  'owner_statement',
  'owner_api',
];
const rowSources = ['broker_api', 'operator_file', 'owner_statement', 'owner_api'] as const;
const dealSources = ['terminal', 'broker_api'] as const;

/** Accounts of rows, and of deals. The operator describes the first of each. */
export const rowAccounts = ['a', 'b'] as const;
export const dealAccounts = ['t', 'u'] as const;
export const accountNames: readonly string[] = [...rowAccounts, ...dealAccounts];
/** Accounts that the operator's files have nothing of. So nothing is left of a deleted one. */
export const deletable = ['b', 'u'] as const;

/** Ways in which a run ends, or the moments at which it is killed. */
export const runs = ['to the end', 'in full', 'rebuild'] as const;
export const kills = ['loading', 'computing', 'publishing', 'copying'] as const;

/** Rows that no account has, and that figures of several rest on. */
export const commonTables = ['fx_rates', 'symbols', 'prices', 'calendar_events'] as const;

const among = <Value extends string>(values: readonly Value[]) => fc.constantFrom(...values);
const place = fc.nat(1);
const tickets = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
const which = fc.nat(20);
const cut = fc.option(fc.integer({ min: 3, max: 6 }));
// Amounts with too many digits hold an account back.
const isBroken = fc.integer({ max: 5 }).map((drawn) => drawn === 0);

/** Steps with what is drawn for each, and how often it comes. */
const drawn = {
  rows: { often: 5, record: { at: place, source: among(rowSources), tickets, isBroken } },
  deals: { often: 4, record: { at: place, source: among(dealSources), tickets } },
  repeat: { often: 1, record: { which } },
  withdraw: { often: 3, record: { which } },
  common: {
    often: 2,
    record: { table: among(commonTables), value: fc.integer({ min: 1, max: 3 }) },
  },
  cut: { often: 1, record: { at: place, cut } },
  delete: { often: 1, record: { at: place } },
  members: { often: 1, record: { name: among(accountNames) } },
  later: { often: 1, record: { days: fc.integer({ min: 1, max: 9 }) } },
  rollBack: { often: 1, record: {} },
  kill: { often: 2, record: { when: among(kills) } },
  run: { often: 7, record: { how: among(['to the end', ...runs]) } },
} as const;

type Drawn = typeof drawn;
type ValueOf<Record> = {
  [Key in keyof Record]: Record[Key] extends fc.Arbitrary<infer Value> ? Value : never;
};

/** Values that are drawn for each kind of step. */
export type Steps = { [Name in keyof Drawn]: ValueOf<Drawn[Name]['record']> };

export type Step = { [Name in keyof Steps]: { readonly do: Name } & Steps[Name] }[keyof Steps];

const step = fc.oneof(
  ...Object.entries(drawn).map(([name, { often, record }]) => ({
    weight: often,
    arbitrary: fc.record({ do: fc.constant(name), ...record }),
  })),
) as fc.Arbitrary<Step>;

/** Draws sequences of steps. */
export const stepsOf = (minLength: number, maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength, maxLength });
