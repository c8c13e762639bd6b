import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type Database from 'libsql';
import type { Collected } from '../base/collected.ts';
import type { DataDirectory, InboxDirectory } from '../base/data-directory.ts';
import { CommandError, exitCodes } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { inSecret, modes } from '../base/modes.ts';
import type { Statement } from '../publish/store/lease.ts';
import type { SendingsDatabase } from '../publish/store/sendings.ts';
import type { Store } from '../publish/store/store.ts';
import { collectSent } from './collect.ts';
import { type StoredSending, sendingsObject } from './shared-inbox.ts';
import { change, findSending, keepSending, makeInbox, withInbox } from './store.ts';

/** What machines that share a store received, and where it is. */
export interface SharedSendings {
  readonly sendings: SendingsDatabase;
  readonly store: Store;
}

/** What a run takes up what was received with. */
export interface ReceivedOptions {
  readonly dataDir: Pick<DataDirectory, 'inbox'>;
  /** Null on one machine. */
  readonly shared: SharedSendings | null;
  /** Who may publish: changes PostgreSQL, or nothing, and answers false, where another may since. */
  readonly publisher: { commit(statements: readonly Statement[]): Promise<boolean> };
  readonly log: Pick<Log, 'warn'>;
  /** Of what came from other machines, how much is held at a time; one object may have more. */
  readonly heldBytes?: number;
}

/**
 * Takes up what was received, on this machine alone or on all that share a store, as `collectSent`
 * does; answers with the sources to load.
 */
export async function collectReceived(options: ReceivedOptions): Promise<Collected> {
  const { dataDir, shared, log } = options;
  return shared === null
    ? collectSent(dataDir.inbox, log)
    : collectShared({ ...options, inbox: dataDir.inbox, shared });
}

interface BringOptions extends Pick<ReceivedOptions, 'publisher' | 'log' | 'heldBytes'> {
  readonly inbox: InboxDirectory;
  readonly shared: SharedSendings;
}

/**
 * How far each run came is kept: another machine, which begins with nothing, takes it up in the same
 * parts, and so comes to the same files.
 */
async function collectShared(options: BringOptions): Promise<Collected> {
  const { inbox, shared, log, heldBytes = maxHeldBytes } = options;
  makeInbox(inbox.database);
  withInbox(inbox.database, (database) => void database.exec(tables));
  for (const cut of await cutsToCome(options, broughtTo(inbox))) {
    while (broughtTo(inbox) < cut) await bringSome(inbox, shared, cut, heldBytes);
    collectSent(inbox, log);
  }
  await noteFull(inbox, shared);
  const sources = collectSent(inbox, log);
  await tellKept(inbox, shared);
  return sources;
}

/** Notes whose accounts are to be compacted, as they met a limit. */
async function noteFull({ database }: InboxDirectory, { sendings }: SharedSendings): Promise<void> {
  const full = await sendings.ask<{ account_id: string }>(
    'select account_id from sending_kept where is_full',
  );
  if (full.length === 0) return;
  const ids = JSON.stringify(full.map(({ account_id }) => account_id));
  change(database, (inbox) => {
    inbox
      .prepare('update kept set is_full = 1 where account_id in (select value from json_each(?))')
      .run(ids);
  });
}

/** Tells machines what is kept of accounts that were compacted, with what came since. */
async function tellKept(inbox: InboxDirectory, { sendings }: SharedSendings): Promise<void> {
  const compacted = withInbox(
    inbox.database,
    (database) =>
      database.prepare('select account_id, rows, bytes from kept where is_told = 0').all() as {
        account_id: string;
        rows: number;
        bytes: number;
      }[],
  );
  if (compacted.length === 0) return;
  const column = (name: 'account_id' | 'rows' | 'bytes') => compacted.map((one) => one[name]);
  await sendings.alone((client) =>
    client.query(
      `update sending_kept set is_full = false, rows = came.rows + later.rows,
         bytes = came.bytes + later.bytes
       from unnest($1::text[], $2::bigint[], $3::bigint[]) as came (account_id, rows, bytes),
         lateral (select coalesce(sum(rows), 0) as rows, coalesce(sum(bytes), 0) as bytes
           from sendings where account_id = came.account_id and number > $4) as later
       where sending_kept.account_id = came.account_id`,
      [column('account_id'), column('rows'), column('bytes'), broughtTo(inbox)],
    ),
  );
  change(inbox.database, (database) => void database.exec('update kept set is_told = 1'));
}

