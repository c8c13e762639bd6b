import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import type { SendingsDatabase } from '../publish/store/sendings.ts';
import type { Content, Store } from '../publish/store/store.ts';
import type { Inbox } from './inbox.ts';
import { dayOf, limitPassed, noUse, sizeOf, type Use } from './quota.ts';
import {
  maxRefused,
  newReceipt,
  type ReceiptRecord,
  type RefusedRecord,
  receiptColumns,
  receiptOf,
  refusedSending,
  rejectionsOf,
} from './receipts.ts';
import { type Entered, hasPositions, isSameBody, isTaken, type Sending } from './store.ts';
import type { TerminalAccount } from './terminal.ts';
import type { HeldDeals, TerminalSending } from './terminals.ts';

/** What an object of sendings is called in a store. */
export const sendingsObject = ({ sha256 }: Content): string => `inbox/${sha256}.ndjson.gz`;

/** What a line of such an object has of a sending. */
export type StoredSending = Pick<Sending, 'lines' | 'terminal'>;

/**
 * The inbox that machines share: what rows say is in the store, and that they are there in
 * PostgreSQL, in the order in which runs take them up; a receipt is given once both are. Where one is
 * out of reach, that is a CommandError.
 */
export function sharedInbox(database: SendingsDatabase, store: Store): Inbox {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    async enter(sendings) {
      const stored = sendings.some(isTaken) ? objectOf(sendings) : null;
      if (stored) await store.put(sendingsObject(stored), stored, stored.content);
      return database.alone(async (client) => {
        const [clock] = await rowsOf<{ now: string; received_at: string }>(
          client,
          `select now.at as now, greatest(now.at,
             (select received_at from sendings order by number desc limit 1)) as received_at
           from (select to_char(clock_timestamp() at time zone 'utc',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at) as now`,
        );
        const { now = '', received_at: receivedAt = '' } = clock ?? {};
        // Of machines whose clocks differ, PostgreSQL's is right.
        ahead = Date.parse(now) - Date.now();
        const receipts: Entered[] = [];
        for (const [place, sending] of sendings.entries()) {
          const at = { receivedAt, place, object: stored };
          receipts.push(await enterOne(client, sending, at));
        }
        return receipts;
      });
    },
    async find(keyId, receipt) {
      const [row] = await database.ask<ReceiptRecord>(
        `select ${receiptColumns} from sendings where key_id = $1 and receipt = $2`,
        [keyId, receipt],
      );
      return row === undefined ? null : receiptOf(row);
    },
    async terminalOf(accountId): Promise<TerminalAccount | null> {
      const [row] = await database.ask<{ account: string }>(
        'select account from sending_terminals where account_id = $1',
        [accountId],
      );
      return row === undefined ? null : JSON.parse(row.account);
    },
    async heldDeals(accountId): Promise<HeldDeals> {
      const [held] = await database.ask<{ deals: number; newest: number | null }>(
        `select count(*)::integer as deals, max(time)::double precision as newest
         from sending_deals where account_id = $1`,
        [accountId],
      );
      return { deals: held?.deals ?? 0, newest: held?.newest ?? null };
    },
    async refused(keyIds) {
      const isAll = keyIds === 'all';
      const rows = await database.ask<RefusedRecord>(
        `select account_id, receipt, received_at, rejected, rejected_count from sendings
         where ${isAll ? 'true' : 'key_id = any($1)'} and rejected_count > 0
         order by number desc limit ${maxRefused}`,
        isAll ? [] : [keyIds],
      );
      return rows.map(refusedSending);
    },
    async uses(owners) {
      const day = dayOf(new Date(Date.now() + ahead).toISOString());
      return readUses((text, values) => database.ask(text, values), owners, day);
    },
    async close() {
      store.close();
      await database.close();
    },
  };
}

/** Returns what these owners have, or all: sendings, confirmed statements, and what came on a day. */
export async function readUses(
  ask: <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>,
  owners: readonly string[] | 'all',
  day: string,
): Promise<Map<string, Use>> {
  const isAll = owners === 'all';
  const isOfThem = isAll ? 'true' : 'owner = any($2)';
  const rows = await ask<{ owner: string } & Record<keyof Use, number>>(
    `select owner, sum(rows)::double precision as rows, sum(bytes)::double precision as bytes,
       sum(today)::double precision as "bytesToday"
     from (
       select owner, rows, bytes, 0 as today from sending_kept where ${isOfThem}
       union all
       select owner, rows, bytes, 0 from statements where ${isOfThem} and state = 'confirmed'
       union all
       select owner, rows, bytes, 0 from statement_kept where ${isOfThem}
       union all
       select owner, 0, 0, bytes from sending_days where ${isOfThem} and day = $1) as all_of_it
     group by owner`,
    isAll ? [day] : [day, owners],
  );
  return new Map(rows.map(({ owner, ...use }) => [owner, use]));
}

