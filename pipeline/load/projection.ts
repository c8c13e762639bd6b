import type { Column, Table } from './columns.ts';
import { type Fault, type Reading, readText, readTyped } from './rules.ts';
import { identifier, literal } from './sql-text.ts';

/** Rows as a reader offers them to the rules. */
export interface Source {
  /** What stands behind `from`. */
  from: string;
  /** SQL expression and type of each column the file has, by the column's name. */
  columns: ReadonlyMap<string, { sql: string; type: string }>;
  /** A row that is none, such as a line that is not JSON. */
  broken?: Fault;
  /** Keep refused rows as JSON, because the file has no lines to copy them from. */
  keepRaw: boolean;
}

const rawName = (name: string) => identifier(`${name} raw`);
const valueName = (name: string) => identifier(`${name} value`);
const missing: Fault['why'] = literal('is missing');

/** The query that turns a source into rows of the staging table: columns, `reason`, `raw`. */
export function stagingQuery(table: Table, source: Source): string {
  const readings = table.columns.flatMap((column) => [
    ...reading(column, source),
    ...(column.instead ? reading({ ...column.instead }, source) : []),
  ]);
  return `with source as (
    select ${readings.map(({ raw, name }) => `${raw} as ${rawName(name)}`).join(', ')}
        ${source.broken ? `, case when ${source.broken.when} then ${source.broken.why} end as broken` : ''}
    from ${source.from}
), read as (
    select *, ${readings.map(({ value, name }) => `${value} as ${valueName(name)}`).join(', ')}
    from source
), judged as (
    select *, ${reason(table, readings, source)} as reason
    from read
)
select ${table.columns.map((column) => `${stored(column)} as ${identifier(column.name)}`).join(', ')},
    reason,
    ${source.keepRaw ? rawJson(readings) : 'null'} as raw
from judged`;
}

interface ColumnReading extends Reading {
  name: string;
  raw: string;
}

function reading(column: Column, source: Source): ColumnReading[] {
  const { name } = column;
  const given = source.columns.get(name);
  const typed = given && readTyped(column, given.type, rawName(name), valueName(name));
  if (typed) return [{ name, raw: given.sql, ...typed }];
  const text = given ? `nullif(${given.sql}::varchar, '')` : 'null::varchar';
  return [{ name, raw: text, ...readText(column, rawName(name), valueName(name)) }];
}

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

function reason(table: Table, readings: readonly ColumnReading[], source: Source): string {
  const branches = [
    ...(source.broken ? ['when broken is not null then broken'] : []),
    ...table.columns.filter((column) => column.required).map(missingBranch),
    ...readings.flatMap(({ name, faults }) => faults.map((fault) => branch(name, fault))),
    ...(table.order ? [orderBranch(...table.order)] : []),
  ];
  return `case ${branches.join('\n        ')} end`;
}

function missingBranch({ name, instead }: Column): string {
  const both = instead ? ` and ${rawName(instead.name)} is null` : '';
  return `when ${rawName(name)} is null${both} then ${literal(`${name} `)} || ${missing}`;
}

function branch(name: string, { when, why }: Fault): string {
  return `when ${when} then ${literal(`${name} "`)} || ${shown(name)} || '" ' || ${why}`;
}

function orderBranch(later: string, earlier: string): string {
  const words = `${literal(`${later} "`)} || ${shown(later)} || ${literal(`" is before ${earlier} "`)} || ${shown(earlier)} || '"'`;
  return `when ${valueName(later)} < ${valueName(earlier)} then ${words}`;
}

function shown(name: string): string {
  return `left(regexp_replace(${rawName(name)}::varchar, '\\p{Cc}', '?', 'g'), 100)`;
}

function rawJson(readings: readonly ColumnReading[]): string {
  const fields = readings
    .filter(({ raw }) => raw !== 'null::varchar')
    .map(({ name }) => `${identifier(name)} := ${rawName(name)}::varchar`);
  return `case when reason is not null then left(to_json(struct_pack(${fields.join(', ')}))::varchar, 65536) end`;
}
