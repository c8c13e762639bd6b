import { platforms } from '../../sql/raw/accounts.ts';
import { currencyRule } from '../../sql/raw/currencies.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { type CodedReason, inEnglish, makeReason } from '../base/reasons/reason.ts';
import { type DateOrder, dateOrderReason } from './times.ts';

type Nothing = Readonly<Record<string, never>>;

/** Values of each reason why an export can't be imported, by code. */
interface Values {
  unreachable: { reason: CodedReason };
  unreadable: { noun: string; reason: CodedReason };
  unknown_format: { reasons: string };
  several_formats: { names: string };
  no_number: Nothing;
  several_numbers: { count: number; numbers: string | CodedReason };
  no_currency: Nothing;
  unknown_currency: { currency: string };
  no_platform: Nothing;
  /** Table without a map: the columns that were not recognised, and a proposed map to save. */
  no_map: { missing: string; proposal: string };
  no_symbols: { symbols: string };
  no_answer: { what: CodedReason; answer: string | CodedReason; member: string };
  several_accounts: { count: number };
  backtest: Nothing;
  /** Report of a hedging account that lists deals alone. */
  no_positions: { line: number; symbol: string };
  zone_column: { reason: CodedReason };
  zone_heading: { reason: CodedReason };
  no_zone: Nothing;
  mixed_dates: { day: string; month: string };
  other_dates: { date: string; order: DateOrder };
  open_number: { numbers: readonly string[] };
}

export type FaultCode = keyof Values;

type Words<Code extends FaultCode, Said> = (file: string, values: Values[Code]) => Said;

const textOf = (value: string | CodedReason): string =>
  typeof value === 'string' ? value : inEnglish(value);

/** Wordings of a fault: with the options of a command, and with the fields of a form. */
type Wordings = {
  readonly [Code in FaultCode]: readonly [
    line: Words<Code, string | CodedReason>,
    form: Words<Code, CodedReason>,
  ];
};

const wordings: Wordings = {
  unreachable: same((file, { reason }) =>
    makeReason('import_unreachable', { file, detail: reason }),
  ),
  unreadable: same((file, { noun, reason }) =>
    makeReason('import_unreadable', { file, noun, detail: reason }),
  ),
  unknown_format: [
    (file, { reasons }) => `${file}: not a known format: ${reasons}`,
    // The page does not list what each format misses: only developers need that.
    (file) => makeReason('import_unknown_format', { file }),
  ],
  several_formats: [
    (file, { names }) => `${file}: it could be ${names}; name the format instead of auto`,
    (file, { names }) => makeReason('import_several_formats', { file, names }),
  ],
  no_number: [
    (file) => `${file}: names no account number; give the id of the account with --account-id`,
    (file) => makeReason('import_no_number', { file }),
  ],
  several_numbers: [
    (file, { count, numbers }) =>
      `${file}: holds ${count} accounts (${textOf(numbers)}): leave --account-id out, then each is named after its number`,
    (file, { count, numbers }) =>
      makeReason('import_several_numbers', { file, count, names: numbers }),
  ],
  no_currency: [
    (file) => `${file}: names no currency; give the account's currency with --currency`,
    (file) => makeReason('import_no_currency', { file }),
  ],
  unknown_currency: [
    (file, { currency }) =>
      `${file}: currency "${currency}" must be ${currencyRule}; give the account's currency with --currency`,
    (file, { currency }) => makeReason('import_unknown_currency', { file, value: currency }),
  ],
  no_platform: [
    (file) => `${file}: names no platform; give it with --platform (${platforms.join(', ')})`,
    (file) => makeReason('import_no_platform', { file }),
  ],
  no_map: [
    (file, { missing }) =>
      `${file}: ${missing === '' ? '' : `no column found for ${missing}; `}save the proposed map, correct it and pass it with --map`,
    (file) => makeReason('import_no_map', { file }),
  ],
  no_symbols: [
    (file, { symbols }) =>
      `${file}: the name and lot size of symbol ${symbols} are missing; add ProtoOASymbolsListRes and ProtoOASymbolByIdRes, or give a file of them with --symbols`,
    (file, { symbols }) => makeReason('import_no_symbols', { file, names: symbols }),
  ],
  no_answer: [
    (file, { what, answer, member }) =>
      `${file}: ${inEnglish(what)}; add the answer of ${textOf(answer)} as \`${member}\`, or give a file of it with --symbols`,
    (file, { what, answer, member }) =>
      makeReason('import_no_answer', { file, detail: what, value: answer, name: member }),
  ],
  mixed_dates: same((file, { day, month }) =>
    makeReason('import_mixed_dates', { file, value: day, other: month }),
  ),
  other_dates: [
    (file, { date, order }) =>
      `${file}: \`${date}\` is no date with the ${order}; correct --dates, or \`dates\` in the map`,
    (file, { date, order }) =>
      makeReason('import_other_dates', { file, value: date, detail: dateOrderReason(order) }),
  ],
  open_number: [
    (file, { numbers: [number] }) =>
      `${file}: \`${number}\` could have a decimal mark or one between thousands, and no other number decides; give the decimal mark with --decimal (point or comma)`,
    (file, { numbers: [number = ''] }) => makeReason('import_open_number', { file, value: number }),
  ],
  zone_column: same((file, { reason }) =>
    makeReason('import_zone_column', { file, detail: reason }),
  ),
  zone_heading: same((file, { reason }) =>
    makeReason('import_zone_heading', { file, detail: reason }),
  ),
  no_zone: [
    (file) =>
      `${file}: its times are on the clock of whoever saved them, and nothing names it; give the time zone with --tz`,
    (file) => makeReason('import_no_zone', { file }),
  ],
  backtest: [
    (file) =>
      `${file}: a report of the strategy tester; a backtest is not the record of an account. Save the account's own history in MetaTrader, and import that`,
    (file) => makeReason('import_backtest', { file }),
  ],
  no_positions: same((file, { line, symbol }) =>
    makeReason('import_no_positions', { file, line, name: symbol }),
  ),
  several_accounts: same((file, { count }) =>
    makeReason('import_several_accounts', { file, count }),
  ),
};

