import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inEnglish, makeReason, quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { forgetAccount } from '../../../pipeline/deliveries/forget.ts';
import type { Receipt } from '../../../pipeline/deliveries/receipts.ts';
import { readReloads } from '../../../pipeline/deliveries/reloads.ts';
import type { DeliveryState } from '../../../pipeline/deliveries/schema.ts';
import {
  newestReceived,
  noteLoaded,
  notePublished,
  refuseUndescribed,
  undescribed,
} from '../../../pipeline/deliveries/states.ts';
import { listDeliveries, withdrawDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import { closedToOwner } from '../../../pipeline/registry/operator-accounts.ts';
import { fieldOf } from '../../support/fields.ts';
import { openForEntering, sentRows } from './entering.ts';

/** Step in the life of receipts. Its numbers choose an account, key, body or receipt. */
export type StateStep =
  | {
      readonly do: 'send';
      readonly body: number;
      readonly key: number;
      readonly idempotency: number | null;
    }
  | { readonly do: 'load'; readonly closed: readonly number[]; readonly waiting: readonly number[] }
  | { readonly do: 'publish' | 'refuse'; readonly accounts: readonly number[] }
  | { readonly do: 'withdraw'; readonly which: number }
  | { readonly do: 'forget'; readonly account: number }
  | { readonly do: 'move clock'; readonly hours: number };

/** Delivery in the model, which consists of plain variables. */
interface Expected {
  readonly receipt: string;
  readonly at: string;
  readonly body: number;
  readonly keyId: string;
  readonly idempotency: string | null;
  readonly account: string;
  readonly accepted: number;
  readonly refused: number;
  state: DeliveryState;
  why: 'closed' | 'undescribed' | 'withdrawn' | null;
  withdrawnAt?: string;
}

const accounts = ['a', 'b', 'c'] as const;
const accountAt = (at: number): string => accounts[at % accounts.length] ?? '';
const ownerOf = (account: string): string => (account === 'c' ? 'carl' : 'ann');
const received = 10;
const days90 = 90 * 24 * 60 * 60 * 1000;

/** Makes the rows of a body, always the same. Every fourth body is refused as a whole. */
const contentOf = (body: number) => ({
  account: accountAt(body),
  accepted: body % 4,
  refused: body % 4 === 0 ? 2 : body % 2,
});

/** Makes a text with the length of a digest. */
const digestOf = (body: number): string => `body ${String(body).padStart(3, '0')}`;

/** Clock that only a test moves. */
export interface MovedClock {
  now(): Date;
  move(hours: number): void;
}

/**
 * Does steps on a database, and compares receipts, lists, sizes and reloads with the model after
 * each. Pass null as `clock` if the database has its own clock.
 */
export async function goThroughStates(
  database: DeliveryDatabase,
  steps: readonly StateStep[],
  clock: MovedClock | null,
): Promise<void> {
  const deliveries = openForEntering(database);
  let known: Expected[] = [];
  const reloads = new Set<string>();
  const bytesOfDays = new Map<string, number>();
  let runs = 0;
  const now = (): Date => clock?.now() ?? new Date();

  const send = async ({ body, key, idempotency }: StateStep & { do: 'send' }): Promise<void> => {
    const { account, accepted, refused } = contentOf(body);
    const owner = ownerOf(account);
    const keyId = `key ${key}`;
    const idempotencyKey = idempotency === null ? null : `once ${idempotency}`;
    const trades = Array.from({ length: accepted }, (_, at) => ({ ticket: `${body}-${at}` }));
    const rejection = {
      table: 'trades',
      row: 1,
      reason: makeReason('row_missing', { column: 'profit' }),
    };
    const delivery = sentRows(account, digestOf(body), accepted > 0 ? { trades } : {}, {
      keyId,
      idempotencyKey,
      owner,
      accepted,
      received,
      refused: Array.from({ length: refused }, () => rejection),
    });
    const newest = known.at(-1)?.at ?? '';
    const [entered] = await deliveries.enter([delivery]);
    const withKey = known.find(
      (each) =>
        each.keyId === keyId && each.idempotency === idempotencyKey && idempotencyKey !== null,
    );
    if (withKey !== undefined && withKey.body !== body) {
      assert.is(entered, 'key used');
      return;
    }
    assert.ok(entered !== undefined && typeof entered === 'object' && 'receipt' in entered);
    const before = withKey ?? known.find((each) => each.keyId === keyId && each.body === body);
    if (before !== undefined) {
      assert.is(entered.receipt, before.receipt);
      return;
    }
    const at = entered.received_at;
    assert.ok(at >= newest, `${at} is before ${newest}`);
    if (clock) assert.is(at, [newest, clock.now().toISOString()].sort().at(-1));
    const day = `${owner} ${at.slice(0, 10)}`;
    bytesOfDays.set(day, (bytesOfDays.get(day) ?? 0) + received);
    known.push({
      receipt: entered.receipt,
      at,
      body,
      keyId,
      idempotency: idempotencyKey,
      account,
      accepted,
      refused,
      state: accepted > 0 ? 'received' : 'refused',
      why: null,
    });
  };

  const load = async ({ closed, waiting }: StateStep & { do: 'load' }): Promise<void> => {
    const closedIds = new Set(closed.map(accountAt));
    const waitingIds = new Set(waiting.map(accountAt).filter((id) => !closedIds.has(id)));
    const number = await lastNumber(database);
    runs += 1;
    const refusedAccounts = await noteLoaded(database, `run ${runs}`, {
      number,
      waiting: [...waitingIds],
      closed: [...closedIds],
    });
    const refused = new Set<string>();
    for (const each of known) {
      const isClosed = closedIds.has(each.account);
      if (each.state === 'received' && isClosed) {
        refused.add(each.account);
        Object.assign(each, { state: 'refused', why: 'closed' });
      } else if (!isClosed && !waitingIds.has(each.account)) {
        if (each.state === 'received' || each.why === 'closed') {
          Object.assign(each, { state: 'loaded', why: null });
        }
      }
    }
    assert.equal(refusedAccounts.toSorted(), [...refused].sort());
  };

  const publish = async (published: readonly number[]): Promise<void> => {
    const ids = new Set(published.map(accountAt));
    runs += 1;
    await notePublished(database, `version ${runs}`, (id) => ids.has(id), now);
    const counting = known.filter(
      ({ state, why, account }) =>
        (state === 'loaded' || why === 'undescribed') && ids.has(account),
    );
    const forgotten = new Date(now().getTime() - days90).toISOString();
    known = known.filter(
      ({ at, state, accepted, why, withdrawnAt = at }) =>
        withdrawnAt >= forgotten ||
        !(state === 'published' || state === 'refused') ||
        (accepted > 0 && why !== 'withdrawn'),
    );
    for (const each of counting) Object.assign(each, { state: 'published', why: null });
    for (const day of bytesOfDays.keys()) {
      if ((day.split(' ')[1] ?? '') < now().toISOString().slice(0, 10)) bytesOfDays.delete(day);
    }
  };

  const refuse = async (unknown: readonly number[]): Promise<void> => {
    const ids = new Set(unknown.map(accountAt));
    const line = {
      at: 'run',
      from: 'accounts',
      line: 1,
      table: 'accounts',
      reason: quotedReason('no currency'),
    };
    await refuseUndescribed(database, (id) => !ids.has(id), {
      of: async (some) => new Map(some.map((id) => [id, { count: 1, rows: [line] }])),
    });
    for (const each of known) {
      if (each.state === 'loaded' && ids.has(each.account)) {
        Object.assign(each, { state: 'refused', why: 'undescribed' });
      }
    }
  };

  const withdraw = async (which: number): Promise<void> => {
    const fault = await withdrawDelivery(database, 'rcp_none').catch((error: unknown) => error);
    assert.instance(fault, CommandError);
    const chosen = known[which % Math.max(1, known.length)];
    if (chosen === undefined) return;
    const isFirst = chosen.why !== 'withdrawn';
    assert.is(await withdrawDelivery(database, chosen.receipt), isFirst);
    Object.assign(chosen, { state: 'refused', why: 'withdrawn' });
    if (!isFirst) return;
    reloads.add(chosen.account);
    chosen.withdrawnAt = await database.read((db) => database.now(db));
  };

  const assertReceipts = async (): Promise<void> => {
    for (const each of known) {
      const receipt = await deliveries.find(each.keyId, each.receipt);
      assert.ok(receipt, `${each.receipt} is gone`);
      assert.equal(shown(receipt), expectedOf(each), each.receipt);
    }
    const [one] = known;
    if (one === undefined) return;
    // Another owner gets the same answer for this receipt as for one that never existed.
    for (const [keyId, receipt] of [
      ['key 9', one.receipt],
      [one.keyId, `${one.receipt}0`],
      [one.keyId, one.receipt.toUpperCase()],
      [one.keyId, "' or 1 = 1 --"],
      ['', ''],
    ] as const) {
      assert.is(await deliveries.find(keyId, receipt), null);
    }
  };

  const assertLists = async (): Promise<void> => {
    const all = await listDeliveries(database, 'all');
    assert.equal(
      all.map(({ receipt, state, accepted, rejected_count }) => ({
        receipt,
        state,
        accepted,
        rejected_count,
      })),
      known.toReversed().map((each) => {
        const { state, accepted, rejected_count } = expectedOf(each);
        const isUndescribed = each.why === 'undescribed' ? 1 : 0;
        return {
          receipt: each.receipt,
          state,
          accepted,
          rejected_count: rejected_count - isUndescribed,
        };
      }),
    );
    const waiting = known.filter(({ state }) => state === 'received').map(({ at }) => at);
    const newest = await newestReceived(database);
    assert.is(newest?.at.toISOString(), waiting.sort().at(-1));
    assert.equal(fieldOf(await readReloads(database), 'account_id'), [...reloads].sort());
    const uses = await deliveries.uses('all');
    const at = await database.read((db) => database.now(db));
    for (const owner of ['ann', 'carl']) {
      const rows = known
        .filter(({ account, why }) => ownerOf(account) === owner && why !== 'withdrawn')
        .reduce((sum, { accepted }) => sum + accepted, 0);
      assert.is(Number(uses.get(owner)?.rows ?? 0), rows, `rows of ${owner}`);
      const today = bytesOfDays.get(`${owner} ${at.slice(0, 10)}`) ?? 0;
      assert.is(Number(uses.get(owner)?.bytesToday ?? 0), today, `bytes of ${owner}`);
    }
  };

  for (const step of steps) {
    if (step.do === 'send') await send(step);
    if (step.do === 'load') await load(step);
    if (step.do === 'publish') await publish(step.accounts);
    if (step.do === 'refuse') await refuse(step.accounts);
    if (step.do === 'withdraw') await withdraw(step.which);
    if (step.do === 'move clock') clock?.move(step.hours);
    if (step.do === 'forget') {
      const account = accountAt(step.account);
      await forgetAccount(database, account);
      known = known.filter((each) => each.account !== account);
      reloads.add(account);
    }
    await assertReceipts();
    await assertLists();
  }
}

/** Returns the highest number of a delivery so far; 0 without deliveries. */
async function lastNumber({ read }: DeliveryDatabase): Promise<number> {
  const row = await read((db) =>
    db
      .selectFrom('deliveries')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return Number(row?.number ?? 0);
}

const shown = ({ state, accepted, rejected, rejected_count }: Receipt) => ({
  state,
  accepted,
  rejected_count,
  first: rejected.map(({ reason }) => reason.slice(0, 25))[0] ?? null,
  last: rejected.map(({ reason }) => reason.slice(0, 25)).at(-1) ?? null,
});

function expectedOf({ state, accepted, refused, why }: Expected): ReturnType<typeof shown> {
  const row = refused > 0 ? 'profit is missing' : null;
  if (why === 'closed') {
    const reason = inEnglish(closedToOwner).slice(0, 25);
    return { state, accepted: 0, rejected_count: refused + accepted, first: reason, last: reason };
  }
  if (why === 'undescribed') {
    const reason = inEnglish(undescribed(quotedReason('no currency'))).slice(0, 25);
    return { state, accepted, rejected_count: refused + 1, first: row ?? reason, last: reason };
  }
  if (why === 'withdrawn') {
    const first = inEnglish(makeReason('row_withdrawn')).slice(0, 25);
    return { state, accepted, rejected_count: refused, first, last: row ?? first };
  }
  return { state, accepted, rejected_count: refused, first: row, last: row };
}
