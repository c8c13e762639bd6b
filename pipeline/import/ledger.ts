import { createHash } from 'node:crypto';
import type { Platform } from '../../sql/raw/accounts.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import { accountIdOf, currencyOf, platformOf } from './asked.ts';
import { bounds, firstOf, Unreadable } from './bounds.ts';
import { UnreadRow } from './cells.ts';
import { type ClockEvent, clockNotes } from './clocks.ts';
import type { TextRow } from './csv-rows.ts';
import { sumDecimals } from './decimals.ts';
import { encodingNotes } from './decode.ts';
import type { Imported, ImportOptions } from './format.ts';
import type { CashFlowKind } from './mt4/cash-flow-kinds.ts';
import {
  type ClosedOrder,
  instant,
  type Order,
  positionRow,
  Span,
  type ToUtc,
  tradeRow,
} from './orders.ts';
import { refusalOf } from './read-export.ts';
import { openSheet, type Sheet } from './sheet.ts';
import type { SourceRow } from './source-tables.ts';
import { Sum } from './sums.ts';
import { copyOf, createTexts } from './texts.ts';
import { gatherTrades } from './trade-batches.ts';

/** Money that moved beside trades. */
export interface Flow {
  /** Empty where the export has none. */
  id: string;
  at: number;
  amount: string;
  kind: CashFlowKind;
}

/** What a row of a list of trades tells, and of which account; its number is empty where there is but one. */
export type Entry =
  | (Told & { kind: 'trade'; order: ClosedOrder })
  | (Told & { kind: 'position'; order: Order })
  | (Told & { kind: 'flow'; flow: Flow })
  | { kind: 'left out'; what: string };

interface Told {
  account: string;
  /** How the row contradicts itself. */
  fault?: string;
}

export interface LedgerReader {
  /** Throws an `UnreadRow`; null of a row that is none of orders and bookings, as headings. */
  read(row: TextRow): Entry | null;
  /** What is known once all rows are read. */
  findings(): {
    isHeaded: boolean;
    /** A list of open positions stands there, be it empty. */
    listsPositions: boolean;
    currency: string;
    platform: Platform | '';
    notes: string[];
  };
}

/** A list of trades, deposits and open positions, a row each, as sites let accounts be exported. */
export interface LedgerForm {
  noun: string;
  /** What it must have to be one. */
  expected: string;
  createReader(): LedgerReader;
}

interface Tally {
  trades: number;
  net: Sum;
  span: Span;
  positions: Order[];
  flows: Flow[];
  /** The earliest closing under each ticket; those under which there are others, and their times. */
  tickets: Map<string, number>;
  again: Set<string>;
}

/** Lines of one kind, of which the first are kept. */
interface Noted {
  first: string[];
  count: number;
}

function note(noted: Noted, line: string): void {
  if (noted.count < bounds.named) noted.first.push(line);
  noted.count++;
}

interface Survey {
  accounts: Map<string, Tally>;
  leftOut: Map<string, number>;
  unread: Noted;
  twice: Noted;
  /** Rows that contradict themselves. */
  faults: Noted;
  broken: number;
  /** The file ends with a row that may not be whole. */
  isCut: boolean;
  reader: LedgerReader;
  /** When trades were opened and closed, of the first so many. */
  events: ClockEvent[];
  /** The one copy of a text. */
  own(text: string): string;
}

/**
 * Imports a list of trades in two readings: one for what is told of the whole, one for the trades,
 * as they are written, so that a file of any length takes no more than its tickets.
 */
export async function importLedger(
  file: string,
  options: ImportOptions,
  form: LedgerForm,
  opened?: Sheet,
): Promise<Imported> {
  const sheet = opened ?? (await openSheet(file, { noun: form.noun, told: options.encoding }));
  const utc: ToUtc = (wall, notBefore) => options.timezone?.toUtc(wall, notBefore) ?? wall;
  const survey = await surveyOf(sheet, form, utc).catch((cause) => {
    throw refusalOf(file, form.noun, cause);
  });
  const { currency, platform, listsPositions, notes } = survey.reader.findings();
  const stated = {
    platform: platformOf(options, file, platform),
    currency: currencyOf(options.currency, file, currency),
  };
  const ids = idsOf(file, options, stated.platform, [...survey.accounts.keys()]);
  const named = [...survey.accounts].map(([account, tally]) => ({
    tally,
    id: ids.get(account) ?? '',
  }));
  const trades = { [Symbol.asyncIterator]: () => tradesOf(sheet, form, survey, ids, utc) };
  const positions = positionRows(named, utc);
  const isLong = named.some(({ tally }) => tally.trades > bounds.heldTrades);
  return {
    tables: {
      accounts: named.map(({ id, tally }) => ({
        ...accountRow(id, tally, stated),
        contradicted: survey.faults.count > 0 ? 'sums of rows' : '',
      })),
      trades: isLong ? trades : await gatherTrades(trades),
      ...(listsPositions || positions.length > 0 ? { positions } : {}),
      cash_flows: named.flatMap(({ id, tally }) => flowRows(id, tally, utc)),
      equity: [],
    },
    facts: named.flatMap(({ id, tally }) => factsOf(named.length > 1 ? `${id}: ` : '', tally)),
    notes: [
      ...(options.timezone === null
        ? ['times taken as UTC: the file names no time zone; give its clock with --tz']
        : []),
      ...clockNotes(options.timezone, survey.events),
      ...encodingNotes(sheet.encoding),
      ...notes,
      ...(survey.isCut
        ? ['the file does not end with the end of a line: whether it is whole cannot be told']
        : []),
      ...[...survey.leftOut].map(([what, count]) => `${count} ${what} left out`),
    ],
    warnings: warningsOf(survey).map((warning) => `${file}: ${warning}`),
  };
}

