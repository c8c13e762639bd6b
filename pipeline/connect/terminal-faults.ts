import { setImmediate as otherWork } from 'node:timers/promises';
import { entriesOf, type JsonText } from '../base/json-text.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import type { TerminalAccount, TerminalContent } from '../deliveries/deals/terminal.ts';
import type { Rejection } from '../deliveries/receipts.ts';
import { BodyFault, type SentDeal, type SentTerminal } from './body.ts';
import { sendableTable } from './source-lines.ts';
import { isPlainRow, type LineValidator } from './validate-lines.ts';

/** Deals that are checked before other work of the process has its turn. */
const dealsAtOnce = 2_000;

/** Content of a terminal that load will take, and the rows it would refuse. */
interface LoadableTerminal {
  readonly terminal: TerminalContent;
  readonly refused: readonly Rejection[];
}

/**
 * Leaves out the deals and positions of a terminal that load would refuse. Deals become trades only
 * once a run pairs them, so each counts here as a trade of its own. Throws a BodyFault if load
 * would refuse the account, since none of its trades could be loaded.
 */
export async function loadableTerminal(
  { account, deals, positions }: SentTerminal,
  accountId: string,
  validator: LineValidator,
): Promise<LoadableTerminal> {
  const refused: Rejection[] = [];
  const loadable = async (table: string, rows: readonly SentDeal[]) => {
    const trades = sendableTable('trades');
    const odd: { readonly row: SentDeal; readonly line: string }[] = [];
    for (const [at, row] of rows.entries()) {
      const cells = tradeCells(row.deal.json, accountId);
      // A line is made only for the rules: most deals are plainly valid.
      if (!isPlainRow(cells, trades)) odd.push({ row, line: lineOf(cells) });
      if (at % dealsAtOnce === dealsAtOnce - 1) await otherWork();
    }
    const faults = await validator.faults(
      trades,
      odd.map(({ line }) => line),
    );
    const faulty = new Set<SentDeal>();
    for (const [at, reason] of faults) {
      const row = odd[at]?.row;
      if (row === undefined) continue;
      faulty.add(row);
      refused.push({ table, row: row.index, reason });
    }
    return rows.filter((row) => !faulty.has(row)).map(({ deal }) => deal);
  };
  const faults = await validator.faults(sendableTable('accounts'), [
    accountLine(account, accountId),
  ]);
  for (const reason of faults.values()) {
    throw new BodyFault(422, `account: ${inEnglish(reason)}`);
  }
  const open = positions && (await loadable('positions', positions));
  return {
    terminal: {
      account,
      deals: await loadable('deals', deals),
      positions: open?.map(({ json }) => json) ?? null,
    },
    refused,
  };
}

/** Columns of a trade, with the fields of a deal or position that hold them. */
const columns: readonly (readonly [column: string, ...fields: string[]])[] = [
  ['ticket', 'ticket'],
  ['symbol', 'symbol'],
  ['volume', 'volume', 'lots'],
  ['open_price', 'price', 'open_price'],
  ['close_price', 'price', 'close_price'],
  ['profit', 'profit'],
  ['commission', 'commission'],
  ['swap', 'swap'],
  ['stop_loss', 'sl'],
  ['take_profit', 'tp'],
  ['comment', 'comment'],
  ['magic_number', 'magic'],
];

/**
 * Makes the columns of a trade that opens and closes at the times of a deal. A deal that is no
 * trade has no symbol.
 */
function tradeCells(deal: JsonText, accountId: string): ReadonlyMap<string, JsonText> {
  const values = new Map(entriesOf(deal));
  const type = values.get('type');
  const isTrade = type === '0' || type === '1';
  const trade = new Map<string, JsonText>([['account_id', JSON.stringify(accountId)]]);
  for (const [column, ...fields] of columns) {
    const field = fields.find((name) => values.has(name));
    if (field !== undefined) trade.set(column, values.get(field) ?? '');
  }
  if (!isTrade) trade.set('symbol', '"-"').set('volume', '1');
  const opened = values.get('open_time') ?? values.get('time');
  trade.set('side', '"buy"').set('opened_at', instantOf(opened));
  trade.set('closed_at', instantOf(values.get('close_time') ?? opened));
  return trade;
}

const lineOf = (cells: ReadonlyMap<string, JsonText>): string =>
  `{${[...cells].map(([name, value]) => `"${name}":${value}`).join(',')}}`;

const instantOf = (seconds: JsonText | undefined): JsonText =>
  JSON.stringify(new Date(Number(seconds) * 1000).toISOString());

/** Line of the account, whose figures are those of the terminal. */
function accountLine(account: TerminalAccount, accountId: string): string {
  const { platform, currency, broker, server, leverage, demo, balance, gmt } = account;
  const at = new Date(gmt * 1000).toISOString();
  return JSON.stringify({
    ...{ account_id: accountId, platform, currency, broker, server, leverage, demo },
    ...{ created_at: at, updated_at: at, reported_balance: balance },
  });
}
