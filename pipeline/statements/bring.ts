import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Collected } from '../base/collected.ts';
import type { DataDirectory, StatementsDirectory } from '../base/data-directory.ts';
import { isAbsent, replaceFile, syncDirectory, syncFile } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { inSecret, modes } from '../base/modes.ts';
import type { DeliveriesOnce } from '../deliveries/open.ts';
import { addKept, setKept } from '../deliveries/quota.ts';
import { collectStatements } from './collect.ts';
import { type Confirmation, statementFiles as files } from './found.ts';
import { countAgain, sizeOfFacts, waitingIn, waitingKept } from './kept.ts';
import {
  askIn,
  objectOf,
  refusalIn,
  type SharedStatements,
  type StatementRow,
} from './shared-statements.ts';

/** What a run takes statements up with. */
export interface ConfirmedOptions {
  readonly dataDir: Pick<DataDirectory, 'inbox'>;
  /** Null on one machine. */
  readonly shared: Pick<SharedStatements, 'store'> | null;
  readonly deliveries: DeliveriesOnce;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * Takes up what owners confirmed, on this machine alone or on all that share a store, as
 * `collectStatements` does; answers with the sources to load, and tells owners what became of it.
 */
export async function collectConfirmed({
  dataDir,
  shared: place,
  deliveries,
  log,
}: ConfirmedOptions): Promise<Collected> {
  const { statements: directory } = dataDir.inbox;
  if (place === null) {
    const before = waitingIn(directory.confirmed);
    const collected = await collectStatements(directory, log);
    await countAgain(dataDir.inbox, deliveries, before);
    return collected;
  }
  const shared = { store: place.store, deliveries };
  while (await bringSome(directory, shared));
  const collected = await collectStatements(directory, log);
  await tell(directory, shared);
  return collected;
}

type Numbered = StatementRow & { readonly number: string };

/** Statements that are brought at a time. */
const atOnce = 100;

/** Whether there may be more. */
async function bringSome(
  directory: StatementsDirectory,
  { deliveries, store }: SharedStatements,
): Promise<boolean> {
  const rows = await askIn<Numbered>(
    deliveries,
    `select * from statements where number > $1 and state <> 'refused'
     order by number limit ${atOnce}`,
    [broughtTo(directory)],
  );
  for (const row of rows) {
    await inSecret(() => bring(directory, row, store));
    replaceFile(pathOf(directory), `${row.number}\n`);
  }
  return rows.length === atOnce;
}

/** Puts a statement where a run finds it, with all that it needs, unless it is there or was taken up. */
async function bring(
  { folder, confirmed, taken }: StatementsDirectory,
  row: StatementRow,
  store: SharedStatements['store'],
): Promise<void> {
  const place = join(confirmed, row.id);
  if (row.parts === null || existsSync(place) || existsSync(join(taken, row.id))) return;
  const draft = join(folder, 'brought.tmp');
  rmSync(draft, { recursive: true, force: true });
  for (const path of [confirmed, draft]) {
    mkdirSync(path, { recursive: true, mode: modes.secret.folder });
  }
  const parts = objectOf(row.parts);
  await store.fetch(parts.name, parts, join(draft, files.parts));
  const { owner, name, options, reading, confirmation } = row;
  const meta = JSON.stringify({ owner, name, at: '', options: JSON.parse(options) });
  for (const [file, text] of [
    [files.meta, meta],
    [files.reading, reading ?? ''],
    [files.confirmation, confirmation ?? ''],
  ] as const) {
    writeFileSync(join(draft, file), text, { mode: modes.secret.file });
    syncFile(join(draft, file));
  }
  renameSync(draft, place);
  for (const path of [folder, confirmed]) syncDirectory(path);
}

const pathOf = ({ folder }: StatementsDirectory): string => join(folder, 'brought_to');

/** The number of the newest that this machine has. */
function broughtTo(directory: StatementsDirectory): number {
  try {
    return Number(readFileSync(pathOf(directory), 'utf8'));
  } catch (error) {
    if (isAbsent(error)) return 0;
    throw error;
  }
}

/** Tells all machines what became of statements that were taken up here. */
async function tell(
  directory: StatementsDirectory,
  { deliveries }: SharedStatements,
): Promise<void> {
  type Waiting = Pick<StatementRow, 'id' | 'owner' | 'reading' | 'confirmation'>;
  const waiting = await askIn<Waiting>(
    deliveries,
    "select id, owner, reading, confirmation from statements where state = 'confirmed' and number <= $1",
    [broughtTo(directory)],
  );
  for (const { id, owner, reading, confirmation } of waiting) {
    const refusal = refusalIn(directory, id);
    if (refusal === undefined) continue;
    const confirmed: Confirmation = JSON.parse(confirmation ?? '{"ids": []}');
    const waited = waitingKept(owner, JSON.parse(reading ?? 'null'), confirmed);
    const { write } = await deliveries.open();
    await write(async (db) => {
      await sql`update statements set state = ${refusal === null ? 'taken' : 'refused'},
        refusal = ${refusal} where id = ${id} and state = 'confirmed'`.execute(db);
      await addKept(
        db,
        waited.map(({ rows, bytes, ...kept }) => ({ ...kept, rows: -rows, bytes: -bytes })),
      );
      if (refusal !== null) return;
      for (const { accountId } of waited) {
        const size = sizeOfFacts(directory.facts, accountId);
        await setKept(db, { ...{ accountId, source: 'statements', owner }, ...size });
      }
    });
  }
}
