import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type Database from 'libsql';
import type { InboxDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError } from '../base/errors.ts';
import { syncDirectory } from '../base/files.ts';
import { entriesOf } from '../base/json-text.ts';
import type { Log } from '../base/log.ts';
import { modes } from '../base/modes.ts';
import type { Table } from '../load/columns.ts';
import { scanRecords, type TextRecord } from '../load/records.ts';
import { fileSafe } from '../platforms/source/source-files.ts';
import { type Size, sizeOf } from './quota.ts';
import { sendable } from './sendable.ts';
import { change, withInbox } from './store.ts';

/** Bytes that an account grows by, at least, before it is compacted again. */
const minGrowth = 1024 * 1024;
/** Keys that are held in memory at a time. */
const maxKeys = 500_000;

/**
 * Removes rows that later ones replace from the files of accounts that have grown to twice what they
 * were, or whose owner met a limit; for whoever holds the lock of runs. The files say the same
 * before and after, also where this is ended in between.
 */
export function compactSent(
  { database, facts }: Pick<InboxDirectory, 'database' | 'facts'>,
  log: Pick<Log, 'warn'>,
): void {
  if (!existsSync(database)) return;
  const due = withInbox(
    database,
    (inbox) =>
      inbox
        .prepare(
          `select account_id from kept where source = 'sent'
             and (is_full = 1 or bytes > 2 * compacted_bytes + ${minGrowth})`,
        )
        .all() as { account_id: string }[],
  );
  for (const { account_id: accountId } of due) {
    try {
      const size = compactAccount(facts, accountId);
      change(database, (inbox) => noteSize(inbox, accountId, size));
    } catch (error) {
      // The disk's faults are everybody's.
      if (asFileFault(error) instanceof CommandError) throw error;
      log.warn('replaced rows of an account stay', { account: accountId, reason: String(error) });
    }
  }
}

/** Puts what there is of an account in place of what was counted as it came. */
function noteSize(inbox: Database.Database, accountId: string, files: Size): void {
  const waiting = inbox
    .prepare(`select lines from sendings where account_id = ? and state = 'received'`)
    .all(accountId) as { lines: string }[];
  const [deals] = inbox
    .prepare(
      `select count(*) as rows, coalesce(sum(length(deal) + 1), 0) as bytes from deals
       where account_id = ?`,
    )
    .all(accountId) as Size[];
  const sizes = waiting.map(({ lines }) => sizeOf({ lines: JSON.parse(lines), terminal: null }));
  const all = [files, deals ?? { rows: 0, bytes: 0 }, ...sizes];
  const rows = all.reduce((sum, size) => sum + size.rows, 0);
  const bytes = all.reduce((sum, size) => sum + size.bytes, 0);
  inbox
    .prepare(
      `update kept set rows = ?, bytes = ?, compacted_bytes = ?, is_full = 0, is_told = 0
       where account_id = ? and source = 'sent'`,
    )
    .run(rows, bytes, bytes, accountId);
}

function compactAccount(facts: string, accountId: string): Size {
  let rows = 0;
  let bytes = 0;
  for (const table of sendable.values()) {
    const folder = join(facts, table.name, fileSafe(accountId));
    if (!existsSync(folder)) continue;
    // In the order in which they are loaded.
    const files = readdirSync(folder)
      .sort()
      .map((name) => join(folder, name));
    const replaced = replacedRows(files, table);
    let number = 0;
    for (const file of files) {
      const first = number;
      let isChanged = false;
      scan(file, ({ start, end }) => {
        if (replaced.has(number)) isChanged = true;
        else {
          rows += 1;
          bytes += end - start + 1;
        }
        number += 1;
      });
      if (isChanged) rewrite(`${facts}.tmp`, file, (place) => !replaced.has(first + place));
    }
    syncDirectory(folder);
  }
  return { rows, bytes };
}

/** Numbers of the rows, over all files, whose key comes again in a later one. */
function replacedRows(files: readonly string[], table: Table): ReadonlySet<number> {
  const names = table.key.filter((name) => name !== 'account_id');
  let count = 0;
  for (const file of files) {
    scan(file, () => {
      count += 1;
    });
  }
  const replaced = new Set<number>();
  const parts = Math.ceil(count / maxKeys);
  for (let part = 0; part < parts; part += 1) {
    const newest = new Map<string, number>();
    let number = 0;
    for (const file of files) {
      scan(file, ({ buffer, start, end }) => {
        const key = keyIn(buffer.toString('utf8', start, end), names);
        if (key !== null && (parts === 1 || partOf(key, parts) === part)) {
          const before = newest.get(key);
          if (before !== undefined) replaced.add(before);
          newest.set(key, number);
        }
        number += 1;
      });
    }
  }
  return replaced;
}

/** The key of a row as it is written; null where a part is missing. Keys that are written otherwise stay both. */
function keyIn(line: string, names: readonly string[]): string | null {
  const values = new Map(entriesOf(line));
  const key = names.map((name) => values.get(name));
  return key.some((value) => value === undefined || value === 'null') ? null : key.join('\n');
}

function partOf(key: string, parts: number): number {
  let sum = 0;
  for (let at = 0; at < key.length; at += 1) sum = (sum * 31 + key.charCodeAt(at)) >>> 0;
  return sum % parts;
}

const scan = (file: string, visit: (record: TextRecord) => void): void =>
  void scanRecords(file, { cells: false }, visit);

/** Writes the file anew with the rows that stay; without any it is removed. */
function rewrite(draft: string, path: string, stays: (place: number) => boolean): void {
  rmSync(draft, { force: true });
  const output = openSync(draft, 'w', modes.secret.file);
  let place = 0;
  let written = 0;
  try {
    scan(path, ({ buffer, start, end }) => {
      if (stays(place)) {
        writeSync(output, Buffer.concat([buffer.subarray(start, end), newline]));
        written += 1;
      }
      place += 1;
    });
    fsyncSync(output);
  } finally {
    closeSync(output);
  }
  if (written > 0) renameSync(draft, path);
  else {
    rmSync(path);
    rmSync(draft);
  }
}

const newline = Buffer.from('\n');
