import type { Platform } from '../../../sql/raw/accounts.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { Assumptions } from '../../read/faults.ts';
import type { ToldNotation } from '../../read/notation.ts';
import type { TimezoneGuess } from '../../read/propose-timezone.ts';
import type { Timezone } from '../../read/timezone.ts';
import type { DoubtedText } from './booking-notes.ts';
import type { TextAnswers } from './cash-flow-kinds.ts';
import type { Peek } from './peek.ts';
import type { RowCount } from './row-count.ts';
import type { SourceRows } from './source-tables.ts';

export interface ImportOptions extends ToldNotation {
  /** Made of what the export says where it is left out. */
  accountId?: string | undefined;
  /** The clock of the export's times; null: not told. */
  timezone: Timezone | null;
  /** Of exports that do not name it. */
  currency?: string | undefined;
  /** Of a text; found out where it is left out. */
  encoding?: string | undefined;
  /** A file that tells names and lot sizes, of answers of an API that do not. */
  symbols?: string | undefined;
  /** Of exports that sites make of any platform's accounts. */
  platform?: Platform | undefined;
  /**
   * True if reports of the strategy tester are read, to check the figures that they print. They are
   * no records: no account ever had these trades.
   */
  takesBacktests?: boolean;
  /** Answers about texts of balance rows that are in doubt. */
  texts?: TextAnswers | undefined;
  /** A file that says which column of a table holds what. */
  map?: string | undefined;
}

export interface Imported {
  tables: SourceRows;
  /** Counts of the file's rows, by what the import made of them. */
  rows: RowCount;
  /** The account number that the file names; absent or empty where it names none, or several. */
  number?: string;
  /** Time zone of the times: the given one, else UTC. Absent if the file names it. */
  clock?: string;
  /** Time zone that the times themselves suggest; null if they show none. */
  guess?: TimezoneGuess | null;
  /** Texts of balance rows that are in doubt. */
  texts?: readonly DoubtedText[];
  /** Assumptions about what the file does not say. */
  supposed?: Assumptions;
  /** Facts that were found. */
  findings: CodedReason[];
  /** Notes for the user, though nothing is wrong. */
  notes: CodedReason[];
  /** Refused rows and contradictions. */
  warnings: CodedReason[];
}

/** Note on a list whose last row may have lost its end. */
export const truncatedNote = makeReason('import_maybe_cut');

interface Format<Holds, Options> {
  name: string;
  describe: CodedReason;
  /** Subject of the export. */
  holds: Holds;
  /** Says in a few words why a file has another format; null if it has this format. */
  refuses(peek: Peek): string | null;
  importFile(file: string, options: Options): Promise<Imported>;
}

export type AccountFormat = Format<'account', ImportOptions>;
export type CalendarFormat = Format<'calendar', Pick<ImportOptions, 'timezone'>>;
export type ImportFormat = AccountFormat | CalendarFormat;
