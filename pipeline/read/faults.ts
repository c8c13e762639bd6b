import { platforms } from '../../sql/raw/accounts.ts';
import { currencyRule } from '../../sql/raw/currencies.ts';
import { CommandError, exitCodes } from '../base/errors.ts';

/** Fields of the form that ask for what a statement does not say. */
export const formFields = {
  accountId: 'Account number',
  currency: 'Currency',
  timezone: 'Time zone',
  platform: 'Platform',
} as const;

type Nothing = Readonly<Record<string, never>>;

/** Values of each reason why an export can't be imported, by code. */
interface Values {
  unreachable: { reason: string };
  unreadable: { noun: string; reason: string };
  unknown_format: { reasons: string };
  several_formats: { names: string };
  no_number: Nothing;
  several_numbers: { count: number; numbers: string };
  no_currency: Nothing;
  unknown_currency: { currency: string };
  no_platform: Nothing;
  /** Table without a map: the columns that were not recognised, and a proposed map to save. */
  no_map: { missing: string; proposal: string };
  no_symbols: { symbols: string };
  no_answer: { what: string; answer: string; member: string };
  several_accounts: { count: number };
  backtest: Nothing;
}

export type FaultCode = keyof Values;

type Words<Code extends FaultCode> = (file: string, values: Values[Code]) => string;

/** Wordings of a fault: with the options of a command, and with the fields of a form. */
type Wordings = { readonly [Code in FaultCode]: readonly [line: Words<Code>, form: Words<Code>] };

const wordings: Wordings = {
  unreachable: same((file, { reason }) => `cannot read ${file}: ${reason}`),
  unreadable: same((file, { noun, reason }) => `${file}: no ${noun}: ${reason}`),
  unknown_format: [
    (file, { reasons }) => `${file}: not a known format: ${reasons}`,
    // The page does not list what each format misses: only developers need that.
    (file) => `${file} is not in a known format. Drop the file exactly as the platform saved it.`,
  ],
  several_formats: [
    (file, { names }) => `${file}: it could be ${names}; name the format instead of auto`,
    (file, { names }) =>
      `${file} could be in several formats: ${names}. Drop the file exactly as the platform saved it.`,
  ],
  no_number: [
    (file) => `${file}: names no account number; give the id of the account with --account-id`,
    (file) => `${file} names no account number; give it in the field ${formFields.accountId}.`,
  ],
  several_numbers: [
    (file, { count, numbers }) =>
      `${file}: holds ${count} accounts (${numbers}): leave --account-id out, then each is named after its number`,
    (file, { count, numbers }) =>
      `${file} holds ${count} accounts (${numbers}): leave the field ${formFields.accountId} empty, and each is named after its number.`,
  ],
  no_currency: [
    (file) => `${file}: names no currency; give the account's currency with --currency`,
    (file) =>
      `${file} names no currency; give the account's currency in the field ${formFields.currency}.`,
  ],
  unknown_currency: [
    (file, { currency }) =>
      `${file}: currency "${currency}" must be ${currencyRule}; give the account's currency with --currency`,
    (file, { currency }) =>
      `${file} has the currency "${currency}", which must be ${currencyRule}; give the account's currency in the field ${formFields.currency}.`,
  ],
  no_platform: [
    (file) => `${file}: names no platform; give it with --platform (${platforms.join(', ')})`,
    (file) => `${file} names no platform; give it in the field ${formFields.platform}.`,
  ],
  no_map: [
    (file, { missing }) =>
      `${file}: ${missing === '' ? '' : `no column found for ${missing}; `}save the proposed map, correct it and pass it with --map`,
    (file) =>
      `${file} is a table with unknown columns. Drop the file exactly as the platform saved it, or ask the operator to import it.`,
  ],
  no_symbols: [
    (file, { symbols }) =>
      `${file}: the name and lot size of symbol ${symbols} are missing; add ProtoOASymbolsListRes and ProtoOASymbolByIdRes, or give a file of them with --symbols`,
    (file, { symbols }) =>
      `${file} lacks the name and lot size of symbol ${symbols}; add ProtoOASymbolsListRes and ProtoOASymbolByIdRes to it.`,
  ],
  no_answer: [
    (file, { what, answer, member }) =>
      `${file}: ${what}; add the answer of ${answer} as \`${member}\`, or give a file of it with --symbols`,
    (file, { what, answer, member }) =>
      `${file}: ${what}; add the answer of ${answer} to it as \`${member}\`.`,
  ],
  backtest: same(
    (file) =>
      `${file} is a report of the strategy tester. A backtest is not the record of an account. Upload the history of the account.`,
  ),
  several_accounts: same(
    (file, { count }) =>
      `${file}: lists ${count} accounts; add \`accountId\` to say which of them the answers are about`,
  ),
};

/** Faults that an option mends are mistakes in the call, the others are the file's. */
const ofFiles: readonly FaultCode[] = [
  'unreachable',
  'unreadable',
  'unknown_format',
  'several_formats',
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
  wordedForForm(name: string): string {
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
}

/**
 * Wording for the command line, with its options, and for a form, which has no field for the
 * encoding.
 */
function suppositions({ utc, encoding }: Assumptions = {}): [line: string, form: string][] {
  const words: [string, string][] = [];
  if (utc) {
    const what = 'the file names no time zone, so its times count as UTC; give the time zone';
    words.push([`${what} with --tz`, `${what} in the field ${formFields.timezone}`]);
  }
  if (encoding !== undefined) {
    const what = `text read as ${encoding}, because the file does not name its encoding`;
    words.push([`${what}; give the right one with --encoding`, what]);
  }
  return words;
}

/** Words the assumptions for the command line. */
export const assumptionLines = (supposed?: Assumptions): string[] =>
  suppositions(supposed).map(([line]) => line);

/** Words the assumptions for the form. */
export const assumptionsInForm = (supposed?: Assumptions): string[] =>
  suppositions(supposed).map(([, form]) => form);