const tables = `
  create table if not exists brought_to (number integer not null);
  create table if not exists brought (receipt text primary key, told text not null) without rowid`;

/** Numbers up to which runs took up what there was, this one last. */
async function cutsToCome(
  { shared: { sendings }, publisher }: BringOptions,
  from: number,
): Promise<number[]> {
  const [row] = await sendings.ask<{ newest: string | null; last_cut: string | null }>(
    `select (select max(number) from sendings) as newest,
       (select max(number) from sending_cuts) as last_cut`,
  );
  const [newest, lastCut] = [Number(row?.newest ?? 0), Number(row?.last_cut ?? 0)];
  if (newest > lastCut) {
    const isMine = await publisher.commit([
      { text: 'insert into sending_cuts values ($1)', values: [newest], rows: 1 },
    ]);
    if (!isMine) {
      throw new CommandError('another machine is publishing; run again', exitCodes.locked);
    }
  }
  const cuts = await sendings.ask<{ number: string }>(
    'select number from sending_cuts where number > $1 order by number',
    [from],
  );
  return cuts.map(({ number }) => Number(number));
}

/** The number of the newest that this machine has. */
function broughtTo({ database }: InboxDirectory): number {
  const [row] = withInbox(
    database,
    (inbox) => inbox.prepare('select number from brought_to').all() as { number: number }[],
  );
  return row?.number ?? 0;
}

interface Row {
  readonly number: string;
  readonly receipt: string;
  readonly key_id: string;
  readonly account_id: string;
  readonly digest: string;
  readonly idempotency_key: string | null;
  readonly received_at: string;
  readonly accepted: number;
  readonly rejected: string;
  readonly rejected_count: number;
  readonly object_sha256: string | null;
  readonly object_bytes: string | null;
  readonly place: number | null;
  /** Of what it says, unpacked. */
  readonly bytes: string;
}

/** Sendings that are asked for at a time, and bytes of them that are held. */
const atOnce = 500;
const maxHeldBytes = 32 * 1024 * 1024;

async function bringSome(
  inbox: InboxDirectory,
  { sendings, store }: SharedSendings,
  cut: number,
  heldBytes: number,
): Promise<void> {
  const rows = await sendings.ask<Row>(
    `select number, receipt, key_id, account_id, digest, idempotency_key, received_at, accepted,
       rejected, rejected_count, object_sha256, object_bytes, place, bytes
     from sendings where number > $1 and number <= $2 order by number limit ${atOnce}`,
    [broughtTo(inbox), cut],
  );
  if (rows.length === 0) throw new Error(`no sending up to ${cut} is in PostgreSQL`);
  for (const some of inPortions(rows, heldBytes)) await bringPortion(inbox, store, some);
}

/** Cuts rows into portions of at most that many bytes, or of one object; no object is in two. */
function* inPortions(rows: readonly Row[], maxBytes: number): Generator<Row[]> {
  let portion: Row[] = [];
  let held = 0;
  for (const [at, row] of rows.entries()) {
    const sha256 = row.object_sha256;
    if (at === 0 || sha256 !== rows[at - 1]?.object_sha256) {
      // What came together has numbers that follow one another.
      let bytes = 0;
      for (let next = at; rows[next] && rows[next]?.object_sha256 === sha256; next += 1) {
        bytes += Number(rows[next]?.bytes);
      }
      if (portion.length > 0 && held + bytes > maxBytes) {
        yield portion;
        portion = [];
        held = 0;
      }
      held += bytes;
    }
    portion.push(row);
  }
  if (portion.length > 0) yield portion;
}