/** Faults that an option mends are mistakes in the call, the others are the file's. */
const ofFiles: readonly FaultCode[] = [
  'unreachable',
  'unreadable',
  'unknown_format',
  'several_formats',
  'mixed_dates',
  'no_positions',
];

function same<Value>(words: Value): readonly [Value, Value] {
  return [words, words];
}

/** Thrown where an export cannot be imported; its message is the line of a command. */
export class ImportFault<Code extends FaultCode = FaultCode> extends CommandError {
  readonly code: Code;
  readonly values: Values[Code];

  constructor(code: Code, file: string, values: Values[Code], options?: ErrorOptions) {
    const [line] = wordings[code];
    super(line(file, values), ofFiles.includes(code) ? exitCodes.failed : exitCodes.usage, options);
    this.code = code;
    this.values = values;
  }

  is<Known extends FaultCode>(code: Known): this is ImportFault<Known> {
    return (this.code as FaultCode) === code;
  }

  /** Words the fault for the form, where the file has this name. */
  wordedForForm(name: string): CodedReason {
    const [, form] = wordings[this.code];
    return form(name, this.values);
  }
}

/**
 * Assumptions of an import about what the export does not say. A missing field means that the file
 * says it.
 */
export interface Assumptions {
  /** Times were taken as UTC. */
  readonly utc?: boolean;
  /** The encoding that a text was taken to be in. */
  readonly encoding?: string | undefined;
  /** Order that dates were taken to be in, and the first of those that fit two orders. */
  readonly dates?: { readonly order: DateOrder; readonly examples: readonly string[] } | undefined;
}

/**
 * Wording for the command line, with its options, and for a form, which has no field for the
 * encoding.
 */
function suppositions({
  utc,
  encoding,
  dates,
}: Assumptions = {}): [line: string, form: CodedReason][] {
  const words: [string, CodedReason][] = [];
  if (utc) {
    const line =
      'the file names no time zone, so its times count as UTC; give the time zone with --tz';
    words.push([line, makeReason('import_utc')]);
  }
  if (encoding !== undefined) {
    const form = makeReason('import_encoding', { value: encoding });
    words.push([`${inEnglish(form)}; give the right one with --encoding`, form]);
  }
  if (dates !== undefined) {
    const { order, examples } = dates;
    const form = makeReason('import_dates_taken', {
      value: examples[0] ?? '',
      detail: dateOrderReason(order),
    });
    words.push([`${inEnglish(form)}; give the right order with --dates`, form]);
  }
  return words;
}

/** Words the assumptions for the command line. */
export const assumptionLines = (supposed?: Assumptions): string[] =>
  suppositions(supposed).map(([line]) => line);

/** Words the assumptions for the form. */
export const assumptionsInForm = (supposed?: Assumptions): CodedReason[] =>
  suppositions(supposed).map(([, form]) => form);
