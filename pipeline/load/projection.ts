import { ownersSources, type SourceName } from '../../sql/raw/source_names.ts';
import { encodeReason, makeReason } from '../base/reasons/reason.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { type SourceColumn, stampColumns, type Table } from './columns.ts';
import { readText, readTyped, type ValueReading } from './rules.ts';

/** Source and delivery of rows. */
export interface Stamp {
  readonly source: SourceName;
  /** Receipt of the delivery, or id of the run that loads the operator's files. */
  readonly delivery: string;
  /** Time at which the delivery came; left out for the operator's files. */
  readonly receivedAt?: string | null;
}

/** Rows as a reader offers them to the rules. */
export interface Source {
  /** SQL after `from`. */
  from: string;
  /** SQL expression and type of each column the file has, by the column's name. */
  columns: ReadonlyMap<string, { sql: string; type: string }>;
  /** SQL of whether a row has a key, if each row names its columns. */
  hasKey?: (name: string) => string;
  /** SQL of a row's number, where it has one. */
  row?: string;
  /**
   * SQL of the reason why a row is malformed, such as a line that is not JSON. Null for a good row.
   */
  broken?: string;
  /** Keep refused rows as JSON, because the file has no lines to copy them from. */
  keepRaw: boolean;
  /** SQL of a row as it came in, to keep of refused rows instead. */
  rawText?: string;
  /** SQL of the latest time that a row may name; left out if any time is valid. */
  latest?: string;
  /** Set if this program wrote the file and its rows carry their own stamps. */
  hasStamps?: boolean;
}

const rawName = (name: string) => identifier(`${name} raw`);
const faultName = (name: string) => identifier(`${name} fault`);
const valueName = (name: string) => identifier(`${name} value`);

/**
 * The query that turns a source into landed rows: columns, `reason`, `raw`, and `row` where it has
 * one. Rows without stamps of their own get `stamp`.
 */
export function landingQuery(table: Table, source: Source, stamp: Stamp): string {
  const readings = readingsOf(table, source, stamp);
  const judged = readings.filter(({ fault }) => fault !== undefined);
  const passed = [
    ...stampsOf(table, source, stamp),
    ...(source.row ? [`${source.row} as row`] : []),
  ];
  if (source.broken) passed.push(`${source.broken} as broken`);
  if (source.rawText) passed.push(`${source.rawText} as raw_text`);
  return `with ${readRows(readings, [...rawColumns(readings), ...passed], source.from)},
judged as (
    select *, ${judged.map(({ name, fault }) => `${fault} as ${faultName(name)}`).join(', ')}
    from read
), reasoned as (
    select *, case ${reasons(table, judged, source).join('\n        ')} end as reason
    from judged
)
select ${selected(table, source)},
    reason,
    ${rawOf(source, readings)} as raw
    ${source.row ? ', row' : ''}
from reasoned`;
}

/**
 * Returns the query for the values of a source, without the rules. `condition` selects rows of
 * `landed`. Rows have the numbers of their accounts and are ordered by them. It sorts the columns
 * of the file only. What is the same for all rows would take a quarter of the sort's memory.
 */
export function orderedQuery(
  table: Table,
  source: Source,
  stamp: Stamp,
  condition: string,
): string {
  const readings = readingsOf(table, source, stamp);
  const time = readings.find(({ name }) => name === table.byAccount);
  const stamps = stampsOf(table, source, stamp);
  const inRows = [
    ...rawColumns(readings.filter(({ isConstant }) => !isConstant)),
    ...(source.hasStamps ? stamps : []),
  ];
  const added = [
    ...rawColumns(readings.filter(({ isConstant }) => isConstant)),
    ...(source.hasStamps ? [] : stamps),
  ];
  const from = `(
    select landed.*, numbers.account_no
    from (select ${[...inRows, `${source.row} as row`].join(', ')} from ${source.from}) as landed
    inner join account_numbers as numbers on landed.${rawName('account_id')} = numbers.account_id
    where ${condition}
    order by numbers.account_no, ${time?.value}
)`;
  return `with ${readRows(readings, ['*', ...added], from)}
select ${selected(table, source)}, account_no
from read`;
}

interface ColumnReading extends ValueReading {
  name: string;
  raw: string;
  /** Set if `raw` is the same for all rows, because no column of the file has it. */
  isConstant: boolean;
}

const readingsOf = (table: Table, source: Source, stamp: Stamp): ColumnReading[] =>
  table.columns.flatMap((column) => [
    reading(column, source, stamp),
    ...(column.instead ? [reading({ ...column.instead }, source, stamp)] : []),
  ]);

function reading(column: SourceColumn, source: Source, stamp: Stamp): ColumnReading {
  const { name } = column;
  const isStamp = column.isSetByLoad === true && !source.hasStamps;
  const known = isStamp
    ? { sql: literal(stamp.source), type: 'VARCHAR' }
    : source.columns.get(name);
  const isConstant = isStamp || known === undefined;
  if (column.presenceOf !== undefined) return presence(column, column.presenceOf, source);
  const { latest } = source;
  const typed = known && readTyped(column, known.type, rawName(name), valueName(name), latest);
  if (typed) return { name, isConstant, raw: known.sql, ...typed };
  const text = known ? `nullif(${known.sql}::varchar, '')` : 'null::varchar';
  return {
    name,
    isConstant,
    raw: text,
    ...readText(column, rawName(name), valueName(name), latest),
  };
}

