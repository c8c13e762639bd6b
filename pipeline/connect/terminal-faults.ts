import { setImmediate as otherWork } from 'node:timers/promises';
import { type JsonText, membersOf } from '../base/json-text.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import type { TerminalAccount, TerminalContent } from '../deliveries/deals/terminal.ts';
import type { Rejection } from '../deliveries/receipts.ts';
import { BodyFault, type SentDeal, type SentTerminal } from './body.ts';
import { lineOfCells, tradeCells } from './deal-as-trade.ts';
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
      // A line is made only for the rules: most deals are plainly valid.
      if (!row.isPlain) {
        const cells = tradeCells(membersOf(row.deal.json), accountId);
        odd.push({ row, line: lineOfCells(cells) });
      }
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
  const accounts = sendableTable('accounts');
  const cells = accountCells(account, accountId);
  if (!isPlainRow(cells, accounts)) {
    const faults = await validator.faults(accounts, [lineOfCells(cells)]);
    for (const reason of faults.values()) {
      throw new BodyFault(422, `account: ${inEnglish(reason)}`);
    }
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

/** Columns of the account, whose figures are those of the terminal. */
function accountCells(account: TerminalAccount, accountId: string): ReadonlyMap<string, JsonText> {
  const { platform, currency, broker, server, leverage, demo, balance, gmt } = account;
  const at = new Date(gmt * 1000).toISOString();
  const cells = {
    account_id: accountId,
    platform,
    currency,
    broker,
    server,
    leverage,
    demo,
    created_at: at,
    updated_at: at,
    reported_balance: balance,
  };
  return new Map(Object.entries(cells).map(([name, text]) => [name, JSON.stringify(text)]));
}
