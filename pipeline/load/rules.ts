import { inertSql, seenSql } from '../base/inert-text.ts';
import { literal } from '../base/sql-text.ts';
import type { Column, Kind } from './columns.ts';

/** A condition under which a value is refused, and the SQL text that says why. */
export interface Fault {
  when: string;
  why: string;
  /** The one fault that looks at every value's digits, which a typed column has no text of. */
  isTooFine?: true;
  /** That something stands there which is no value. */
  isUnreadable?: true;
}

export interface Reading {
  /** SQL of the value as stored; null where it cannot be read. */
  value: string;
  faults: Fault[];
}

type Reader = (raw: string, value: string, column: Column) => Reading;

const number = "'[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?'";
const time =
  "'\\d{4}-\\d\\d-\\d\\d([T ]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?" +
  "(Z|[+-]([01]\\d|2[0-3])(:?[0-5]\\d)?)?)?'";
const currencyCode = "'[A-Z][A-Z0-9]{2,9}'";
// Characters of a class, as RE2 has them between brackets.
const control = '\\p{Cc}';
// The driver drops a U+FEFF that a text begins with: an id with one would be taken for another's.
const hidden = '\\p{Cc}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}\\x{FEFF}';
const lineBreaking = '\\p{Cc}\\p{Zl}\\p{Zp}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}';
const controlInComment = '\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x{9F}';

const earliest = "timestamp '1990-01-01 00:00:00'";
const latest = "timestamp '2099-12-31 23:59:59.999999'";
// Cents beyond 2^53 have no exact double, which the statistics add up in.
const mostMoney = '90071992547409.92';

const says = literal;
const matches = (raw: string, pattern: string) => `regexp_full_match(${raw}, ${pattern})`;
const isNumber = (raw: string) => matches(raw, number);
// RE2 finds faster that all of a text is of a class than that nothing in it is of another.
const holds = (raw: string, characters: string) => `not ${matches(raw, `'[^${characters}]*'`)}`;

const unreadable = (raw: string, value: string, why: string): Fault => ({
  when: `${value} is null and ${raw} is not null`,
  why,
  isUnreadable: true,
});
const notNumber = (raw: string, value: string) =>
  unreadable(
    raw,
    value,
    `case when ${isNumber(`${raw}::varchar`)} then ${says('is too large')} else ${says('is not a number')} end`,
  );
const tooLong = (value: string, limit: number): Fault => ({
  when: `length(${value}) > ${limit}`,
  why: says(`is longer than ${limit} characters`),
});
const notPositive = (value: string, column: Column): Fault[] =>
  column.positive ? [{ when: `${value} <= 0`, why: says('is not above 0') }] : [];
// Digits beyond the eighth are noise of a double up to 1e-12 of the value.
const tooFine = (raw: string, value: string): Fault => ({
  when: `abs(try_cast(${raw} as double) - ${value}::double) > 1e-12 * abs(${value}::double)`,
  why: says('has more than 8 decimals'),
  isTooFine: true,
});
const outOfRange = (value: string, first: string, last: string): Fault => ({
  when: `${value} not between ${first} and ${last}`,
  why: says('is outside 1990 to 2100'),
});
const cleaned = (raw: string, characters: string) =>
  `case when ${holds(raw, characters)} ` +
  `then regexp_replace(${raw}, '[${characters}]', ' ', 'g') else ${raw} end`;

// DuckDB reads decimal(28, 8) from text sixty times slower than decimal(18, 8).
const money: Reader = (raw, value) => ({
  value:
    `case when ${isNumber(raw)} then coalesce(try_cast(${raw} as decimal(18, 8))::decimal(28, 8), ` +
    `try_cast(${raw} as decimal(28, 8))) end`,
  faults: [
    notNumber(raw, value),
    { when: `abs(${value}) > ${mostMoney}`, why: says('is too large') },
    tooFine(raw, value),
  ],
});

const volume: Reader = (raw, value, column) => ({
  value: `case when ${isNumber(raw)} then try_cast(${raw} as decimal(18, 8)) end`,
  faults: [notNumber(raw, value), tooFine(raw, value), ...notPositive(value, column)],
});

const finite = (value: string): Fault => ({
  when: `not isfinite(${value})`,
  why: says('is not a finite number'),
});

const outsideRange = (value: string, { range }: Column): Fault[] =>
  range
    ? [
        {
          when: `${value} not between ${range[0]} and ${range[1]}`,
          why: says(`is outside ${range[0]} to ${range[1]}`),
        },
      ]
    : [];

const double: Reader = (raw, value, column) => ({
  value: `case when ${isNumber(raw)} then try_cast(${raw} as double) end`,
  faults: [
    notNumber(raw, value),
    finite(value),
    ...notPositive(value, column),
    ...outsideRange(value, column),
  ],
});