/** Reads whether a row or its file has another column, if the row does not say so itself. */
function presence(column: SourceColumn, of: string, source: Source): ColumnReading {
  const { name } = column;
  const stated = source.columns.get(name);
  const isPresent = source.hasKey?.(of) ?? `${source.columns.has(of)}`;
  const text = `nullif(${stated?.sql ?? 'null'}::varchar, '')`;
  return {
    name,
    isConstant: stated === undefined && source.hasKey === undefined,
    raw: `coalesce(${text}, (${isPresent})::varchar, 'false')`,
    ...readText(column, rawName(name), valueName(name)),
  };
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

const selected = ({ columns, overruledIn, late }: Table, { hasStamps }: Source): string =>
  [
    ...columns.map((column) => `${stored(column)} as ${identifier(column.name)}`),
    ...(overruledIn ? stampColumns.map((name) => `${stampName(name)} as ${name}`) : []),
    ...(late ? [`${hasStamps ? cameLate(late.after) : 'false'} as came_late`] : []),
  ].join(', ');

/** Returns SQL of whether an owner's source brings a row more than 72 hours after its instant. */
const cameLate = (instant: string): string =>
  `coalesce(${stampName('source')} in (${ownersSources.map(literal).join(', ')})
      and ${receivedName} > ${valueName(instant)} + interval 72 hours, false)`;

const receivedName = identifier('received_at stamp');

type StampColumn = (typeof stampColumns)[number];

const stampName = (name: StampColumn): string => identifier(`${name} stamp`);

/** The stamps of rows. Those in a file of this program count; no other file can set any. */
function stampsOf({ overruledIn, late }: Table, source: Source, stamp: Stamp): string[] {
  if (!overruledIn) return [];
  const { columns, hasStamps = false } = source;
  const inRows = (name: StampColumn | 'received_at') =>
    hasStamps ? columns.get(name)?.sql : undefined;
  const stampOf = (name: 'source' | 'delivery') => inRows(name) ?? literal(stamp[name]);
  const firstOf = (name: StampColumn, now: string) => {
    const first = inRows(name);
    return first ? `coalesce(${first}, ${now})` : now;
  };
  const values: Record<StampColumn, string> = {
    source: stampOf('source'),
    delivery: stampOf('delivery'),
    first_source: firstOf('first_source', stampOf('source')),
    first_delivery: firstOf('first_delivery', stampOf('delivery')),
  };
  const received = inRows('received_at');
  return [
    ...stampColumns.map((name) => `${values[name]} as ${stampName(name)}`),
    ...(late && received ? [`${received}::timestamp as ${receivedName}`] : []),
  ];
}

function stored({ name, fallback, instead, dayWhere }: SourceColumn): string {
  const known = instead
    ? `coalesce(${valueName(name)}, ${valueName(instead.name)})`
    : valueName(name);
  const value = dayWhere
    ? `case when ${valueName(dayWhere.name)} = ${literal(dayWhere.value)}
        then date_trunc('day', ${known}) else ${known} end`
    : known;
  return fallback ? `coalesce(${value}, ${fallback})` : value;
}

/** Branches with the encoded reason why a row is refused. The first that is true counts. */
function reasons(table: Table, judged: readonly ColumnReading[], source: Source): string[] {
  return [
    ...(source.broken ? ['when broken is not null then broken'] : []),
    ...table.columns.filter((column) => column.required).map(isMissing),
    ...judged.map(({ name }) => {
      const [raw, fault] = [rawName(name), faultName(name)];
      return `when ${fault} is not null then refused_value(${literal(name)}, ${raw}, ${fault})`;
    }),
    ...(table.order ? [isBefore(...table.order)] : []),
  ];
}

function isMissing({ name, instead }: SourceColumn): string {
  const both = instead ? ` and ${rawName(instead.name)} is null` : '';
  return `when ${rawName(name)} is null${both} then ${literal(encodeReason(makeReason('row_missing', { column: name })))}`;
}

function isBefore(later: string, earlier: string): string {
  const known = [later, earlier].flatMap((name) => [literal(name), rawName(name)]);
  return `when ${valueName(later)} < ${valueName(earlier)} then refused_order(${known.join(', ')})`;
}

function rawOf({ rawText, keepRaw, columns }: Source, readings: readonly ColumnReading[]): string {
  if (rawText) return `case when reason is not null then left(raw_text, ${longestRaw}) end`;
  return keepRaw ? rawJson(readings.filter(({ name }) => columns.has(name))) : 'null';
}

const longestRaw = 65_536;

function rawJson(readings: readonly ColumnReading[]): string {
  const fields = readings.map(({ name }) => `${identifier(name)} := ${rawName(name)}::varchar`);
  return `case when reason is not null then left(to_json(struct_pack(${fields.join(', ')}))::varchar, ${longestRaw}) end`;
}
