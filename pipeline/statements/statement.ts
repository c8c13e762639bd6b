import type { CodedReason, ReasonCode } from '../base/reasons/reason.ts';
import type { RefusedRows } from '../connect/loadable-rows.ts';
import type { DeliveryContent } from '../deliveries/contents.ts';
import { hasPositions } from '../deliveries/delivery.ts';
import { sizeOf } from '../deliveries/quota.ts';
import type { DoubtedText } from '../platforms/source/booking-notes.ts';
import type { TextAnswers } from '../platforms/source/cash-flow-kinds.ts';
import type { SourcePart } from '../platforms/source/source-files.ts';
import type { SourceRows } from '../platforms/source/source-tables.ts';
import type { DecimalMark } from '../read/notation.ts';
import type { TimezoneGuess } from '../read/propose-timezone.ts';
import type { DateOrder } from '../read/times.ts';
import type { ComparedFigure } from '../reconcile/compared-figures.ts';
import type { Plan } from '../registry/words.ts';

/** Account of a statement, as its owner sees it before confirming. */
export interface FoundAccount {
  /** Id by the statement; the account may get another id in the end. */
  readonly id: string;
  readonly platform: string;
  /** The id with only the last characters of its number. */
  readonly masked: string;
  readonly currency: string;
  readonly broker: string;
  readonly isDemo: boolean | null;
  /** Instants of the first and last event; empty if there are no events. */
  readonly from: string;
  readonly until: string;
  readonly trades: number;
  /** Count of these trades that earlier deliveries of the account have already. */
  readonly known: number;
  readonly positions: number;
  readonly flows: number;
  /** Count of rows that load would refuse, and the first of them with its reason. */
  readonly refused: number;
  readonly reason: CodedReason | null;
  /** True if it lists open positions, or says that no position is open. */
  readonly listsPositions: boolean;
  /** Size that counts for the plan of its owner once it is confirmed. */
  readonly rows: number;
  readonly bytes: number;
  /** Every figure that the statement prints, with ours; empty if it prints no figures. */
  readonly compared: readonly ComparedFigure[];
}

/** Content of a statement. */
export interface StatementContent {
  /** Format in words, such as `MetaTrader 5 history report`. */
  readonly format: CodedReason;
  /** Time zone that the times were read by; empty if the file itself names it. */
  readonly clock: string;
  /** Time zone that the times themselves suggest; null if they show none. */
  readonly guess: TimezoneGuess | null;
  readonly accounts: readonly FoundAccount[];
  /** Texts of balance rows in doubt, with what their owner says about them. */
  readonly texts: readonly DoubtedText[];
  /** Agreements with what is printed; then notes, and contradictions. */
  readonly findings: readonly CodedReason[];
  readonly notes: readonly CodedReason[];
  readonly warnings: readonly CodedReason[];
}

/** Question about a file that none of its cells decides. */
export interface FileQuestion {
  readonly field: 'dates' | 'decimal';
  /** The first cells that can be read in two ways. */
  readonly cells: readonly string[];
}

/**
 * Result of reading a statement: its content, or one line that says why it can't be read. With a
 * `question` its owner can mend that.
 */
export type Reading =
  | { readonly found: StatementContent }
  | { readonly problem: CodedReason; readonly question?: FileQuestion };

/** Problems of a file that nothing its owner adds can mend. */
const finalProblems: ReadonlySet<ReasonCode> = new Set([
  'import_backtest',
  'import_calendar',
  'import_cannot_be_read',
  'import_contradicting',
  'import_many_accounts',
  'import_mixed_dates',
  'import_no_account',
  'import_no_positions',
  'import_read_too_large',
  'import_read_too_long',
  'import_several_formats',
  'import_unknown_format',
  'import_unread_format',
  'import_unreadable',
]);

/** Returns true if a file can't become a record, whatever its owner adds. */
export const isRefused = (reading: Reading | null): boolean =>
  reading !== null &&
  'problem' in reading &&
  reading.question === undefined &&
  finalProblems.has(reading.problem.code);

/** Data that a statement may lack; empty if its owner gave nothing. */
export interface StatementOptions {
  /** Time zone of its times, in the notation of `--tz`. */
  readonly clock: string;
  readonly currency: string;
  /** Number of the account at its platform. */
  readonly number: string;
  readonly platform: string;
  /** Order of day and month, and decimal mark, of a file that shows neither. */
  readonly dates: DateOrder | '';
  readonly decimal: DecimalMark | '';
  /** Answers about texts of balance rows that are in doubt. */
  readonly texts: TextAnswers;
}

/** Options of a statement that its owner has said nothing about. */
export const noOptions: StatementOptions = {
  clock: '',
  currency: '',
  number: '',
  platform: '',
  dates: '',
  decimal: '',
  texts: {},
};

/** Owner of a statement, and their plan in force. */
export interface StatementOwner {
  readonly slug: string;
  readonly plan: Plan;
}

/** State of a statement: `taken` once a run has loaded it, `published` once its figures are. */
type StatementState = 'open' | 'confirmed' | 'taken' | 'published' | 'refused';

/** Statement that an owner uploaded. */
export interface Statement {
  readonly id: string;
  readonly owner: string;
  /** Name of the uploaded file. */
  readonly name: string;
  readonly options: StatementOptions;
  /** Null while the file is being read; the reason once it is refused. */
  readonly reading: Reading | null;
  readonly state: StatementState;
  /** Slugs of its accounts once it is confirmed; empty before. */
  readonly slugs: readonly string[];
}

/** Files in the folder where a statement is read. */
export const statementFiles = { statement: 'statement', contents: 'contents.ndjson.gz' } as const;

/** Describes an account of a statement for its owner. */
export function describeAccount(
  { id, tables }: SourcePart,
  content: DeliveryContent,
  refused: RefusedRows,
): Omit<FoundAccount, 'compared' | 'known'> {
  const [account] = tables.accounts ?? [];
  const instants = instantsOf(tables);
  return {
    id,
    platform: account?.platform ?? '',
    masked: maskId(id),
    currency: account?.currency ?? '',
    broker: account?.broker ?? '',
    isDemo: account?.demo ? account.demo === 'true' : null,
    from: instants[0] ?? '',
    until: instants.at(-1) ?? '',
    trades: tables.trades?.length ?? 0,
    positions: tables.positions?.length ?? 0,
    flows: tables.cash_flows?.length ?? 0,
    refused: refused.count,
    reason: refused.lines[0] ?? null,
    listsPositions: hasPositions(content),
    ...sizeOf(content),
  };
}

function instantsOf({ trades = [], cash_flows = [] }: SourceRows): string[] {
  const all = [
    ...trades.flatMap(({ opened_at, closed_at }) => [opened_at, closed_at]),
    ...cash_flows.map(({ at }) => at),
  ];
  return all.filter((at) => at !== '').sort();
}

const shownCharacters = 3;

/** Masks the number of an id but for its last characters. */
export function maskId(id: string): string {
  const [, platform = '', number = '', rest = ''] = /^([^:]*:)?([^@]*)(@.*)?$/s.exec(id) ?? [];
  const shown = number.length > shownCharacters ? number.slice(-shownCharacters) : '';
  return `${platform}…${shown}${rest}`;
}