const leverage: Reader = (raw, value, column) => {
  const ratio = `case when starts_with(${raw}, '1:') then ${raw}[3:] else ${raw} end`;
  return { ...double(raw, value, column), value: double(`(${ratio})`, value, column).value };
};

// Signed or not, as MQL4 and MQL5 have them; more bits are as little one as a fraction is.
const of64Bits = (whole: string) =>
  `case when ${whole} between -9223372036854775808 and 18446744073709551615 then ${whole} end`;

// A whole number may come as 7.0 from a tool that keeps it as a double.
const integer: Reader = (raw, value) => {
  const fine = `try_cast(${raw} as decimal(38, 17))`;
  return {
    value:
      `case when ${matches(raw, "'[+-]?\\d+'")} ` +
      `then coalesce(try_cast(${raw} as bigint)::decimal(20, 0), ` +
      `${of64Bits(`try_cast(${raw} as decimal(20, 0))`)}) ` +
      `when ${isNumber(raw)} and trunc(${fine}) = ${fine} ` +
      `then ${of64Bits(`${fine}::decimal(20, 0)`)} end`,
    faults: [unreadable(raw, value, says('is not a whole number of 64 bits'))],
  };
};

/**
 * The same of a type that holds numbers. A double beyond 2^53 has lost digits before it came here,
 * the largest number of 64 bits too, which is 2^64 then: Parquet of DuckDB's hugeint is like that.
 */
const typedInteger: Reader = (raw, value, column) => ({
  value:
    `case when typeof(${raw}) in ('DOUBLE', 'FLOAT') and ${raw} = 18446744073709551616::double ` +
    `then 18446744073709551615 ` +
    `when trunc(${raw}) = ${raw} then ${of64Bits(`try_cast(${raw} as decimal(20, 0))`)} end`,
  faults: integer(raw, value, column).faults,
});

const boolean: Reader = (raw, value) => ({
  value: `case lower(${raw}) when 'true' then true when '1' then true when 'false' then false when '0' then false end`,
  faults: [unreadable(raw, value, says('is neither true nor false'))],
});

// DuckDB reads no zone behind minutes: 10:00Z becomes 10:00:00Z.
const instantOf = (raw: string) =>
  `case when ${matches(raw, time)} then try_cast(case when ${raw}[17:17] in ('Z', '+', '-') ` +
  `then ${raw}[:16] || ':00' || ${raw}[17:] else ${raw} end as timestamptz)::timestamp end`;

const timestamp: Reader = (raw, value) => ({
  value: instantOf(raw),
  faults: [
    unreadable(raw, value, says('is not a time of ISO 8601')),
    outOfRange(value, earliest, latest),
  ],
});

const date: Reader = (raw, value) => ({
  value: `(${instantOf(raw)})::date`,
  faults: [
    unreadable(raw, value, says('is not a date of ISO 8601')),
    outOfRange(value, `${earliest}::date`, `${latest}::date`),
  ],
});

const seconds: Reader = (raw, value) => ({
  value:
    `case when ${isNumber(raw)} and abs(try_cast(${raw} as double)) < 1e11 ` +
    `then make_timestamp(try_cast(try_cast(${raw} as double) * 1000000 as bigint)) end`,
  faults: [
    unreadable(raw, value, says('is not a number of seconds since 1970')),
    outOfRange(value, earliest, latest),
  ],
});

const choice: Reader = (raw, value, { choices = {}, anyCase }) => {
  const branches = Object.entries(choices).map(
    ([word, stored]) => `when ${literal(word)} then ${literal(stored)}`,
  );
  const allowed = [...new Set(Object.values(choices))].join(', ');
  return {
    value: `case ${anyCase ? `lower(${raw})` : raw} ${branches.join(' ')} end`,
    faults: [unreadable(raw, value, says(`is none of ${allowed}`))],
  };
};

const isReserved = (value: string, { reserved }: Column): Fault[] =>
  reserved
    ? [
        {
          when: `starts_with(${value}, ${literal(reserved)})`,
          why: says(`begins with ${reserved}, as only portfolios of the registry may`),
        },
      ]
    : [];

const id: Reader = (raw, value, column) => ({
  value: raw,
  faults: [
    { when: holds(value, hidden), why: says('holds a control character') },
    tooLong(value, 1000),
    ...isReserved(value, column),
  ],
});

const title: Reader = (raw, value) => {
  const text = `nullif(trim(${seenSql(cleaned(raw, lineBreaking))}), '')`;
  return {
    value: inertSql(text),
    faults: [unreadable(raw, value, says('is empty')), tooLong(value, 1000)],
  };
};

