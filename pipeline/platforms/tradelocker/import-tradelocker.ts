import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines, UnreadableExport } from '../../read/bounds.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import { ImportFault } from '../../read/faults.ts';
import { readJsonPieces } from '../../read/json-files.ts';
import { decimalOf, type ExactObject, type JsonValue, textOf } from '../../read/json-values.ts';
import { refusalOf } from '../../read/read-export.ts';
import { utc } from '../../read/timezone.ts';
import { fingerprintOf } from '../source/fingerprint.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import { spanOf } from '../source/orders.ts';
import type { Peek } from '../source/peek.ts';
import { accountIdOf, currencyOf } from '../source/questions.ts';
import { type RowCount, rowCount } from '../source/row-count.ts';
import { balanceAndEquity, statementRows } from '../source/statement-rows.ts';
import {
  countsOf,
  detailOf,
  foreignWarnings,
  incomplete,
  notesOf,
  unreadDetails,
} from './describe.ts';
import { pairFills, type UnpairedPosition } from './pairing.ts';
import { gatherPieces, type Pieces } from './pieces.ts';
import { decimalsOf, instrumentsOf, type PricedTrades, resultsOf } from './profits.ts';
import { readDetails, readRows, type TradelockerRows, unreadLines } from './rows.ts';

const noun = 'TradeLocker history';

interface Read {
  pieces: Pieces;
  rows: TradelockerRows;
  details: ReadonlyMap<string, JsonValue>;
}

/** Imports answers of TradeLocker's API, kept in one JSON file or in the files of a folder. */
export async function importTradelocker(file: string, options: ImportOptions): Promise<Imported> {
  const values = await readJsonPieces(file, noun, options.symbols);
  const fingerprint = await fingerprintOf(file);
  const { pieces, rows, details } = readPieces(values, file);
  const account = accountOf(pieces, options, file);
  const number = textOf(account?.get('id'));
  const server = pieces.labels.get('server') ?? '';
  const identity = { platform: 'TradeLocker', number, server } as const;
  const accountId = accountIdOf(options.accountId, file, identity);
  const printedCurrency = textOf(account?.get('currency')).toUpperCase();
  const currency = currencyOf(options.currency, file, printedCurrency);
  const instruments = instrumentsOf(pieces.instruments);
  const printed = detailOf(details, 'balance') ?? decimalOf(account?.get('accountBalance'));
  const balance = printed ?? '';
  const { trades, unpaired } = tradesOf(rows, instruments, file);
  const results = resultsOf(trades, instruments, currency, decimalsOf(currency, balance));
  askForSizes(file, results);
  const named = <Row extends { instrument: string }>(row: Row) => ({
    ...row,
    symbol: instruments.get(row.instrument)?.name ?? '',
  });
  const opening = openingOf(balance, [...results.trades, ...rows.closed]);
  const equity = equityOf(details, balance);
  const priced = [...rows.closed.map(named), ...results.trades];
  const positions = rows.positions?.map(named);
  return {
    tables: statementRows({
      account: {
        account_id: accountId,
        platform: 'TradeLocker',
        currency,
        server,
        demo: demoOf(pieces),
        deposits_unknown: 'true',
        statement: fingerprint,
      },
      span: spanOf(utc.toUtc, {
        trades: priced,
        positions: positions ?? [],
        others: rows.fills.map(({ at }) => at),
      }),
      utc: utc.toUtc,
      trades: priced,
      positions,
      flows: [],
      // No documented field says which margin open positions bind.
      state: { balance, equity, margin: '' },
      ...balanceAndEquity(balance, equity),
    }),
    rows: countOf(rows, unpaired, results),
    number,
    findings: countsOf(rows, results),
    notes: [...listNotes(pieces, rows), ...notesOf(rows, results, opening, details)],
    warnings: warningsOf({ pieces, rows, details }, unpaired, results, currency),
  };
}

/** Pairs the fills of positions that no row lists as closed. Asks for the lists that it needs. */
function tradesOf(
  rows: TradelockerRows,
  instruments: ReturnType<typeof instrumentsOf>,
  file: string,
) {
  const open = rows.positions;
  const { trades, unpaired, unlisted } = pairFills(uncoveredIn(rows), open);
  if (unlisted > 0) {
    ask(file, makeReason('file_no_closing_order', { count: unlisted }), 'positions');
  }
  askForNames(file, [...trades, ...(open ?? []), ...rows.closed], instruments);
  return { trades, unpaired };
}

const listNotes = (pieces: Pieces, { closed }: TradelockerRows): CodedReason[] =>
  pieces.rows.has('ordersHistory') || closed.length > 0
    ? []
    : [makeReason('import_no_closed_list')];

/** Asks for the instruments if one of these rows has none that is named. */
function askForNames(
  file: string,
  rows: readonly { readonly instrument: string }[],
  instruments: ReturnType<typeof instrumentsOf>,
): void {
  const nameless = rows.filter(({ instrument }) => !instruments.get(instrument)?.name);
  if (nameless.length === 0) return;
  const ids = [...new Set(nameless.map(({ instrument }) => instrument))].slice(0, 5).join(', ');
  ask(file, makeReason('file_no_instrument_name', { names: ids }), 'instruments');
}

/** Asks for the details of instruments without which trades have no result. */
function askForSizes(file: string, { unsized }: ReturnType<typeof resultsOf>): void {
  if (unsized.length === 0) return;
  const names = unsized.slice(0, 5).join(', ');
  ask(file, makeReason('file_no_trade_results', { names }), 'instrumentDetails');
}

