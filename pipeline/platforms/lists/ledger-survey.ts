import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { bounds, CountedLines, UnreadableExport } from '../../read/bounds.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import type { Sheet } from '../../read/cells/sheet.ts';
import { Sum } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import type { ClockEvent } from '../../read/propose-timezone.ts';
import { createTexts } from '../../read/texts.ts';
import type { BalanceRow } from '../source/booking-notes.ts';
import {
  type CashFlowKind,
  cashFlowKind,
  keyInDoubt,
  type TextAnswers,
} from '../source/cash-flow-kinds.ts';
import { UnreadRow } from '../source/cells.ts';
import { type ClosedOrder, type Order, Span, type ToUtc } from '../source/orders.ts';
import { Tickets } from '../source/tickets.ts';
import { UnreadRows } from '../source/unread-rows.ts';
import type { ListForm } from './list-form.ts';
import {
  createListReader,
  type LedgerEntry,
  type LeftOutCode,
  type ListedFlow,
  type ListReader,
  type RemarkCode,
} from './list-reader.ts';

/** Money that moved without a trade, as it counts. */
type FlowOfKind = Omit<ListedFlow, 'says'> & { kind: CashFlowKind; text: string };

/** Tally of one account of a list, without its trades. */
export interface Tally {
  trades: number;
  net: Sum;
  span: Span;
  positions: Order[];
  flows: FlowOfKind[];
  tickets: Tickets;
  /** Rows of bookings and positions that have a ticket. */
  named: Set<string>;
}

/** Tally of a whole list. */
export interface Survey {
  accounts: Map<string, Tally>;
  /** Rows with an entry, or that can't be read. */
  rows: number;
  leftOut: Map<LeftOutCode, number>;
  /** Notes about rows, with the number and sum of the rows. */
  remarks: Map<RemarkCode, { count: number; sum: Sum }>;
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
  /** Opening and closing times of the first trades, up to a limit. */
  events: ClockEvent[];
  /** The one copy of a text. */
  own(text: string): string;
}

interface SurveyOptions {
  readonly notation: Notation;
  readonly utc: ToUtc;
  /** Answers about texts in doubt. */
  readonly answers: TextAnswers;
}

/** Reads a list once, for what is told of the whole; its trades are counted and left. */
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
    events: [],
    own: createTexts(),
    unread: new UnreadRows(),
    twice: new CountedLines(),
    faults: new CountedLines(),
  };
  let held = 0;
  for await (const rows of sheet.batches()) {
    for (const row of rows) {
      const entry = take(survey, reader, row, utc);
      if (entry?.kind !== 'position' && entry?.kind !== 'flow') continue;
      held++;
      if (held > bounds.heldRows) {
        throw new UnreadableExport(makeReason('file_many_other_rows', { max: bounds.heldRows }));
      }
    }
  }
  if (survey.accounts.size === 0) {
    const first = survey.unread.lines.first ?? makeReason('import_lists_nothing');
    throw new UnreadableExport(survey.found.isHeaded ? first : form.expected);
  }
  return survey;
}

/** Reads the entry of a row, the same in both readings. */
export function readEntry(
  reader: ListReader,
  row: TextRow,
  utc: ToUtc,
  refuse: (reason: CodedReason) => void,
): LedgerEntry | null {
  try {
    const entry = reader.read(row);
    if (entry?.kind !== 'trade') return entry;
    const opened = utc(entry.order.opened);
    if (utc(entry.order.closed, opened) >= opened) return entry;
    refuse(makeReason('import_closed_before'));
  } catch (error) {
    if (!(error instanceof UnreadRow)) throw error;
    refuse(error.reason);
  }
  return null;
}

/** Adds a row to the survey. Returns its entry, or null if the row has none. */
function take(survey: Survey, reader: ListReader, row: TextRow, utc: ToUtc): LedgerEntry | null {
  if (row.breaks) survey.broken++;
  if (row.isCut && row.texts.length > 0) survey.isCut = true;
  const entry = readEntry(reader, row, utc, (detail) => {
    survey.rows++;
    survey.unread.add(row.line, detail, row.texts);
  });
  if (entry === null) return null;
  survey.rows++;
  if (entry.kind === 'left out') {
    survey.leftOut.set(entry.what, (survey.leftOut.get(entry.what) ?? 0) + 1);
    return entry;
  }
  if (entry.fault) survey.faults.add(entry.fault(row.line));
  if (entry.remark) remark(survey, entry.remark, entry.kind === 'flow' ? entry.flow.amount : '');
  const tally = tallyOf(survey, entry.account);
  if (entry.kind === 'trade') {
    count(survey, tally, entry.order, row.line, utc);
  } else if (entry.kind === 'position') {
    const { ticket, opened, volume } = entry.order;
    tally.positions.push(entry.order);
    tally.span.add(utc(opened));
    noteAgain(survey, tally, ticket, `${opened} ${volume}`, row.line);
  } else {
    const { says, ...flow } = entry.flow;
    const isText = typeof says !== 'string';
    if (isText) survey.texts.push({ ...says, line: row.line, amount: flow.amount });
    const kind = isText ? cashFlowKind(says, survey.answers) : says;
    tally.flows.push({ ...flow, kind, text: isText ? keyInDoubt(says) : '' });
    tally.span.add(utc(flow.at));
    noteAgain(survey, tally, flow.id, `${flow.at} ${flow.amount}`, row.line);
  }
  return entry;
}

function remark({ remarks }: Survey, code: RemarkCode, amount: string): void {
  const known = remarks.get(code) ?? { count: 0, sum: new Sum() };
  known.count++;
  known.sum.add(amount);
  remarks.set(code, known);
}

function tallyOf({ accounts }: Survey, account: string): Tally {
  const known = accounts.get(account);
  if (known !== undefined) return known;
  if (accounts.size === bounds.accounts) {
    throw new UnreadableExport(makeReason('file_more_accounts', { max: bounds.accounts }));
  }
  const tally: Tally = {
    trades: 0,
    net: new Sum(),
    span: new Span(),
    positions: [],
    flows: [],
    tickets: new Tickets(),
    named: new Set(),
  };
  accounts.set(account, tally);
  return tally;
}

function count(survey: Survey, tally: Tally, order: ClosedOrder, line: number, utc: ToUtc): void {
  tally.trades++;
  for (const amount of [order.profit, order.commission, order.swap]) tally.net.add(amount);
  const opened = utc(order.opened);
  tally.span.add(opened);
  tally.span.add(utc(order.closed, opened));
  if (survey.events.length < bounds.heldTrades) {
    const symbol = survey.own(order.symbol);
    survey.events.push({ at: order.opened, symbol }, { at: order.closed, symbol });
  }
  const fault = tally.tickets.add(order, line);
  if (fault !== null) survey.twice.add(fault);
}

/** Notes an equal booking or position with the same ticket: its money counts twice. */
function noteAgain(
  survey: Survey,
  { named }: Tally,
  ticket: string,
  content: string,
  line: number,
): void {
  if (ticket === '') return;
  const name = survey.own(`${ticket} ${content}`);
  if (named.has(name)) survey.twice.add(makeReason('import_row_again', { line, value: ticket }));
  else named.add(name);
}
