import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { InboxDirectory } from '../base/data-directory.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import {
  type Addition,
  addKept,
  addReceived,
  askToCompact,
  dayOf,
  type KeptPart,
  limitPassed,
  noUse,
  readUses,
  type Size,
  setKept,
} from '../deliveries/quota.ts';
import type { DeliveryTables } from '../deliveries/schema.ts';
import { scanRecords } from '../load/records.ts';
import { sourceFileName, tableNames } from '../platforms/source/source-files.ts';
import { OverLimit } from '../registry/over-limit.ts';
import {
  type Confirmation,
  statementFiles as files,
  type Meta,
  type Reading,
  type StatementOwner,
} from './found.ts';

/** Quotas of statements; they are counted together with what programs send in. */
export interface StatementQuota {
  /** Counts bytes that came. Throws OverLimit where they pass what the plan allows a day. */
  receive(owner: StatementOwner, bytes: number): Promise<void>;
  /** Throws OverLimit where a statement does not fit. Nothing is counted. */
  check(owner: StatementOwner, reading: Reading | null): Promise<void>;
  /** Counts a statement and has `move` hand it on, both or neither. Throws OverLimit. */
  confirm(
    owner: StatementOwner,
    reading: Reading | null,
    confirmation: Confirmation,
    move: (db: Kysely<DeliveryTables>) => Promise<boolean> | boolean,
  ): Promise<void>;
}

/** The quotas that a database of deliveries counts. */
export function createStatementQuota(open: () => Promise<DeliveryDatabase>): StatementQuota {
  const within = async (
    { slug, plan }: StatementOwner,
    more: Addition,
    work: (db: Kysely<DeliveryTables>, day: string) => Promise<void>,
  ): Promise<void> => {
    const database = await open();
    const limit = await database.write(async (db) => {
      const day = dayOf(await database.now(db));
      const use = (await readUses(db, [slug], day)).get(slug) ?? noUse;
      const passed = limitPassed(plan, use, more);
      if (passed === null) await work(db, day);
      else await askToCompact(db, [slug]);
      return passed;
    });
    if (limit !== null) throw new OverLimit(plan, limit);
  };
  return {
    receive: (owner, received) =>
      within(owner, { rows: 0, bytes: 0, received }, (db, day) =>
        addReceived(db, day, new Map([[owner.slug, received]])),
      ),
    check: (owner, reading) =>
      within(owner, { ...sizeOfReading(reading), received: 0 }, async () => {}),
    confirm: (owner, reading, confirmation, move) =>
      within(owner, { ...sizeOfReading(reading), received: 0 }, async (db) => {
        if (!(await move(db))) return;
        await addKept(db, waitingKept(owner.slug, reading, confirmation));
      }),
  };
}

/** What the accounts of a statement take until a run has taken it up. */
export function waitingKept(
  owner: string,
  reading: Reading | null,
  { ids }: Confirmation,
): KeptPart[] {
  const all = new Map<string, KeptPart>();
  for (const [at, size] of sizesOf(reading).entries()) {
    const accountId = ids[at] ?? '';
    const { rows, bytes } = sum([size, all.get(accountId) ?? { rows: 0, bytes: 0 }]);
    all.set(accountId, { accountId, source: 'confirmed', owner, rows, bytes });
  }
  return [...all.values()];
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

/**
 * Puts what the source files of accounts take, and what waits beside them, in place of what was
 * counted before; for whoever holds the lock of runs. `before` are those that waited when it began.
 */
export async function countAgain(
  { statements: { facts, confirmed } }: Pick<InboxDirectory, 'statements'>,
  deliveries: DeliveriesOnce,
  before: readonly KeptPart[],
): Promise<void> {
  const database = before.length > 0 ? await deliveries.open() : await deliveries.find();
  await database?.write(async (db) => {
    // A run that was ended in between left some as they were.
    const left = await db
      .selectFrom('kept')
      .select(['account_id', 'owner'])
      .where('source', '=', 'confirmed')
      .execute();
    const owners = new Map([
      ...left.map(({ account_id, owner }) => [account_id, owner] as const),
      ...before.map(({ accountId, owner }) => [accountId, owner] as const),
    ]);
    await db.deleteFrom('kept').where('source', '=', 'confirmed').execute();
    await addKept(db, waitingIn(confirmed));
    for (const [accountId, owner] of owners) {
      await setKept(db, {
        ...{ accountId, source: 'statements', owner },
        ...sizeOfFacts(facts, accountId),
      });
    }
  });
}

/** What accounts take whose confirmed statements wait for a run. */
export function waitingIn(confirmed: string): KeptPart[] {
  if (!existsSync(confirmed)) return [];
  const all = new Map<string, KeptPart>();
  for (const id of readdirSync(confirmed)) {
    const read = <Content>(name: string): Content =>
      JSON.parse(readFileSync(join(confirmed, id, name), 'utf8'));
    try {
      const { owner } = read<Meta>(files.meta);
      const own = waitingKept(owner, read<Reading>(files.reading), read(files.confirmation));
      for (const kept of own) {
        const { rows, bytes } = sum([kept, all.get(kept.accountId) ?? { rows: 0, bytes: 0 }]);
        all.set(kept.accountId, { ...kept, rows, bytes });
      }
    } catch {
      // One that can't be read waits, and `collectStatements` says so.
    }
  }
  return [...all.values()];
}