async function surveyOf(sheet: Sheet, form: LedgerForm, utc: ToUtc): Promise<Survey> {
  const survey: Survey = {
    ...{
      accounts: new Map(),
      leftOut: new Map(),
      broken: 0,
      isCut: false,
      reader: form.createReader(),
      events: [],
      own: createTexts(),
    },
    unread: { first: [], count: 0 },
    twice: { first: [], count: 0 },
    faults: { first: [], count: 0 },
  };
  let held = 0;
  for await (const rows of sheet.batches()) {
    for (const row of rows) {
      if (row.breaks) survey.broken++;
      if (row.isCut && row.texts.length > 0) survey.isCut = true;
      const entry = readEntry(survey.reader, row, utc, (reason) => {
        const text = row.texts.join(' | ').slice(0, 160);
        note(survey.unread, `line ${row.line} not imported: ${reason}: ${text}`);
      });
      if (entry === null) continue;
      if (entry.kind === 'left out') {
        survey.leftOut.set(entry.what, (survey.leftOut.get(entry.what) ?? 0) + 1);
        continue;
      }
      if (entry.fault) note(survey.faults, `line ${row.line}: ${entry.fault}`);
      const tally = tallyOf(survey, entry.account);
      if (entry.kind === 'trade') count(survey, tally, entry.order, row.line, utc);
      else {
        held++;
        if (held > bounds.heldRows) {
          throw new Unreadable(`more than ${bounds.heldRows} rows that are no trades`);
        }
        if (entry.kind === 'position') tally.positions.push(entry.order);
        else tally.flows.push(entry.flow);
        tally.span.add(utc(entry.kind === 'position' ? entry.order.opened : entry.flow.at));
      }
    }
  }
  if (survey.accounts.size === 0) {
    const [first = 'it lists nothing'] = survey.unread.first;
    throw new Unreadable(survey.reader.findings().isHeaded ? first : form.expected);
  }
  return survey;
}

/** What a row tells, the same in both readings. */
function readEntry(
  reader: LedgerReader,
  row: TextRow,
  utc: ToUtc,
  refuse: (reason: string) => void,
): Entry | null {
  try {
    const entry = reader.read(row);
    if (entry?.kind !== 'trade') return entry;
    const opened = utc(entry.order.opened);
    if (utc(entry.order.closed, opened) >= opened) return entry;
    refuse('closed before it was opened');
  } catch (error) {
    if (!(error instanceof UnreadRow)) throw error;
    refuse(error.message);
  }
  return null;
}