async function bringPortion(
  inbox: InboxDirectory,
  store: Store,
  rows: readonly Row[],
): Promise<void> {
  const objects = new Map<string, StoredSending[]>();
  for (const { object_sha256: sha256, object_bytes: bytes } of rows) {
    if (sha256 === null || objects.has(sha256)) continue;
    objects.set(sha256, await readObject(store, { sha256, bytes: Number(bytes) }, inbox));
  }
  change(inbox.database, (database) => {
    for (const row of rows) {
      const stored = row.object_sha256 === null ? null : objects.get(row.object_sha256);
      const one = stored?.[row.place ?? 0];
      if (one) enterBrought(database, row, one);
    }
    database.exec('delete from brought_to');
    database.prepare('insert into brought_to values (?)').run(Number(rows.at(-1)?.number));
  });
}

function enterBrought(
  database: Database.Database,
  row: Row,
  { lines, terminal }: StoredSending,
): void {
  const { receipt, key_id: keyId, idempotency_key: key, accepted, rejected } = row;
  // What this machine received by itself before it shared may have come once more.
  const isKnown =
    findSending(database, 'digest', keyId, row.digest) !== null ||
    (key !== null && findSending(database, 'idempotency_key', keyId, key) !== null);
  keepSending(database, {
    ...{ receipt, keyId, accepted, rejected, lines, terminal },
    digest: isKnown ? `${row.digest} again as ${receipt}` : row.digest,
    idempotencyKey: isKnown ? null : key,
    accountId: row.account_id,
    // Whose it is, is counted where machines share it.
    owner: '',
    ...{ receivedAt: row.received_at, rejectedCount: row.rejected_count },
  });
  database.prepare("insert into brought values (?, 'received')").run(receipt);
}

async function readObject(
  store: Store,
  content: { sha256: string; bytes: number },
  { folder }: InboxDirectory,
): Promise<StoredSending[]> {
  return inSecret(async () => {
    const path = join(folder, 'brought.tmp');
    mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
    try {
      await store.fetch(sendingsObject(content), content, path);
      return gunzipSync(readFileSync(path))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    } finally {
      rmSync(path, { force: true });
    }
  });
}

interface Told {
  readonly receipt: string;
  readonly state: string;
  readonly run: string | null;
  readonly version: string | null;
  readonly accepted: number;
  readonly rejected: string;
  readonly rejected_count: number;
}

/** Tells all machines how far what they received has come here; where that fails, the next run does. */
export async function tellReceipts(
  { database }: InboxDirectory,
  { sendings }: Pick<SharedSendings, 'sendings'>,
): Promise<void> {
  const moved = withInbox(database, (inbox) => {
    inbox.exec(tables);
    return inbox
      .prepare(
        `select receipt, state, run, version, accepted, rejected, rejected_count
          from sendings inner join brought using (receipt)
          where state <> told and state in ('loaded', 'published', 'refused')`,
      )
      .all() as Told[];
  });
  if (moved.length === 0) return;
  const column = (name: keyof Told) => moved.map((one) => one[name]);
  // What was published by a machine that is gone stays so.
  await sendings.ask(
    `update sendings set state = came.state, run = came.run, version = came.version,
       accepted = came.accepted, rejected = came.rejected, rejected_count = came.rejected_count
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[],
       $7::integer[]) as came (receipt, state, run, version, accepted, rejected, rejected_count)
     where sendings.receipt = came.receipt and sendings.state <> 'published'`,
    [
      ...[column('receipt'), column('state'), column('run'), column('version')],
      ...[column('accepted'), column('rejected'), column('rejected_count')],
    ],
  );
  change(database, (inbox) => {
    const note = inbox.prepare('update brought set told = ? where receipt = ?');
    const forget = inbox.prepare('delete from brought where receipt = ?');
    for (const { receipt, state, accepted } of moved) {
      // What was refused with rows that are kept may be published yet.
      if (state === 'published' || (state === 'refused' && accepted === 0)) forget.run(receipt);
      else note.run(state, receipt);
    }
  });
}

/** When the newest of what no run has taken up came, and what time it is by the same clock. */
export async function newestShared({
  sendings,
}: Pick<SharedSendings, 'sendings'>): Promise<{ at: Date; now: Date } | null> {
  const [row] = await sendings.ask<{ at: Date | null; now: Date }>(
    `select clock_timestamp() as now, greatest(
       (select max(received_at)::timestamptz from sendings where state = 'received'),
       (select max(confirmed_at) from statements where state = 'confirmed')) as at`,
  );
  return row?.at ? { at: row.at, now: row.now } : null;
}