// Twice, because each match uses up the digit the next comma needs before it.
const thousands = (text: string) => `regexp_replace(${text}, '(\\d),(\\d{3})', '\\1\\2', 'g')`;

const figure: Reader = (raw, value) => {
  const text = thousands(thousands(`trim(${seenSql(cleaned(raw, lineBreaking))})`));
  return {
    value: inertSql(text, 'figure'),
    faults: [
      { when: holds(value, ',"'), why: says('holds a comma or a quote') },
      tooLong(value, 1000),
    ],
  };
};

const readers: Record<Kind, Reader> = {
  id,
  title,
  figure,
  choice,
  money,
  volume,
  number: double,
  leverage,
  integer,
  boolean,
  timestamp,
  seconds,
  date,
  text: (raw, value) => ({ value: cleaned(raw, control), faults: [tooLong(value, 1000)] }),
  comment: (raw, value) => ({
    value: cleaned(raw, controlInComment),
    faults: [tooLong(value, 10000)],
  }),
  currency: (raw, value) => ({
    value: raw,
    faults: [{ when: `not ${matches(value, currencyCode)}`, why: says('is not a currency code') }],
  }),
};

/** How a column's text becomes its value, and what is wrong with it otherwise. */
export function readText(column: Column, raw: string, value: string): Reading {
  return readers[column.kind](raw, value, column);
}

/** The same for a source column of a type near the value's own; undefined for any other type. */
export function readTyped(
  column: Column,
  sourceType: string,
  raw: string,
  value: string,
): Reading | undefined {
  const way = typedReaders[column.kind]?.find(({ from }) => from.test(sourceType));
  if (!way) return undefined;
  const reading = way.read(raw, value, column);
  if (!isHeld(column.kind, sourceType)) return reading;
  return { ...reading, faults: reading.faults.filter(({ isUnreadable }) => !isUnreadable) };
}

const cast =
  (type: string): Reader =>
  (raw, value, column) => ({
    value: `try_cast(${raw} as ${type})`,
    faults: readText(column, raw, value).faults,
  });

/** Of a type that has no more decimals than the value. */
const exactly =
  (type: string): Reader =>
  (raw, value, column) => ({
    value: `try_cast(${raw} as ${type})`,
    faults: readText(column, raw, value).faults.filter(({ isTooFine }) => !isTooFine),
  });

// A double times 10^8 is exact to the unit only where it is small; beyond, its text is.
const fromDouble =
  (type: string): Reader =>
  (raw, value, column) => ({
    value:
      `case when abs(${raw}) < 1e7 then try_cast(${raw} as decimal(18, 8))::${type} ` +
      `else ${readText(column, `${raw}::varchar`, value).value} end`,
    faults: readText(column, raw, value).faults,
  });

const whole = 'U?(BIG|SMALL|TINY)INT|U?INTEGER';
const ofDouble = /^DOUBLE$/;
const ofExact = new RegExp(`^(${whole}|U?HUGEINT|DECIMAL\\(\\d+,[0-8]\\))$`);
const ofWhole = new RegExp(`^(${whole})$`);
const ofTime = /^(TIMESTAMP|DATE)/;

const typedReaders: Partial<Record<Kind, { from: RegExp; read: Reader }[]>> = {
  number: [{ from: ofDouble, read: cast('double') }],
  money: [
    { from: ofExact, read: exactly('decimal(28, 8)') },
    { from: ofDouble, read: fromDouble('decimal(28, 8)') },
  ],
  volume: [
    { from: ofExact, read: exactly('decimal(18, 8)') },
    { from: ofDouble, read: fromDouble('decimal(18, 8)') },
  ],
  integer: [
    { from: ofWhole, read: cast('decimal(20, 0)') },
    { from: /^(U?HUGEINT|DOUBLE|FLOAT)$/, read: typedInteger },
  ],
  timestamp: [{ from: ofTime, read: cast('timestamp') }],
  date: [{ from: ofTime, read: cast('date') }],
  boolean: [{ from: /^BOOLEAN$/, read: cast('boolean') }],
};

const held: Partial<Record<Kind, RegExp>> = {
  number: ofDouble,
  integer: ofWhole,
  timestamp: /^TIMESTAMP$/,
  boolean: /^BOOLEAN$/,
};
const digitsHeld: Partial<Record<Kind, number>> = { money: 20, volume: 10 };

/** Whether the column's type has a value for each one of the source's. */
function isHeld(kind: Kind, sourceType: string): boolean {
  const [, width, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(sourceType) ?? [];
  return held[kind]?.test(sourceType) || Number(width) - Number(scale) <= (digitsHeld[kind] ?? -1);
}
