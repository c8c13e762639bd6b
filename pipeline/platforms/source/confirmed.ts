import { join } from 'node:path';
import { withNoun } from '../../base/counted.ts';
import { CommandError, exitCodes } from '../../base/errors.ts';
import { parseTimezone, type Timezone } from '../../read/values/timezone.ts';
import { earlierAccount } from './earlier.ts';
import type { Imported } from './format.ts';
import { sourceFileName } from './source-files.ts';
import type { ImportedRows, SourceRow } from './source-tables.ts';
import { holdRows } from './trade-batches.ts';

/** How an export is to be imported. */
export interface Confirming {
  file: string;
  /** Where earlier imports of its accounts may be. */
  out: string;
  /** As told; null where it is not. */
  timezone: Timezone | null;
  /** Whether time zone and type may differ from what was confirmed. */
  confirm: boolean;
}

/**
 * Imports an export by the time zone that was confirmed for its account, unless another is told.
 * Throws a CommandError if that would move trades, or if the account changes between demo and real,
 * until whoever imports confirms it.
 */
export async function importConfirmed(
  read: (timezone: Timezone | null) => Promise<Imported>,
  { file, out, timezone, confirm }: Confirming,
): Promise<Imported> {
  const imported = await read(timezone);
  const confirmed = await confirmedAccounts(out, imported.tables);
  const kept = confirmed.find((account) => account.timezone !== '');
  if (!confirm) refuseOtherType(file, confirmed, imported.tables);
  const { clock } = imported;
  if (kept === undefined || clock === undefined) return withTimezone(imported, clock ?? '');
  if (timezone === null) {
    const again = await read(parseTimezone(kept.timezone));
    const note = `times are on ${kept.timezone}, as in earlier imports of ${kept.account_id}`;
    return withTimezone({ ...again, notes: [note, ...again.notes] }, kept.timezone);
  }
  if (!confirm && timezone.name !== kept.timezone) {
    const before = await read(parseTimezone(kept.timezone));
    const move = await moveBetween(before.tables, imported.tables);
    if (move.trades > 0) {
      throw new CommandError(
        `${file}: ${kept.account_id} was imported with times on ${kept.timezone}; --tz ${timezone.name} would move ${moveWords(move)}. Leave --tz out, or add --confirm to move them`,
        exitCodes.usage,
      );
    }
  }
  return withTimezone(imported, timezone.name);
}

function refuseOtherType(
  file: string,
  confirmed: readonly SourceRow<'accounts'>[],
  { accounts = [] }: ImportedRows,
): void {
  for (const { account_id, demo } of accounts) {
    const before = confirmed.find((account) => account.account_id === account_id)?.demo;
    if (!before || demo === '' || demo === before) continue;
    const [was, is] = [before, demo].map((text) => (text === 'true' ? 'a demo' : 'a real'));
    throw new CommandError(
      `${file}: ${account_id} was imported as ${was} account, and this export says that it is ${is} one. Give another --account-id, or add --confirm to change it`,
      exitCodes.usage,
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

/** What an earlier import into the same directory says of the accounts of an export. */
async function confirmedAccounts(
  directory: string,
  { accounts = [] }: ImportedRows,
): Promise<SourceRow<'accounts'>[]> {
  const ids = [...new Set(accounts.map(({ account_id }) => account_id))];
  const found = await Promise.all(
    ids.map((id) => earlierAccount(id, join(directory, sourceFileName('accounts', id)))),
  );
  return found.filter((account) => account !== undefined);
}

/** Trades that two clocks read differently, and by how many milliseconds at least and at most. */
export interface ClockMove {
  trades: number;
  min: number;
  max: number;
}

/** Compares an export as two clocks read it, row by row. */
export async function moveBetween(before: ImportedRows, after: ImportedRows): Promise<ClockMove> {
  const [one, other] = await Promise.all([holdRows(before), holdRows(after)]);
  const shifts = (one.trades ?? []).flatMap(({ opened_at, closed_at }, at) => {
    const moved = other.trades?.[at];
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
