import { identifier, literal } from '../base/sql-text.ts';
import type { Column, Table } from './columns.ts';
import { type Fault, type Reading, readText, readTyped } from './rules.ts';

/** Rows as a reader offers them to the rules. */
export interface Source {
  /** What stands behind `from`. */
  from: string;
  /** SQL expression and type of each column the file has, by the column's name. */
  columns: ReadonlyMap<string, { sql: string; type: string }>;
  /** SQL of a row's number, where it has one. */
  row?: string;
  /** A row that is none, such as a line that is not JSON. */
  broken?: Fault;
  /** Keep refused rows as JSON, because the file has no lines to copy them from. */
  keepRaw: boolean;
}

const rawName = (name: string) => identifier(`${name} raw`);
const valueName = (name: string) => identifier(`${name} value`);
const missing: Fault['why'] = literal('is missing');

/** The query that turns a source into staged rows: columns, `reason`, `raw`, and `row` where it has one. */
export function stagingQuery(table: Table, source: Source): string {
  const readings = readingsOf(table, source);
  const passed = source.row ? [`${source.row} as row`] : [];
  if (source.broken) {
    passed.push(`case when ${source.broken.when} then ${source.broken.why} end as broken`);
  }
  const faults = faultsOf(table, readings, source);
  // Texts are put together for rows at fault alone.
  const branches = faults.map(({ when, why }) => `when ${when} then ${why}`);
  return `with ${readRows(readings, [...rawColumns(readings), ...passed], source.from)},
judged as (
    select *, case when ${faults.map(({ when }) => when).join('\n        or ')}
        then case ${branches.join('\n        ')} end end as reason
    from read
)
select ${storedColumns(table)},
    reason,
    ${source.keepRaw ? rawJson(readings) : 'null'} as raw
    ${source.row ? ', row' : ''}
from judged`;
}

/**
 * The query for the values of a source alone, the rules left out: of the rows that a condition on
 * `staged` leaves, with the numbers of their accounts and in order of them. What is sorted is what
 * the files have, which is less.
 */
export function orderedQuery(table: Table, source: Source, condition: string): string {
  const readings = readingsOf(table, source);
  const time = readings.find(({ name }) => name === table.byAccount);
  const from = `(
        select ${[...rawColumns(readings), `${source.row} as row`].join(', ')}
        from ${source.from}
    ) as staged
    inner join account_numbers as numbers on staged.${rawName('account_id')} = numbers.account_id
    where ${condition}
    order by numbers.account_no, ${time?.value}`;
  return `with ${readRows(readings, ['staged.*', 'numbers.account_no'], from)}
select ${storedColumns(table)}, account_no
from read`;
}

interface ColumnReading extends Reading {
  name: string;
  raw: string;
}

const readingsOf = (table: Table, source: Source): ColumnReading[] =>
  table.columns.flatMap((column) => [
    reading(column, source),
    ...(column.instead ? [reading({ ...column.instead }, source)] : []),
  ]);

function reading(column: Column, source: Source): ColumnReading {
  const { name } = column;
  const given = source.columns.get(name);
  const typed = given && readTyped(column, given.type, rawName(name), valueName(name));
  if (typed) return { name, raw: given.sql, ...typed };
  const text = given ? `nullif(${given.sql}::varchar, '')` : 'null::varchar';
  return { name, raw: text, ...readText(column, rawName(name), valueName(name)) };
}

const rawColumns = (readings: readonly ColumnReading[]): string[] =>
  readings.map(({ raw, name }) => `${raw} as ${rawName(name)}`);

function readRows(
  readings: readonly ColumnReading[],
  columns: readonly string[],
  from: string,
): string {
  return `source as (
    select ${columns.join(', ')}
    from ${from}
), read as (
    select *, ${readings.map(({ value, name }) => `${value} as ${valueName(name)}`).join(', ')}
    from source
)`;
}

const storedColumns = ({ columns }: Table): string =>
  columns.map((column) => `${stored(column)} as ${identifier(column.name)}`).join(', ');

function stored({ name, fallback, instead, dayWhere }: Column): string {
  const given = instead
    ? `coalesce(${valueName(name)}, ${valueName(instead.name)})`
    : valueName(name);
  const value = dayWhere
    ? `case when ${valueName(dayWhere.name)} = ${literal(dayWhere.value)}
        then date_trunc('day', ${given}) else ${given} end`
    : given;
  return fallback ? `coalesce(${value}, ${fallback})` : value;
}

/** What may be wrong with a row, each with all of its text; the first that is counts. */
function faultsOf(
  table: Table,
  readings: readonly ColumnReading[],
  source: Source,
): Pick<Fault, 'when' | 'why'>[] {
  return [
    ...(source.broken ? [{ when: 'broken is not null', why: 'broken' }] : []),
    ...table.columns.filter((column) => column.required).map(isMissing),
    ...readings.flatMap(({ name, faults }) => faults.map((fault) => ofColumn(name, fault))),
    ...(table.order ? [isBefore(...table.order)] : []),
  ];
}

function isMissing({ name, instead }: Column) {
  const both = instead ? ` and ${rawName(instead.name)} is null` : '';
  return {
    when: `${rawName(name)} is null${both}`,
    why: `${literal(`${name} `)} || ${missing}`,
  };
}

const ofColumn = (name: string, { when, why }: Fault) => ({
  when,
  why: `${literal(`${name} "`)} || ${shown(name)} || '" ' || ${why}`,
});

const isBefore = (later: string, earlier: string) => ({
  when: `${valueName(later)} < ${valueName(earlier)}`,
  why: `${literal(`${later} "`)} || ${shown(later)} || ${literal(`" is before ${earlier} "`)} || ${shown(earlier)} || '"'`,
});

function shown(name: string): string {
  return `left(regexp_replace(${rawName(name)}::varchar, '\\p{Cc}', '?', 'g'), 100)`;
}

function rawJson(readings: readonly ColumnReading[]): string {
  const fields = readings
    .filter(({ raw }) => raw !== 'null::varchar')
    .map(({ name }) => `${identifier(name)} := ${rawName(name)}::varchar`);
  return `case when reason is not null then left(to_json(struct_pack(${fields.join(', ')}))::varchar, 65536) end`;
}
