import { hash } from 'node:crypto';
import type { LineValidator } from '../connect/validate-lines.ts';
import type { BrokerRow } from '../deliveries/broker-reads.ts';
import { rowId } from '../deliveries/broker-reads.ts';
import type { TerminalContent } from '../deliveries/deals/terminal.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { Rejection } from '../deliveries/receipts.ts';
import { tables } from '../load/columns.ts';
import { withPositionReport } from '../platforms/source/source-files.ts';
import { sourceLine } from '../platforms/source/source-tables.ts';
import type { Plan } from '../registry/words.ts';
import type { ReadPage } from './kind.ts';

/** Rows that a page adds to what was delivered, and what they change. */
interface PageChanges {
  /** Null if nothing is new. */
  readonly delivery: Delivery | null;
  /** Every compared row of the page, with its digest. */
  readonly rows: readonly BrokerRow[];
  /** Count of rows that were delivered earlier with other values. */
  readonly corrected: number;
  /** Rows that load would refuse. */
  readonly refused: readonly Rejection[];
}

/** Connection, account and owner of the delivery that a page becomes. */
interface PageOwner {
  readonly connection: string;
  readonly accountId: string;
  readonly owner: string;
  readonly plan: Plan;
}

type Row = Readonly<Record<string, string>>;

/** Column with the instant of a row that is compared by its key. */
const instantOf: Readonly<Record<string, string>> = { trades: 'closed_at', cash_flows: 'at' };

/** Columns that change with every read and alone are no news. */
const volatile = new Set(['updated_at', 'reported_at', 'created_at']);

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');

/** Values of a row in the order of their columns, without what changes with every read. */
const valuesOf = (row: Row): unknown =>
  Object.entries(row)
    .filter(([name, value]) => value !== '' && !volatile.has(name) && name !== 'account_id')
    .sort(([first], [second]) => (first < second ? -1 : 1));

/**
 * Compares a page with what was delivered. Trades and cash flows are compared by their keys. The
 * account, its open positions and its equity are delivered if they changed, and once a UTC day.
 */
export async function changesOf(
  page: ReadPage,
  whose: PageOwner,
  known: ReadonlyMap<string, BrokerRow>,
  pages: number,
  now: Date,
  validator: LineValidator,
): Promise<PageChanges> {
  const day = now.toISOString().slice(0, 10);
  const compared: BrokerRow[] = [];
  let corrected = 0;
  const isNews = (row: BrokerRow): boolean => {
    compared.push(row);
    const before = known.get(rowId(row));
    const isOther = before?.digest !== row.digest;
    if (isOther && before !== undefined && instantOf[row.table]) corrected += 1;
    return isOther;
  };
  const fresh = freshRows(rowsOf(page, whose.accountId), day, isNews);
  const terminal = freshTerminal(page.terminal, day, isNews);
  const { lines, refused, accepted } = await loadable(fresh, validator);
  const isEmpty = accepted === 0 && refused.length === 0 && terminal === null;
  const delivery = isEmpty
    ? null
    : deliveryOf({ lines, terminal }, accepted, refused, whose, pages);
  return { delivery, rows: compared, corrected, refused };
}

/** Lists the rows of a page, with the account that they belong to. */
function rowsOf(page: ReadPage, accountId: string): Record<string, readonly Row[]> {
  const named = Object.entries(withPositionReport(page.rows)).map(([table, rows]) => {
    const ofStatement = table === 'accounts' && { statement: '', contradicted: '' };
    return [table, rows.map((row) => ({ ...row, account_id: accountId, ...ofStatement }))] as const;
  });
  return Object.fromEntries(named);
}

/** Picks the rows that are news, by table. */
function freshRows(
  { positions, position_reports: reports = [], ...named }: Readonly<Record<string, readonly Row[]>>,
  day: string,
  isNews: (row: BrokerRow) => boolean,
): Record<string, readonly Row[]> {
  const fresh: Record<string, readonly Row[]> = {};
  for (const [table, instant] of Object.entries(instantOf)) {
    // Of rows with the same key, the last one counts, as in load.
    const byKey = new Map((named[table] ?? []).map((row) => [row.ticket ?? row.id ?? '', row]));
    const news = [...byKey].filter(([key, row]) =>
      isNews({ table, key, digest: digestOf(valuesOf(row)), at: row[instant] ?? '' }),
    );
    fresh[table] = news.map(([, row]) => row);
  }
  for (const table of ['equity', 'accounts']) {
    const rows = named[table] ?? [];
    const values = rows.map(({ at: _, ...row }) => valuesOf(row));
    const digest = digestOf([day, values]);
    if (rows.length > 0 && isNews({ table, key: '', digest, at: '' })) fresh[table] = rows;
  }
  if (positions !== undefined) {
    const digest = digestOf(positions.map(valuesOf));
    const isNew = isNews({ table: 'positions', key: '', digest, at: '' });
    if (isNew) Object.assign(fresh, { positions, position_reports: reports });
  }
  return fresh;
}

function deliveryOf(
  content: Pick<Delivery, 'lines' | 'terminal'>,
  rows: number,
  refused: readonly Rejection[],
  { connection, accountId, owner, plan }: PageOwner,
  pages: number,
): Delivery {
  const { terminal } = content;
  const json = JSON.stringify(content);
  return {
    ...content,
    keyId: `connector:${connection}`,
    source: 'broker_api',
    accountId,
    owner,
    plan,
    received: Buffer.byteLength(json),
    // Pages are told apart by their number: values may change and change back.
    digest: hash('sha256', `${connection} ${pages} ${json}`, 'hex'),
    idempotencyKey: null,
    accepted: rows + (terminal?.deals.length ?? 0) + (terminal?.positions?.length ?? 0),
    refused,
    isOfNow: false,
  };
}

/** Keeps the deals that are new or changed; null if neither they nor the account are news. */
function freshTerminal(
  terminal: TerminalContent | null,
  day: string,
  isNews: (row: BrokerRow) => boolean,
): TerminalContent | null {
  if (terminal === null) return null;
  const { account, positions } = terminal;
  const deals = terminal.deals.filter(({ ticket, time, json }) =>
    isNews({
      table: 'deals',
      key: ticket,
      digest: digestOf(json),
      at: new Date(time * 1000).toISOString(),
    }),
  );
  const { gmt, listed, ...facts } = account;
  const ofAccount = { table: 'terminal', key: '', digest: digestOf([day, facts, positions]) };
  const isChanged = isNews({ ...ofAccount, at: '' });
  return isChanged || deals.length > 0 ? { ...terminal, deals } : null;
}

/** Separates rows that load would refuse, by its own rules. */
async function loadable(
  fresh: Readonly<Record<string, readonly Row[]>>,
  validator: LineValidator,
): Promise<{
  lines: Record<string, string[]>;
  refused: Rejection[];
  accepted: number;
}> {
  const lines: Record<string, string[]> = {};
  const refused: Rejection[] = [];
  let accepted = 0;
  for (const table of tables) {
    const rows = fresh[table.name];
    if (rows === undefined || rows.length === 0) continue;
    const texts = rows.map(sourceLine);
    const faults = await validator.faults(table, texts);
    for (const [row, reason] of faults) refused.push({ table: table.name, row: row + 1, reason });
    const good = texts.filter((_, at) => !faults.has(at));
    accepted += good.length;
    if (good.length > 0) lines[table.name] = good;
  }
  return { lines, refused, accepted };
}
