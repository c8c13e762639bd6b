import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines, UnreadableExport } from '../../read/bounds.ts';
import { ImportFault } from '../../read/faults.ts';
import { readJsonPieces } from '../../read/json-files.ts';
import { type ExactObject, type JsonValue, textOf } from '../../read/json-values.ts';
import { refusalOf } from '../../read/read-export.ts';
import { utc } from '../../read/timezone.ts';
import { fingerprintOf } from '../source/fingerprint.ts';
import type { Imported, ImportOptions } from '../source/format.ts';
import { spanOf } from '../source/orders.ts';
import type { Peek } from '../source/peek.ts';
import { accountIdOf, currencyOf } from '../source/questions.ts';
import { type RowCount, rowCount } from '../source/row-count.ts';
import { balanceAndEquity, statementRows } from '../source/statement-rows.ts';
import { type Balances, followBalances } from './openapi-balances.ts';
import { gatherMessages, type Messages } from './openapi-messages.ts';
import { type Rows, readRows, type UnreadRecord } from './openapi-rows.ts';
import {
  closedTrade,
  equityOf,
  type Lots,
  leverageOf,
  lotsOf,
  marginOf,
} from './openapi-tables.ts';
import { amountOf, faultOf } from './openapi-values.ts';

const noun = 'messages of cTrader';

/** Imports messages of cTrader's Open API, kept in one JSON file or in the files of a folder. */
export async function importOpenApi(file: string, options: ImportOptions): Promise<Imported> {
  const values = await readJsonPieces(file, noun, options.symbols);
  const fingerprint = await fingerprintOf(file);
  const { messages, rows } = readMessages(values, file);
  const { trader, login, number, broker, accountId, currency } = accountIn(messages, file, options);
  const lots = lotsIn(messages, rows, file);
  const balances = followBalances(rows);
  const printed = amountOf(trader, 'balance');
  const balance = printed || balances.closing;
  const known = (rows.holdings ?? []).filter(({ unrealized }) => unrealized !== null);
  const isUnknown = known.length < (rows.holdings?.length ?? 0);
  const equity = rows.holdings && !isUnknown && balance ? equityOf(trader, balance, known) : '';
  const trades = rows.closings.map((deal) => closedTrade(deal, rows.openings, lots));
  const positions = known.map((held) => ({ ...held, ...lots.of(held) }));
  const flows = [...rows.transfers, ...rows.bonuses, ...balances.jumps];
  const span = spanOf(utc.toUtc, { trades, positions, others: flows.map(({ at }) => at) });
  return {
    tables: statementRows({
      account: {
        account_id: accountId,
        platform: 'cTrader',
        currency,
        broker,
        leverage: leverageOf(trader),
        demo: demoOf(login),
        opening_balance: balances.opening ?? '',
        contradicted: balances.missing === undefined ? '' : 'Balance',
        statement: fingerprint,
      },
      span,
      utc: utc.toUtc,
      trades,
      positions: rows.holdings && positions,
      flows,
      state: { balance, equity, margin: marginOf(trader, known) },
      ...balanceAndEquity(balance, equity),
    }),
    rows: countOf(messages, rows, balances),
    number,
    findings: countsOf(rows, balances),
    notes: notesOf(rows, balances, messages),
    warnings: warningsOf(messages, rows, balances, trader),
  };
}

/** Finds the account that messages are about, and its currency. */
function accountIn(messages: Messages, file: string, options: ImportOptions) {
  const trader = messages.traders.at(-1);
  const account = textOf(trader?.get('ctidTraderAccountId')) || [...messages.accounts][0] || '';
  const login = messages.logins.find((each) => textOf(each.get('ctidTraderAccountId')) === account);
  const number = textOf(trader?.get('traderLogin')) || textOf(login?.get('traderLogin')) || account;
  const broker = textOf(trader?.get('brokerName'));
  const accountId = accountIdOf(options.accountId, file, {
    platform: 'cTrader',
    number,
    server: broker,
  });
  const asset = messages.assets.get(textOf(trader?.get('depositAssetId')));
  const currency = currencyOf(options.currency, file, textOf(asset?.get('name')).toUpperCase());
  return { trader, login, number, broker, accountId, currency };
}

/** Lists what was not imported, and what contradicts itself. */
const warningsOf = (
  messages: Messages,
  rows: Rows,
  balances: Balances,
  trader: ExactObject | undefined,
): CodedReason[] => [
  ...firstLines(
    rows.unread.map((unread) =>
      makeReason('import_row_not_imported', { name: nameOf(unread), detail: unread.reason }),
    ),
    'messages not imported',
  ),
  ...firstLines(
    messages.differing.map((message) => makeReason('import_again', { name: message })),
    'messages that come again with other values',
  ),
  ...unreadAmounts(trader),
  ...(unvaluedIn(rows.holdings) > 0
    ? [makeReason('import_no_floating', { count: unvaluedIn(rows.holdings) })]
    : []),
  ...firstLines(
    balances.jumps.map(({ before, amount, kind }) =>
      kind === 'flow'
        ? makeReason('import_balance_moved_message', { amount, id: before })
        : makeReason('import_balance_moved_unread', { amount, id: before }),
    ),
    'such moves',
  ),
  ...(balances.missing === undefined
    ? []
    : [makeReason('import_balance_before_message', { amount: balances.missing })]),
  ...(messages.cutOff > 0 && messages.ended === 0 ? [makeReason('import_deals_cut')] : []),
];

