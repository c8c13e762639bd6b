import { currencyPattern } from '../../sql/raw/currencies.ts';
import { literal } from '../base/sql-text.ts';
import type { ColumnKind, SourceColumn } from './columns.ts';

/** Value of a column and its fault, as calls of the macros in `sql/load/`. */
export interface ValueReading {
  /** SQL of the value as stored; null where it cannot be read. */
  value: string;
  /** SQL of the fault of a text, as JSON: null if it is valid. Absent if every text is valid. */
  fault?: string;
}

/** Returns the calls for a text column, such as `read_money` and `money_fault` for money. */
export function readText(
  column: SourceColumn,
  raw: string,
  value: string,
  latest?: string,
): ValueReading {
  const { kind, choices } = column;
  return {
    value: choices ? chosen(column, raw) : `read_${kind}(${raw})`,
    ...firstOf([
      choices
        ? `choice_fault(${raw}, ${value}, ${literal([...new Set(Object.values(choices))].join(', '))})`
        : `${kind}_fault(${[raw, value, ...(wanted[kind] ?? []).map(literal)].join(', ')})`,
      ...limits(column, value, latest),
    ]),
  };
}

/** Extra arguments of the macro that finds the faults of a kind. */
const wanted: Partial<Record<ColumnKind, readonly string[]>> = {
  currency: [currencyPattern],
};

/** Returns the calls for a source column whose type is close to the value's own, or undefined. */
export function readTyped(
  column: SourceColumn,
  sourceType: string,
  raw: string,
  value: string,
  latest?: string,
): ValueReading | undefined {
  const rule = typedRules[column.kind]?.find(({ from }) => from.test(sourceType));
  if (!rule) return undefined;
  const faults = rule.fault ? [`${rule.fault}(${raw}, ${value})`] : [];
  return {
    value: `${rule.read}(${raw})`,
    ...firstOf([...faults, ...limits(column, value, latest)]),
  };
}

function firstOf(faults: readonly string[]): Pick<ValueReading, 'fault'> {
  const [fault] = faults;
  if (fault === undefined) return {};
  return { fault: faults.length > 1 ? `coalesce(${faults.join(', ')})` : fault };
}

function chosen({ choices = {}, anyCase }: SourceColumn, raw: string): string {
  const branches = Object.entries(choices).map(
    ([word, stored]) => `when ${literal(word)} then ${literal(stored)}`,
  );
  return `case ${anyCase ? `lower(${raw})` : raw} ${branches.join(' ')} end`;
}

/** `latest` is SQL of the latest time that is valid; without it any time is. */
const limits = (
  { kind, positive, range, reserved }: SourceColumn,
  value: string,
  latest: string | undefined,
): string[] => [
  ...(kind === 'timestamp' && latest ? [`future_fault(${value}, ${latest})`] : []),
  ...(positive ? [`positive_fault(${value})`] : []),
  ...(range ? [`range_fault(${value}, ${range[0]}, ${range[1]})`] : []),
  ...(reserved ? [`reserved_fault(${value}, ${literal(reserved)})`] : []),
];

const ofDouble = /^DOUBLE$/;
const ofWhole = /^U?((BIG|SMALL|TINY)INT|INTEGER)$/;
const ofExact = /^(U?((BIG|SMALL|TINY|HUGE)INT|INTEGER)|DECIMAL\(\d+,[0-8]\))$/;
const ofTime = /^(TIMESTAMP|DATE)/;

/** Without a fault where the value's type holds every value of the source's. */
const typedRules: Partial<Record<ColumnKind, { from: RegExp; read: string; fault?: string }[]>> = {
  number: [{ from: ofDouble, read: 'read_exact_number', fault: 'infinite_fault' }],
  money: [
    { from: /^DECIMAL\(1?\d,[0-8]\)$/, read: 'read_exact_money', fault: 'large_fault' },
    { from: ofExact, read: 'read_exact_money', fault: 'exact_money_fault' },
    { from: ofDouble, read: 'read_double_money', fault: 'money_fault' },
  ],
  volume: [
    { from: ofExact, read: 'read_exact_volume', fault: 'exact_volume_fault' },
    { from: ofDouble, read: 'read_double_volume', fault: 'volume_fault' },
  ],
  integer: [
    { from: ofWhole, read: 'read_exact_integer' },
    { from: /^(U?HUGEINT|DOUBLE|FLOAT)$/, read: 'read_double_integer', fault: 'integer_fault' },
  ],
  timestamp: [
    { from: /^TIMESTAMP$/, read: 'read_exact_timestamp', fault: 'time_range_fault' },
    { from: ofTime, read: 'read_exact_timestamp', fault: 'timestamp_fault' },
  ],
  date: [{ from: ofTime, read: 'read_exact_date', fault: 'date_fault' }],
  boolean: [{ from: /^BOOLEAN$/, read: 'read_exact_boolean' }],
};
