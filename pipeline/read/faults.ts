import { platforms } from '../../sql/raw/accounts.ts';
import { currencyRule } from '../../sql/raw/currencies.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import {
  type CodedReason,
  fillIn,
  inEnglish,
  makeReason,
  type ReasonCode,
  type SentenceValues,
} from '../base/reasons/reason.ts';
import { type DateOrder, dateOrderReason } from './times.ts';

interface Wording {
  /** Line of a command, which names its options. Without it, the sentence of the form says all. */
  readonly line?: string;
  /** The file is at fault. All other faults are mistakes in the call, which an option mends. */
  readonly isOfFile?: true;
}

/** Reasons why an export can't be imported. The sentences of these codes are for forms. */
const wordings = {
  import_unreachable: { isOfFile: true },
  import_unreadable: { isOfFile: true },
  // The page does not list what each format misses: only developers need that.
  import_unknown_format: { line: '{file}: not a known format: {reasons}', isOfFile: true },
  import_several_formats: {
    line: '{file}: it could be {names}; name the format instead of auto',
    isOfFile: true,
  },
  import_no_number: {
    line: '{file}: names no account number; give the id of the account with --account-id',
  },
  import_several_numbers: {
    line: '{file}: holds {count} accounts ({names}): leave --account-id out, then each is named after its number',
  },
  import_no_currency: {
    line: "{file}: names no currency; give the account's currency with --currency",
  },
  import_unknown_currency: {
    line: `{file}: currency "{value}" must be ${currencyRule}; give the account's currency with --currency`,
  },
  import_currency_differs: { line: '{file}: is in {value}, not in {other}; leave --currency out' },
  import_amounts_mixed: { isOfFile: true },
  import_no_platform: {
    line: `{file}: names no platform; give it with --platform (${platforms.join(', ')})`,
  },
  import_no_map: {
    line: '{file}: {missing}save the proposed map, correct it and pass it with --map',
  },
  import_no_symbols: {
    line: '{file}: the name and lot size of symbol {names} are missing; add ProtoOASymbolsListRes and ProtoOASymbolByIdRes, or give a file of them with --symbols',
  },
  import_no_answer: {
    line: '{file}: {detail}; add the answer of {value} as `{name}`, or give a file of it with --symbols',
  },
  import_several_accounts: {},
  import_backtest: {
    line: "{file}: a report of the strategy tester; a backtest is not the record of an account. Save the account's own history in MetaTrader, and import that",
  },
  import_no_positions: { isOfFile: true },
  import_zone_column: {},
  import_zone_heading: {},
  import_zone_times: {},
  import_no_zone: {
    line: '{file}: its times are on the clock of whoever saved them, and nothing names it; give the time zone with --tz',
  },
  import_mixed_dates: { isOfFile: true },
  import_other_dates: {
    line: '{file}: `{value}` is no date with the {detail}; correct --dates, or `dates` in the map',
  },
  import_open_number: {
    line: '{file}: `{value}` could have a decimal mark or one between thousands, and no other number decides; give the decimal mark with --decimal (point or comma)',
  },
} as const satisfies Partial<Record<ReasonCode, Wording>>;

export type FaultCode = keyof typeof wordings;

/** More about a fault, for those who handle it. */
interface Details {
  readonly cause?: unknown;
  /** Reasons of each format against a file of none. */
  readonly reasons?: string;
  /** Words about columns that were not found; empty if all were. */
  readonly missing?: string;
  /** Map of the columns that were found, to save and correct. */
  readonly proposal?: string;
  /** Numbers whose mark is open. */
  readonly numbers?: readonly string[];
}

/** Thrown where an export cannot be imported; its message is the line of a command. */
export class ImportFault<Code extends FaultCode = FaultCode> extends CommandError {
  readonly about: Details;
  readonly #form: CodedReason;

  constructor(
    code: Code,
    file: string,
    values: Omit<SentenceValues<Code>, 'file'>,
    details: Details = {},
  ) {
    const { line, isOfFile }: Wording = wordings[code];
    const form: CodedReason = { code, values: { file, ...values } };
    const { cause, reasons = '', missing = '' } = details;
    super(
      line === undefined ? inEnglish(form) : fillIn(line, { ...form.values, reasons, missing }),
      isOfFile ? exitCodes.failed : exitCodes.usage,
      { cause },
    );
    this.about = details;
    this.#form = form;
  }

  /** Words the fault for the form, where the file has this name. */
  wordedForForm(file: string): CodedReason {
    const { code, values } = this.#form;
    return { code, values: { ...values, file } };
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
