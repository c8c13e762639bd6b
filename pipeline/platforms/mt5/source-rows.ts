import { parseDecimal } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { metatraderFigures } from '../source/metatrader-figures.ts';
import {
  accountRow,
  instant,
  positionRow,
  spanOf,
  type ToUtc,
  tradeRow,
} from '../source/orders.ts';
import { withPrintedFigures } from '../source/printed-figures.ts';
import type { SourceRows } from '../source/source-tables.ts';
import type { Account } from './account.ts';
import type { Report } from './report.ts';

interface AccountOf {
  accountId: string;
  currency: string;
  /** Of the file. */
  fingerprint: string;
  timezone: Timezone;
}

/** Turns what a report says into rows of the source tables, its server's times into UTC. */
export function toSourceRows(
  report: Report,
  account: Account,
  isContradicted: boolean,
  { accountId, currency, fingerprint, timezone }: AccountOf,
): SourceRows {
  const { header, figures, deals } = report;
  const { trades, positions, flows } = account;
  const utc: ToUtc = (wall, notBefore) => timezone.toUtc(wall, notBefore);
  const span = spanOf(utc, { trades, positions, others: flows.map(({ at }) => at) });
  if (span.isEmpty) span.add(utc(header.saved ?? 0));
  const at = instant(span.last);
  const balance = parseDecimal(figures.get('Balance') ?? '') ?? deals.at(-1)?.balance ?? '';
  const equity = parseDecimal(figures.get('Equity') ?? '') ?? '';
  const margin = parseDecimal(figures.get('Margin') ?? '') ?? '';
  const isReported = balance !== '' && equity !== '';
  const rows: SourceRows = {
    accounts: [
      accountRow({
        account_id: accountId,
        platform: 'MT5',
        currency,
        broker: header.broker,
        server: header.server,
        leverage: header.leverage,
        demo: header.isDemo === null ? '' : String(header.isDemo),
        created_at: instant(span.first),
        updated_at: at,
        opening_balance: account.opening ?? '',
        reported_balance: balance,
        contradicted: isContradicted ? 'Balance of deals' : '',
        statement: fingerprint,
      }),
    ],
    trades: trades.map((trade) => tradeRow(trade, accountId, utc)),
    positions: positions.map((position) => positionRow(position, accountId, utc, span.last)),
    cash_flows: flows.map(({ id, at: booked, amount, kind, text }) => ({
      account_id: accountId,
      id,
      amount,
      kind,
      text,
      at: instant(utc(booked)),
    })),
    equity: isReported ? [{ account_id: accountId, at, balance, equity, margin }] : [],
  };
  return withPrintedFigures(rows, new Map([...figures, ['Balance', balance]]), metatraderFigures);
}
