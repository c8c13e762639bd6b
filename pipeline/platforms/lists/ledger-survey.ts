import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, CountedLines, UnreadableExport } from '../../read/bounds.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import type { Sheet } from '../../read/cells/sheet.ts';
import type { Notation } from '../../read/notation.ts';
import type { BalanceRow } from '../source/booking-notes.ts';
import { cashFlowKind, keyInDoubt, type TextAnswers } from '../source/cash-flow-kinds.ts';
import { UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order, ToUtc } from '../source/orders.ts';
import type { BookedFlow } from '../source/statement-rows.ts';
import { Tickets } from '../source/tickets.ts';
import { UnreadRows } from '../source/unread-rows.ts';
import type { ListForm } from './list-form.ts';
import {
  createListReader,
  type LedgerEntry,
  type LeftOutCode,
  type ListReader,
  type RemarkCode,
} from './list-reader.ts';

/** Rows of one account of a list. */
export interface LedgerAccount {
  trades: ClosedOrder[];
  positions: Order[];
  flows: BookedFlow[];
  tickets: Tickets;
  /** Rows of bookings and positions that have a ticket. */
  named: Set<string>;
}

/** Content of a whole list. */
export interface Survey {
  accounts: Map<string, LedgerAccount>;
  /** Rows with an entry. */
  rows: number;
  leftOut: Map<LeftOutCode, number>;
  /** Notes about rows, with the amount of each, or an empty text. */
  remarks: Map<RemarkCode, string[]>;
  unread: UnreadRows;
  twice: CountedLines;
  /** Rows that contradict themselves. */
  faults: CountedLines;
  broken: number;
  /** The file ends with a row that may not be whole. */
  isCut: boolean;
  found: ListReader['found'];
  /** Balance rows that only their text decides. */
  texts: BalanceRow[];
  /** Answers about texts in doubt. */
  answers: TextAnswers;
}

interface SurveyOptions {
  readonly notation: Notation;
  readonly utc: ToUtc;
  /** Answers about texts in doubt. */
  readonly answers: TextAnswers;
}

/** Reads all rows of a list. */
export async function surveyOf(
  sheet: Sheet,
  form: ListForm,
  { notation, utc, answers }: SurveyOptions,
): Promise<Survey> {
  const reader = createListReader(form, notation);
  const survey: Survey = {
    accounts: new Map(),
    rows: 0,
    leftOut: new Map(),
    remarks: new Map(),
    broken: 0,
    isCut: false,
    found: reader.found,
    texts: [],
    answers,
    unread: new UnreadRows(),
    twice: new CountedLines(),
    faults: new CountedLines(),
  };
  for await (const rows of sheet.batches()) {
    for (const row of rows) {
      const entry = entryOf(survey, reader, row, utc);
      if (entry === null) continue;
      survey.rows++;
      if (survey.rows > bounds.heldRows) {
        throw new UnreadableExport(makeReason('file_many_rows', { max: bounds.heldRows }));
      }
      take(survey, entry, row.line);
    }
  }
  if (survey.accounts.size === 0) {
    const first = survey.unread.lines.first ?? makeReason('import_lists_nothing');
    throw new UnreadableExport(survey.found.isHeaded ? first : form.expected);
  }
  return survey;
}

/** Reads a row; null of one that has no entry, or that can't be read, which is named. */
function entryOf(survey: Survey, reader: ListReader, row: TextRow, utc: ToUtc): LedgerEntry | null {
  if (row.breaks) survey.broken++;
  if (row.isCut && row.texts.length > 0) survey.isCut = true;
  try {
    const entry = reader.read(row);
    if (entry?.kind !== 'trade') return entry;
    const opened = utc(entry.order.opened);
    if (utc(entry.order.closed, opened) >= opened) return entry;
    throw new UnreadRow('import_closed_before');
  } catch (error) {
    if (!(error instanceof UnreadRow)) throw error;
    survey.unread.add(row.line, error.reason, row.texts);
    return null;
  }
}

/** Adds an entry to the survey. */
function take(survey: Survey, entry: LedgerEntry, line: number): void {
  if (entry.kind === 'left out') {
    survey.leftOut.set(entry.what, (survey.leftOut.get(entry.what) ?? 0) + 1);
    return;
  }
  if (entry.fault) survey.faults.add(entry.fault(line));
  if (entry.remark) remark(survey, entry.remark, entry.kind === 'flow' ? entry.flow.amount : '');
  const account = accountOf(survey, entry.account);
  if (entry.kind === 'trade') {
    account.trades.push(entry.order);
    const fault = account.tickets.add(entry.order, line);
    if (fault !== null) survey.twice.add(fault);
  } else if (entry.kind === 'position') {
    const { ticket, opened, volume } = entry.order;
    account.positions.push(entry.order);
    noteAgain(survey, account, ticket, `${opened} ${volume}`, line);
  } else {
    const { says, ...flow } = entry.flow;
    const isText = typeof says !== 'string';
    if (isText) survey.texts.push({ ...says, line, amount: flow.amount });
    const kind = isText ? cashFlowKind(says, survey.answers) : says;
    account.flows.push({ ...flow, kind, text: isText ? keyInDoubt(says) : '' });
    noteAgain(survey, account, flow.id, `${flow.at} ${flow.amount}`, line);
  }
}

function remark({ remarks }: Survey, code: RemarkCode, amount: string): void {
  const amounts = remarks.get(code) ?? [];
  amounts.push(amount);
  remarks.set(code, amounts);
}

function accountOf({ accounts }: Survey, number: string): LedgerAccount {
  const known = accounts.get(number);
  if (known !== undefined) return known;
  if (accounts.size === bounds.accounts) {
    throw new UnreadableExport(makeReason('file_more_accounts', { max: bounds.accounts }));
  }
  const account = {
    trades: [],
    positions: [],
    flows: [],
    tickets: new Tickets(),
    named: new Set<string>(),
  };
  accounts.set(number, account);
  return account;
}

/** Notes an equal booking or position with the same ticket: its money counts twice. */
function noteAgain(
  survey: Survey,
  { named }: LedgerAccount,
  ticket: string,
  content: string,
  line: number,
): void {
  if (ticket === '') return;
  const name = `${ticket} ${content}`;
  if (named.has(name)) survey.twice.add(makeReason('import_row_again', { line, value: ticket }));
  else named.add(name);
}
