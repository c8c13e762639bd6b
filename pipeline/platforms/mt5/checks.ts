import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { compareDecimals, parseDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { metatraderFigures } from '../source/metatrader-figures.ts';
import { spanOf, type ToUtc } from '../source/orders.ts';
import { unreadFigures } from '../source/printed-figures.ts';
import type { SourceRows } from '../source/source-tables.ts';
import { statementRows } from '../source/statement-rows.ts';
import { type Account, changeOf } from './account.ts';
import { bookingKind } from './bookings.ts';
import type { Report } from './report.ts';

/** Names what is missing from a report, or printed in a form that can't be read. */
export function wholenessWarnings({ figures, header }: Report): CodedReason[] {
  const unread = unreadFigures(figures, metatraderFigures);
  if (figures.size === 0) {
    return [makeReason('import_no_figures')];
  }
  const isMissing = header.deposit === null && !figures.has('Balance');
  return isMissing ? [...unread, makeReason('import_no_balance_row')] : unread;
}

/** Check of the balances next to deals: the first fault or null, and the count of correct ones. */
export interface RunningBalance {
  readonly fault: CodedReason | null;
  readonly agreeing: number;
}

/** Follows the balance next to each deal: the previous one plus the deal's change. */
export function followBalance({ deals }: Pick<Report, 'deals'>): RunningBalance {
  let before: string | undefined;
  let agreeing = 0;
  for (const deal of deals) {
    if (deal.balance === '') continue;
    const after = sumDecimals([before ?? deal.balance, before ? changeOf(deal) : '0']);
    const isKept = bookingKind(deal) === 'credit' && before === deal.balance;
    if (compareDecimals(after, deal.balance) !== 0 && !isKept) {
      const fault = makeReason('import_balance_breaks', {
        line: deal.line,
        amount: deal.balance,
        from: before ?? '',
        to: after,
      });
      return { fault, agreeing };
    }
    agreeing++;
    before = deal.balance;
  }
  return { fault: null, agreeing };
}

interface AccountOf {
  accountId: string;
  currency: string;
  /** Of the file. */
  fingerprint: string;
  timezone: Timezone;
}

/** Turns what a report says into rows of the source tables, its server's times into UTC. */
export function toSourceRows(
  { header, figures, deals }: Report,
  { trades, positions, flows, opening }: Account,
  isContradicted: boolean,
  { accountId, currency, fingerprint, timezone }: AccountOf,
): SourceRows {
  const utc: ToUtc = (wall, notBefore) => timezone.toUtc(wall, notBefore);
  const span = spanOf(utc, { trades, positions, others: flows.map(({ at }) => at) });
  if (span.isEmpty) span.add(utc(header.saved ?? 0));
  const printed = (name: string) => parseDecimal(figures.get(name) ?? '');
  const balance = printed('Balance') ?? deals.at(-1)?.balance ?? '';
  return statementRows({
    account: {
      account_id: accountId,
      platform: 'MT5',
      currency,
      broker: header.broker,
      server: header.server,
      leverage: header.leverage,
      demo: header.isDemo === null ? '' : String(header.isDemo),
      opening_balance: opening ?? '',
      contradicted: isContradicted ? 'Balance of deals' : '',
      statement: fingerprint,
    },
    span,
    utc,
    trades,
    positions,
    flows,
    state: { balance, equity: printed('Equity') ?? '', margin: printed('Margin') ?? '' },
    printed: new Map([...figures, ['Balance', balance]]),
    names: metatraderFigures,
  });
}