function tallyOf({ accounts }: Survey, account: string): Tally {
  const known = accounts.get(account);
  if (known !== undefined) return known;
  if (accounts.size === bounds.accounts) {
    throw new Unreadable(`more than ${bounds.accounts} accounts`);
  }
  const tally: Tally = {
    ...{ trades: 0, net: new Sum(), span: new Span(), positions: [], flows: [] },
    ...{ tickets: new Map(), again: new Set() },
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
  const { ticket, closed } = order;
  if (ticket === '') return;
  const earlier = tally.tickets.get(ticket);
  if (earlier === undefined) {
    tally.tickets.set(copyOf(ticket), closed);
    return;
  }
  const times = [`${ticket} ${earlier}`, `${ticket} ${closed}`] as const;
  if (closed === earlier || tally.again.has(times[1])) {
    note(survey.twice, `line ${line}: ticket ${ticket} closes twice at that time; both are kept`);
  }
  for (const each of [ticket, ...times]) tally.again.add(each);
  if (closed < earlier) tally.tickets.set(ticket, closed);
}

async function* tradesOf(
  sheet: Sheet,
  form: LedgerForm,
  { accounts }: Survey,
  ids: ReadonlyMap<string, string>,
  utc: ToUtc,
): AsyncGenerator<SourceRow<'trades'>[]> {
  const reader = form.createReader();
  const used = new Map<string, number>();
  for await (const rows of sheet.batches()) {
    const batch: SourceRow<'trades'>[] = [];
    for (const row of rows) {
      const entry = readEntry(reader, row, utc, () => undefined);
      if (entry?.kind !== 'trade') continue;
      const { account, order } = entry;
      const ticket = ticketOf(order, accounts.get(account), `${account} `, used);
      batch.push(tradeRow({ ...order, ticket }, ids.get(account) ?? '', utc));
    }
    yield batch;
  }
}

const positionRows = (
  named: readonly { id: string; tally: Tally }[],
  utc: ToUtc,
): SourceRow<'positions'>[] =>
  named.flatMap(({ id, tally }) =>
    tally.positions.map((order) => positionRow(order, id, utc, tally.span.last)),
  );

/**
 * A ticket that no other trade of the account has: of parts of a position the one closed first
 * bears it, later ones the time they closed at beside it; where exports have none it is made of
 * the trade, so that it is the same in each.
 */
function ticketOf(
  order: ClosedOrder,
  tally: Tally | undefined,
  prefix: string,
  used: Map<string, number>,
): string {
  if (order.ticket !== '' && !tally?.again.has(order.ticket)) return order.ticket;
  const first = tally?.tickets.get(order.ticket);
  const name =
    order.ticket === ''
      ? madeTicket(order)
      : order.closed === first
        ? order.ticket
        : `${order.ticket}-${stamp(order.closed)}`;
  const times = (used.get(prefix + name) ?? 0) + 1;
  used.set(prefix + name, times);
  return times === 1 ? name : `${name}-${times}`;
}

const stamp = (at: number): string => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);

function madeTicket(order: ClosedOrder): string {
  const { symbol, side, volume, opened, openPrice, closed, closePrice, profit } = order;
  const all = [symbol, side, volume, opened, openPrice, closed, closePrice, profit].join(' ');
  return `${stamp(closed)}-${createHash('sha1').update(all).digest('hex').slice(0, 8)}`;
}

function flowRows(id: string, { flows }: Tally, utc: ToUtc): SourceRow<'cash_flows'>[] {
  const used = new Map<string, number>();
  return flows.map((flow) => {
    const name = flow.id || `${flow.kind}-${stamp(flow.at)}-${flow.amount}`;
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return {
      ...{ account_id: id, id: times === 1 ? name : `${name}-${times}` },
      ...{ at: instant(utc(flow.at)), amount: flow.amount, kind: flow.kind },
    };
  });
}

function idsOf(
  file: string,
  { accountId }: ImportOptions,
  platform: Platform,
  numbers: readonly string[],
): ReadonlyMap<string, string> {
  if (accountId !== undefined && numbers.length > 1) {
    const named = firstOf(numbers, 'accounts').join(', ');
    throw new CommandError(
      `${file}: holds ${numbers.length} accounts (${named}): leave --account-id out, and each is named after its number`,
      exitCodes.usage,
    );
  }
  return new Map(
    numbers.map((number) => [
      number,
      accountIdOf(accountId, file, { platform, number, server: '' }),
    ]),
  );
}

function accountRow(
  id: string,
  { span }: Tally,
  { platform, currency }: { platform: Platform; currency: string },
): SourceRow<'accounts'> {
  return {
    ...{ account_id: id, platform, currency, broker: '', server: '', leverage: '', demo: '' },
    ...{ created_at: instant(span.first), updated_at: instant(span.last) },
    ...{ opening_balance: '', reported_balance: '', data_source: 'statement_file' },
    contradicted: '',
  };
}

const meanings = {
  flow: 'bookings taken as flow (money paid in or out)',
  adjustment: 'bookings taken as adjustment (a result of no trade)',
  credit: 'bookings kept as credit (part of no figure)',
} as const;

function factsOf(prefix: string, { trades, net, positions, flows }: Tally): string[] {
  const bookings = (['flow', 'adjustment', 'credit'] as const).flatMap((kind) => {
    const taken = flows.filter((flow) => flow.kind === kind);
    const sum = sumDecimals(taken.map(({ amount }) => amount));
    return taken.length === 0 ? [] : [`${taken.length} ${meanings[kind]}: ${sum}`];
  });
  const open = positions.length > 0 ? [`${positions.length} open positions`] : [];
  return [`${trades} trades, net ${net.value}`, ...open, ...bookings].map((fact) => prefix + fact);
}

function warningsOf({ unread, twice, faults, broken }: Survey): string[] {
  return [
    ...firstOf(unread.first, 'lines not imported', unread.count),
    ...firstOf(twice.first, 'tickets that close twice at a time', twice.count),
    ...firstOf(faults.first, 'rows that contradict themselves', faults.count),
    ...(broken > 0
      ? [
          `${broken} rows have a cell that goes over several lines or a quote that nothing closes: see whether rows are lost in it`,
        ]
      : []),
  ];
}
