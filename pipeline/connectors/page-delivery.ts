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
  { connection, accountId, owner, plan }: PageOwner,
  known: ReadonlyMap<string, BrokerRow>,
  pages: number,
  now: Date,
  validator: LineValidator,
): Promise<PageChanges> {
  const day = now.toISOString().slice(0, 10);
  const named: Record<string, Row[]> = {};
  for (const [table, rows] of Object.entries(withPositionReport(page.rows))) {
    named[table] = rows.map((row) => ({
      ...row,
      account_id: accountId,
      ...(table === 'accounts' && { statement: '', contradicted: '' }),
    }));
  }
  const compared: BrokerRow[] = [];
  let corrected = 0;
  const isNews = (row: BrokerRow): boolean => {
    compared.push(row);
    const before = known.get(rowId(row));
    return before?.digest !== row.digest;
  };
  const fresh: Record<string, Row[]> = {};
  const take = (table: string, rows: readonly Row[]): void => {
    if (rows.length > 0) fresh[table] = [...(fresh[table] ?? []), ...rows];
  };
  for (const [table, rows] of Object.entries(named)) {
    const at = instantOf[table];
    if (at === undefined) continue;
    // Of rows with the same key, the last one counts, as in load.
    const byKey = new Map(rows.map((row) => [row.ticket ?? row.id ?? '', row]));
    for (const [key, row] of byKey) {
      const before = known.get(rowId({ table, key }));
      if (!isNews({ table, key, digest: digestOf(valuesOf(row)), at: row[at] ?? '' })) continue;
      if (before !== undefined) corrected += 1;
      take(table, [row]);
    }
  }
  for (const table of ['equity', 'accounts'] as const) {
    const rows = named[table] ?? [];
    const values = rows.map(({ at: _, ...row }) => valuesOf(row));
    const digest = digestOf([day, values]);
    if (rows.length > 0 && isNews({ table, key: '', digest, at: '' })) take(table, rows);
  }
  const { positions, position_reports: reports = [] } = named;
  if (positions !== undefined) {
    const digest = digestOf(positions.map(valuesOf));
    if (isNews({ table: 'positions', key: '', digest, at: '' })) {
      take('positions', positions);
      take('position_reports', reports);
    }
  }
  const { lines, refused, accepted } = await loadable(fresh, validator);
  const terminal = freshTerminal(page.terminal, day, isNews);
  const isEmpty = accepted === 0 && refused.length === 0 && terminal === null;
  const content = { lines, terminal };
  const delivery: Delivery | null = isEmpty
    ? null
    : {
        ...content,
        keyId: `connector:${connection}`,
        source: 'broker_api',
        accountId,
        owner,
        plan,
        received: Buffer.byteLength(JSON.stringify(content)),
        // Pages are told apart by their number: values may change and change back.
        digest: hash('sha256', `${connection} ${pages} ${JSON.stringify(content)}`, 'hex'),
        idempotencyKey: null,
        accepted: accepted + (terminal?.deals.length ?? 0) + (terminal?.positions?.length ?? 0),
        refused,
        isOfNow: false,
      };
  return { delivery, rows: compared, corrected, refused };
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
    if (rows === undefined) continue;
    const texts = rows.map(sourceLine);
    const faults = await validator.faults(table, texts);
    for (const [row, reason] of faults) refused.push({ table: table.name, row: row + 1, reason });
    const good = texts.filter((_, at) => !faults.has(at));
    accepted += good.length;
    if (good.length > 0) lines[table.name] = good;
  }
  return { lines, refused, accepted };
}