/** Adds to what an owner sent on a day. */
export const addReceived = `insert into sending_days values ($1, $2, $3)
  on conflict (owner, day) do update set bytes = sending_days.bytes + excluded.bytes`;

/** Has the next run compact what is there of an owner. */
export const askToCompact = 'update sending_kept set is_full = true where owner = $1';

/** Sendings as one object, a line each. */
function objectOf(sendings: readonly Sending[]): Content & { readonly content: Buffer } {
  const lines = sendings.map(({ lines, terminal }: StoredSending) =>
    JSON.stringify({ lines, terminal } satisfies StoredSending),
  );
  const content = gzipSync(`${lines.join('\n')}\n`);
  return { sha256: hash('sha256', content, 'hex'), bytes: content.length, content };
}

const rowsOf = async <Row>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => (await client.query(text, [...values])).rows;

interface Entry {
  readonly receivedAt: string;
  readonly object: Content | null;
  readonly place: number;
}

async function enterOne(
  client: pg.PoolClient,
  sending: Sending,
  { receivedAt, object, place }: Entry,
): Promise<Entered> {
  const { keyId, accountId, idempotencyKey, accepted, refused, terminal } = sending;
  const { owner, plan, received } = sending;
  const digest = await digestOf(client, sending);
  const [known] = await rowsOf<ReceiptRecord & { digest: string; idempotency_key: string | null }>(
    client,
    `select ${receiptColumns}, digest, idempotency_key from sendings
     where key_id = $1 and (digest = $2 or idempotency_key = $3)
     order by coalesce(idempotency_key = $3, false) desc limit 1`,
    [keyId, digest, idempotencyKey],
  );
  if (known) {
    const { digest: earlier, idempotency_key: key, ...record } = known;
    const isKeyUsed = key !== null && key === idempotencyKey;
    return isKeyUsed && !isSameBody({ digest: earlier }, sending) ? 'key used' : receiptOf(record);
  }
  const day = dayOf(receivedAt);
  const uses = await readUses((text, values) => rowsOf(client, text, values), [owner], day);
  const size = isTaken(sending) ? sizeOf(sending) : { rows: 0, bytes: 0 };
  const limit = limitPassed(plan, uses.get(owner) ?? noUse, { ...size, received });
  if (limit !== null) {
    await client.query(askToCompact, [owner]);
    return { limit };
  }
  await client.query(addReceived, [owner, day, received]);
  await client.query('delete from sending_days where owner = $1 and day < $2', [owner, day]);
  await client.query(
    `insert into sending_kept values ($1, $2, $3, $4)
     on conflict (account_id) do update set owner = excluded.owner,
       rows = sending_kept.rows + excluded.rows, bytes = sending_kept.bytes + excluded.bytes`,
    [accountId, owner, size.rows, size.bytes],
  );
  const ofObject = isTaken(sending) ? [object?.sha256, object?.bytes, place] : [null, null, null];
  const [entered] = await rowsOf<ReceiptRecord>(
    client,
    `insert into sendings (receipt, key_id, account_id, digest, idempotency_key, received_at, state,
       accepted, rejected, rejected_count, has_positions, object_sha256, object_bytes, place,
       rows, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     returning ${receiptColumns}`,
    [
      ...[newReceipt(), keyId, accountId, digest, idempotencyKey, receivedAt],
      ...[isTaken(sending) ? 'received' : 'refused', accepted, rejectionsOf(refused)],
      ...[refused.length, hasPositions(sending), ...ofObject, size.rows, size.bytes],
    ],
  );
  if (terminal) await noteTerminal(client, accountId, terminal);
  if (!entered) throw new Error('a sending was entered and is not there');
  return receiptOf(entered);
}

/** The digest as it is in an inbox on the disk: that of positions without an instant comes again. */
async function digestOf(
  client: pg.PoolClient,
  { accountId, digest, isOfNow }: Sending,
): Promise<string> {
  if (!isOfNow) return digest;
  const [last] = await rowsOf<{ number: string; digest: string }>(
    client,
    `select number, digest from sendings where account_id = $1 and has_positions
     order by number desc limit 1`,
    [accountId],
  );
  if (!last || last.digest.startsWith(digest)) return last?.digest ?? digest;
  return `${digest} after ${last.number}`;
}

/** Notes whose terminal it is, and which deals there are of it. */
async function noteTerminal(
  client: pg.PoolClient,
  accountId: string,
  { account, deals }: TerminalSending,
): Promise<void> {
  await client.query(
    `insert into sending_terminals values ($1, $2, $3)
     on conflict (account_id) do update set account = excluded.account, gmt = excluded.gmt
       where excluded.gmt >= sending_terminals.gmt`,
    [accountId, JSON.stringify(account), account.gmt],
  );
  const times = new Map(deals.map(({ ticket, time }) => [ticket, time]));
  await client.query(
    `insert into sending_deals select $1, * from unnest($2::text[], $3::bigint[])
     on conflict (account_id, ticket) do update set time = excluded.time`,
    [accountId, [...times.keys()], [...times.values()]],
  );
}