/** Lists the fills of positions that are not in the list of closed ones. */
function uncoveredIn({ fills, closed }: TradelockerRows): TradelockerRows['fills'] {
  const covered = new Set(closed.map(({ ticket }) => ticket));
  return fills.filter(({ position }) => !covered.has(position));
}

/** Returns the balance before all results; empty if it is not known or not above 0. */
function openingOf(
  balance: string,
  closed: readonly {
    readonly profit: string;
    readonly commission: string;
    readonly swap: string;
  }[],
): string {
  const nets = closed.flatMap(({ profit, commission, swap }) =>
    [profit, commission, swap].filter(Boolean),
  );
  const before = balance === '' ? '0' : sumDecimals([balance, ...nets.map(negateDecimal)]);
  return compareDecimals(before, '0') > 0 ? before : '';
}

/** Lists what was not imported, and what contradicts itself. */
const warningsOf = (
  { pieces, rows, details }: Read,
  unpaired: ReturnType<typeof pairFills>['unpaired'],
  results: ReturnType<typeof resultsOf>,
  currency: string,
): CodedReason[] => [
  ...firstLines(unreadLines(rows), 'rows not imported', rows.unread.length),
  ...firstLines(
    [...pieces.differing, ...rows.differing].map((row) =>
      makeReason('import_again', { name: row }),
    ),
    'rows that come again with other values',
  ),
  ...unreadDetails(details),
  ...firstLines(
    unpaired.map(({ position, reason }) =>
      makeReason('import_position_not_imported', { value: position, detail: reason }),
    ),
    'positions not imported',
  ),
  ...foreignWarnings(results, currency),
  ...firstLines(
    results.contradicted.map(({ ticket, stated, ours }) =>
      makeReason('import_price_differs', { value: ticket, amount: stated, other: ours }),
    ),
    'results that their prices contradict',
  ),
  ...incomplete(pieces),
];

/** Counts filled orders as parts of their trades, or of positions that are listed as closed. */
function countOf(
  { answered, unread, unfilled, repeated, relisted, fills }: TradelockerRows,
  unpaired: readonly UnpairedPosition[],
  { trades, foreign }: PricedTrades,
): RowCount {
  const left = new Set(unpaired.map(({ position }) => position));
  const unpairedFills = fills.filter(({ position }) => left.has(position)).length;
  const unpriced = [...foreign.values()].reduce((sum, count) => sum + count, 0);
  return rowCount({
    read: answered,
    refused: unread.length + unpairedFills + unpriced,
    repeated: repeated + relisted,
    leftOut: unfilled,
    parts: fills.length - unpairedFills,
    made: trades.length + unpriced,
  });
}

/** Why a file holds no answers of TradeLocker's API. */
export function refuseTradelocker({ kind, head }: Peek): string | null {
  if (kind !== 'json') return 'no JSON';
  const isNamed =
    /"(orders?History|positionsConfig|ordersHistoryConfig|tradableInstrumentId)"/.test(head);
  return isNamed ? null : 'neither a history of orders nor its configuration';
}

function readPieces(values: readonly JsonValue[], file: string): Read {
  try {
    const pieces = gatherPieces(values);
    if (!pieces.rows.has('ordersHistory') && !pieces.rows.has('positions')) {
      throw new UnreadableExport(makeReason('file_expected_tradelocker'));
    }
    const rows = readRows(pieces);
    if (rows.fills.length + (rows.positions?.length ?? 0) + rows.closed.length === 0) {
      throw new UnreadableExport(makeReason('file_nothing_filled'));
    }
    return { pieces, rows, details: readDetails(pieces) };
  } catch (cause) {
    throw refusalOf(file, noun, cause);
  }
}

/** The answers that tell what others leave open. */
const pathsOf = {
  positions: '/trade/accounts/{id}/positions',
  instruments: '/trade/accounts/{id}/instruments',
  instrumentDetails: makeReason('file_instrument_answers', { path: '/trade/instruments/{id}' }),
} as const;

function ask(file: string, detail: CodedReason, piece: keyof typeof pathsOf): never {
  throw new ImportFault('import_no_answer', file, { detail, value: pathsOf[piece], name: piece });
}

/** Finds the account of the answers: the only one, or the one that is named next to them. */
function accountOf({ accounts, labels }: Pieces, options: ImportOptions, file: string) {
  const distinct = [...new Map(accounts.map((each) => [textOf(each.get('id')), each])).values()];
  if (distinct.length <= 1) return distinct[0];
  const named = [labels.get('accountId'), labels.get('accNum')].filter(
    (text) => text !== undefined,
  );
  const numbers = [...named, ...(options.accountId?.match(/\d+/g) ?? [])];
  const isTold = (account: ExactObject, field: string) =>
    numbers.includes(textOf(account.get(field)));
  const account =
    distinct.find((account) => isTold(account, 'id')) ??
    distinct.find((account) => isTold(account, 'accNum'));
  if (account !== undefined) return account;
  throw new ImportFault('import_several_accounts', file, { count: distinct.length });
}

function demoOf({ labels }: Pieces): 'true' | 'false' | '' {
  const environment = labels.get('environment')?.toLowerCase() ?? '';
  if (environment === 'demo') return 'true';
  return environment === 'live' ? 'false' : '';
}

/** Balance and what is open, as one figure or of two. */
function equityOf(details: ReadonlyMap<string, JsonValue>, balance: string): string {
  const open = detailOf(details, 'openNetPnL');
  return detailOf(details, 'equity') ?? (open && balance ? sumDecimals([balance, open]) : '');
}
