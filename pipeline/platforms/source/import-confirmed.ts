import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { CommandError, readFault, UsageError } from '../../base/errors.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import { withNoun } from '../../base/with-noun.ts';
import { findTimezone, type Timezone } from '../../read/timezone.ts';
import type { Imported } from './format.ts';
import { exportFilesIn, fileSafe } from './source-files.ts';
import { type SourceRow, type SourceRows, sourceTables } from './source-tables.ts';

/** Options of importing an export. */
export interface ConfirmedImportOptions {
  file: string;
  /** Folder in which earlier imports of its accounts may be. */
  out: string;
  /** Confirmed value. Null if it was not confirmed. */
  timezone: Timezone | null;
  /** True if time zone and type may differ from the confirmed ones. */
  confirm: boolean;
}

/**
 * Imports an export by the time zone that was confirmed for its account, unless the options name
 * another. Throws a CommandError if that would move trades, or if the account changes between demo
 * and real, until the user confirms it. Always throws if the account changes its currency.
 */
export async function importConfirmed(
  read: (timezone: Timezone | null) => Promise<Imported>,
  { file, out, timezone, confirm }: ConfirmedImportOptions,
): Promise<Imported> {
  const imported = await read(timezone);
  const earlier = await earlierReports(out, imported.tables);
  refuseOtherCurrency(earlier, imported.tables);
  const confirmed = earlier.map(({ account }) => account);
  const known = earlier.find(({ account }) => account.timezone !== '');
  if (!confirm) refuseOtherType(file, confirmed, imported.tables);
  const { clock } = imported;
  if (known === undefined || clock === undefined) return withTimezone(imported, clock ?? '');
  const { account_id } = known.account;
  const before = clockOf(known);
  if (timezone === null) {
    const again = await read(before);
    const note = makeReason('import_times_as_before', { name: before.name, account: account_id });
    return withTimezone({ ...again, notes: [note, ...again.notes] }, before.name);
  }
  if (!confirm && timezone.name !== before.name) {
    const move = moveBetween((await read(before)).tables, imported.tables);
    if (move.trades > 0) {
      throw new UsageError(
        `${file}: ${account_id} was imported with times on ${before.name}; --tz ${timezone.name} would move ${moveWords(move)}. Leave --tz out, or add --confirm to move them`,
      );
    }
  }
  return withTimezone(imported, timezone.name);
}

/** Returns the clock that an earlier import was confirmed with. */
function clockOf({ account: { timezone }, path }: EarlierReport): Timezone {
  const clock = findTimezone(timezone);
  if (clock !== null) return clock;
  throw new CommandError(
    `${path}: its timezone \`${timezone.slice(0, 60)}\` is no time zone; correct it there, or move the file away`,
  );
}

function refuseOtherType(
  file: string,
  confirmed: readonly SourceRow<'accounts'>[],
  { accounts = [] }: SourceRows,
): void {
  for (const { account_id, demo } of accounts) {
    const before = confirmed.find((known) => known.account_id === account_id && known.demo)?.demo;
    if (!before || demo === '' || demo === before) continue;
    const [was, is] = [before, demo].map((text) => (text === 'true' ? 'a demo' : 'a real'));
    throw new UsageError(
      `${file}: ${account_id} was imported as ${was} account, and this export says that it is ${is} one. Give another --account-id, or add --confirm to change it`,
    );
  }
}

const withTimezone = (imported: Imported, timezone: string): Imported => ({
  ...imported,
  tables: {
    ...imported.tables,
    ...(imported.tables.accounts && {
      accounts: imported.tables.accounts.map((account) => ({ ...account, timezone })),
    }),
  },
});

function refuseOtherCurrency(
  earlier: readonly EarlierReport[],
  { accounts = [] }: SourceRows,
): void {
  for (const { account_id, currency } of accounts) {
    const conflicting = earlier.find(
      ({ account }) => account.account_id === account_id && account.currency !== currency,
    );
    if (conflicting === undefined) continue;
    throw new CommandError(
      `${conflicting.path}: ${account_id} is in ${conflicting.account.currency} there and in ${currency} in this export; give another --account-id or --out, as one account can't add up both, or remove its files there if that currency was wrong`,
    );
  }
}

/** Account data of an earlier import, and the file that has them. */
interface EarlierReport {
  readonly account: SourceRow<'accounts'>;
  readonly path: string;
}

/** Reads what exports in a directory say of the accounts of an import, the newest first. */
async function earlierReports(
  directory: string,
  { accounts = [] }: SourceRows,
): Promise<EarlierReport[]> {
  const names = new Set(accounts.map(({ account_id }) => fileSafe(account_id)));
  const files = exportFilesIn(directory).filter(
    ({ table, account }) => table === 'accounts' && names.has(account),
  );
  const read = await Promise.all(
    files.map(async ({ path }) => (await readAccounts(path)).map((account) => ({ account, path }))),
  );
  const ends = ({ account }: EarlierReport) => Date.parse(account.updated_at);
  return read
    .flat()
    .reverse()
    .sort((first, second) => ends(second) - ends(first));
}

async function readAccounts(path: string): Promise<SourceRow<'accounts'>[]> {
  try {
    const text = await readFile(path, 'utf8');
    const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
    return rows.map((row) => {
      if (!row.account_id || !row.currency || Number.isNaN(Date.parse(row.updated_at ?? ''))) {
        const missing = 'account_id, currency or updated_at is missing; move it away';
        throw new CommandError(makeReason('import_unreachable', { file: path, detail: missing }));
      }
      const cells = sourceTables.accounts.map((name) => [name, row[name] ?? '']);
      return Object.fromEntries(cells) as SourceRow<'accounts'>;
    });
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const fault = cause instanceof CsvError ? `${cause.message}; move it away` : readFault(cause);
    throw new CommandError(
      makeReason('import_unreachable', { file: path, detail: fault }),
      undefined,
      {
        cause,
      },
    );
  }
}

/** Trades that two clocks read differently, and by how many milliseconds at least and at most. */
export interface ClockMove {
  trades: number;
  min: number;
  max: number;
}

/** Compares the trades of an export as two clocks read it, by their tickets. */
export function moveBetween(before: SourceRows, after: SourceRows): ClockMove {
  const keyOf = ({ account_id, ticket }: SourceRow<'trades'>) => `${account_id}\n${ticket}`;
  // A trade that one clock would close before it opens is missing in the rows of that clock.
  const byKey = new Map(after.trades?.map((trade) => [keyOf(trade), trade]));
  const shifts = (before.trades ?? []).flatMap((trade) => {
    const { opened_at, closed_at } = trade;
    const moved = byKey.get(keyOf(trade));
    if (moved === undefined) return [];
    const apart = [moved.opened_at, moved.closed_at].map(
      (time, end) => Date.parse(time) - Date.parse(end === 0 ? opened_at : closed_at),
    );
    return apart.some((shift) => shift !== 0) ? [apart] : [];
  });
  const sizes = shifts.flat().map(Math.abs);
  return {
    trades: shifts.length,
    min: sizes.reduce((min, size) => Math.min(min, size), Number.POSITIVE_INFINITY),
    max: sizes.reduce((max, size) => Math.max(max, size), 0),
  };
}

/** A move in words, such as `636 trades by 2 to 3 hours`. */
export function moveWords({ trades, min, max }: ClockMove): string {
  const hours = (milliseconds: number) => `${Math.round(milliseconds / 36_000) / 100}`;
  const span = min === max ? hours(max) : `${hours(min)} to ${hours(max)}`;
  return `${withNoun(trades, 'trade')} by ${span} ${span === '1' ? 'hour' : 'hours'}`;
}
