import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'libsql';
import type { InboxDirectory } from '../base/data-directory.ts';
import {
  type Addition,
  addKept,
  addReceived,
  askToCompact,
  dayOf,
  limitPassed,
  noUse,
  readUse,
  type Size,
} from '../inbox/quota.ts';
import { change, makeInbox } from '../inbox/store.ts';
import { scanRecords } from '../load/records.ts';
import { sourceFileName, tableNames } from '../platforms/source/source-files.ts';
import { OverLimit } from '../registry/over-limit.ts';
import type { LimitName } from '../registry/plans.ts';
import {
  type Confirmation,
  statementFiles as files,
  type Meta,
  type Reading,
  type StatementOwner,
} from './found.ts';

/** Quotas of statements on this machine; they are counted together with what programs send in. */
export interface StatementQuota {
  /** Counts bytes that came. Throws OverLimit where they pass what the plan allows a day. */
  receive(owner: StatementOwner, bytes: number): void;
  /** Throws OverLimit where a statement does not fit. Nothing is counted. */
  check(owner: StatementOwner, reading: Reading | null): void;
  /** Counts a statement and has `move` hand it on, both or neither. Throws OverLimit. */
  confirm(
    owner: StatementOwner,
    reading: Reading | null,
    confirmation: Confirmation,
    move: () => void,
  ): void;
}

export function createStatementQuota(path: string, clock: () => Date): StatementQuota {
  const within = (
    { slug, plan }: StatementOwner,
    more: Addition,
    work: (inbox: Database.Database, day: string) => void,
  ): void => {
    makeInbox(path);
    const day = dayOf(clock().toISOString());
    const limit = change(path, (inbox): LimitName | null => {
      const use = readUse(inbox, [slug], day).get(slug) ?? noUse;
      const passed = limitPassed(plan, use, more);
      if (passed === null) work(inbox, day);
      else askToCompact(inbox, slug);
      return passed;
    });
    if (limit !== null) throw new OverLimit(plan, limit);
  };
  return {
    receive(owner, bytes) {
      within(owner, { rows: 0, bytes: 0, received: bytes }, (inbox, day) =>
        addReceived(inbox, owner.slug, day, bytes),
      );
    },
    check(owner, reading) {
      within(owner, { ...sizeOfReading(reading), received: 0 }, () => {});
    },
    confirm(owner, reading, { ids }, move) {
      within(owner, { ...sizeOfReading(reading), received: 0 }, (inbox) => {
        for (const [at, size] of sizesOf(reading).entries()) {
          addKept(inbox, ids[at] ?? '', 'statements', owner.slug, size);
        }
        move();
      });
    },
  };
}

/** What each account of a statement takes. */
const sizesOf = (reading: Reading | null): readonly Size[] =>
  reading !== null && 'found' in reading ? reading.found.accounts : [];

/** What a statement takes once it is confirmed. */
export const sizeOfReading = (reading: Reading | null): Size => sum(sizesOf(reading));

const sum = (sizes: readonly Size[]): Size => ({
  rows: sizes.reduce((all, { rows }) => all + rows, 0),
  bytes: sizes.reduce((all, { bytes }) => all + bytes, 0),
});

/** What the source files of an account take, joined as they are. */
export function sizeOfFacts(facts: string, accountId: string): Size {
  const sizes = tableNames.map((table) => {
    const path = join(facts, sourceFileName(table, accountId));
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    let lines = 0;
    if (bytes > 0) {
      scanRecords(path, { cells: false }, () => {
        lines += 1;
      });
    }
    return { rows: Math.max(0, lines - 1), bytes };
  });
  return sum(sizes);
}

/** Owners of the accounts whose confirmed statements wait for a run, by the accounts' ids. */
export const waitingOwners = (confirmed: string): Map<string, string> =>
  new Map(waitingParts(confirmed).map(({ accountId, owner }) => [accountId, owner]));

interface WaitingPart extends Size {
  readonly accountId: string;
  readonly owner: string;
}

function waitingParts(confirmed: string): WaitingPart[] {
  if (!existsSync(confirmed)) return [];
  return readdirSync(confirmed).flatMap((id) => {
    const read = <Content>(name: string): Content =>
      JSON.parse(readFileSync(join(confirmed, id, name), 'utf8'));
    try {
      const { owner } = read<Meta>(files.meta);
      const { ids } = read<Confirmation>(files.confirmation);
      const sizes = sizesOf(read<Reading>(files.reading));
      return sizes.map((size, at) => ({ accountId: ids[at] ?? '', owner, ...size }));
    } catch {
      // One that can't be read waits, and `collectStatements` says so.
      return [];
    }
  });
}

/**
 * Puts what the source files of accounts take, with what waits, in place of what was counted as
 * statements were confirmed; for whoever holds the lock of runs. Of the accounts of `owners`, and of
 * those whose count a run that was ended in between left as it was.
 */
export function countAgain(
  { database, statements: { facts, confirmed } }: InboxDirectory,
  owners: ReadonlyMap<string, string>,
): void {
  if (!existsSync(database) && owners.size === 0) return;
  makeInbox(database);
  const left = change(
    database,
    (inbox) =>
      inbox
        .prepare(
          `select account_id, owner from kept
           where source = 'statements' and bytes <> compacted_bytes`,
        )
        .all() as { account_id: string; owner: string }[],
  );
  const due = new Map([
    ...left.map(({ account_id, owner }) => [account_id, owner] as const),
    ...owners,
  ]);
  if (due.size === 0) return;
  const sizes = new Map([...due.keys()].map((id) => [id, sizeOfFacts(facts, id)]));
  change(database, (inbox) => {
    const all = new Map(sizes);
    for (const { accountId, ...size } of waitingParts(confirmed)) {
      const before = all.get(accountId);
      if (before) all.set(accountId, sum([before, size]));
    }
    const note = inbox.prepare(
      `insert into kept (account_id, source, owner, rows, bytes, compacted_bytes)
       values (?, 'statements', ?, ?, ?, ?)
       on conflict do update set owner = excluded.owner, rows = excluded.rows,
         bytes = excluded.bytes, compacted_bytes = excluded.compacted_bytes`,
    );
    for (const [id, files] of sizes) {
      const { rows, bytes } = all.get(id) ?? files;
      note.run(id, due.get(id) ?? '', rows, bytes, files.bytes);
    }
  });
}