function countOf(
  { deals, transfers, bonuses, positions, repeated }: Messages,
  { unread, unfilled, opened, notOpen, holdings }: Rows,
  { jumps }: Balances,
): RowCount {
  return rowCount({
    read: deals.size + repeated + transfers.size + bonuses.size + (positions?.size ?? 0),
    refused: unread.length,
    repeated,
    leftOut: unfilled + notOpen + unvaluedIn(holdings),
    parts: opened,
    made: jumps.length,
  });
}

/** Returns the number of open positions that nothing values. */
const unvaluedIn = (holdings: Rows['holdings'] = []): number =>
  holdings.filter(({ unrealized }) => unrealized === null).length;

const nameCodes = {
  deal: 'file_the_deal',
  transfer: 'file_the_transfer',
  bonus: 'file_the_bonus',
  position: 'file_the_position',
} as const satisfies Record<UnreadRecord['what'], unknown>;

/** Names a message, such as `deal 12`. */
const nameOf = ({ what, id }: UnreadRecord): CodedReason => makeReason(nameCodes[what], { id });

/** Returns whether an account is a demo account; empty if its login does not say it. */
function demoOf(login: ExactObject | undefined): 'true' | 'false' | '' {
  const isLive = login?.get('isLive');
  if (typeof isLive !== 'boolean') return '';
  return isLive ? 'false' : 'true';
}

/** Names amounts of the account itself that can't be read, and count as not told. */
const unreadAmounts = (trader: ExactObject | undefined): CodedReason[] =>
  ['balance', 'managerBonus', 'ibBonus'].flatMap((name) => {
    const detail = faultOf(trader, name);
    return detail === null ? [] : [makeReason('import_account_detail', { detail })];
  });

/** Why JSON holds no messages of the Open API. */
export function refuseOpenApi({ head }: Peek): string | null {
  const isHere = /"(closePositionDetail|dealId|balanceHistoryId)"/.test(head);
  return isHere ? null : 'no deals of its Open API';
}

function readMessages(
  values: readonly JsonValue[],
  file: string,
): { messages: Messages; rows: Rows } {
  try {
    const messages = gatherMessages(values);
    if (messages.deals.size === 0) throw new UnreadableExport(makeReason('file_expected_openapi'));
    const traders = new Set(
      messages.traders.map((each) => textOf(each.get('ctidTraderAccountId'))),
    );
    if (messages.accounts.size > 1 || traders.size > 1) {
      throw new UnreadableExport(makeReason('file_mixed_accounts'));
    }
    const rows = readRows(messages);
    if (rows.closings.length + (rows.holdings?.length ?? 0) + rows.transfers.length === 0) {
      const [unread] = rows.unread;
      throw new UnreadableExport(
        unread
          ? makeReason('import_field', { name: nameOf(unread), fault: unread.reason })
          : makeReason('file_nothing_closed'),
      );
    }
    return { messages, rows };
  } catch (cause) {
    throw refusalOf(file, noun, cause);
  }
}

/** Returns the lots of every symbol. Asks for the symbols that no message tells. */
function lotsIn(messages: Messages, rows: Rows, file: string): Lots {
  const lots = lotsOf(messages);
  const all = [...rows.closings, ...(rows.holdings ?? [])];
  const unknown = all.filter((row) => !lots.isKnown(row)).map(({ symbolId }) => symbolId);
  const missing = [...new Set(unknown)];
  if (missing.length > 0) {
    throw new ImportFault('import_no_symbols', file, { names: missing.slice(0, 5).join(', ') });
  }
  return lots;
}

function countsOf(
  { closings, opened, unfilled, transfers, bonuses }: Rows,
  { agreeing }: Balances,
): CodedReason[] {
  return [
    makeReason('import_deals_found', { count: closings.length, min: opened, max: unfilled }),
    ...(transfers.length > 0 ? [makeReason('import_transfers', { count: transfers.length })] : []),
    ...(bonuses.length > 0 ? [makeReason('import_bonuses', { count: bonuses.length })] : []),
    ...(agreeing > 0 ? [makeReason('import_messages_agree', { count: agreeing })] : []),
  ];
}

function notesOf(
  { closings, holdings, openings }: Rows,
  { opening, closing }: Balances,
  { repeated }: Messages,
): CodedReason[] {
  const unopened = closings.filter(({ position }) => !openings.has(position)).length;
  return [
    ...(opening === undefined ? [] : [makeReason('import_opening_message', { amount: opening })]),
    ...(closing === '' ? [makeReason('import_no_balances')] : []),
    ...(unopened > 0 ? [makeReason('import_unopened', { count: unopened })] : []),
    ...(holdings === undefined ? [makeReason('import_no_open_list')] : []),
    ...(repeated > 0 ? [makeReason('import_deals_twice', { count: repeated })] : []),
  ];
}
