import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { hashKey, randomDigits } from '../base/key-format.ts';
import { recordOwned } from './audit.ts';
import { stampAfter, toStamp } from './instants.ts';
import { actorOf, NotOwnedError } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import { deleteRows, findRow, findRows, insertRow, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

type Db = Transaction<Tables>;
type Row = Tables['alert_targets'];

/** Place that alerts go to, as its owner may see it: without its secret. */
export type AlertTarget = Omit<Row, 'secret' | 'owner'>;

/** Why a place was not added or a test was not sent. */
export type AlertRefusal = 'known' | 'full' | 'too_often';

/** Thrown if a limit of alerts is met. Nothing is changed. */
export class AlertRefused extends CommandError {
  readonly why: AlertRefusal;

  constructor(why: AlertRefusal) {
    super(`alerts: ${why}`);
    this.why = why;
  }
}

/** Most places of each kind that an owner has. */
export const maxTargets = 5;

/** Limits that keep a server from sending much to somebody who asked for nothing. */
const alertLimits = {
  /** Mails that ask for consent: of an owner in an hour, and to an address in a day. */
  confirmationsOfOwner: 5,
  confirmationsToAddress: 3,
  /** Tests of an owner in an hour. */
  tests: 10,
} as const;

const hour = 3_600_000;

/** Time within which the reader of an address has to agree. */
export const confirmMilliseconds = 48 * 3_600_000;

/** Returns the instant so long before now, as the registry stores it. */
export const since = (now: Date, milliseconds: number): string => stampAfter(now, -milliseconds);

/** Time that a place waits after each try that failed without one that succeeded. */
export const failureWaits = [60_000, 10 * 60_000, 3_600_000, 6 * 3_600_000] as const;

/** Latest fault of a place and its time, and the number of failed tries since the last success. */
export type PlaceFailure = Pick<Row, 'fault' | 'failed_at' | 'failures'>;

export const noFailure: PlaceFailure = { fault: null, failed_at: null, failures: 0 };

/** Returns the time from which a place that failed may be tried again; null if it works. */
export function retryAt({
  failed_at,
  failures,
}: Pick<PlaceFailure, 'failed_at' | 'failures'>): string | null {
  const wait = failureWaits[Math.min(failures, failureWaits.length) - 1];
  if (wait === undefined || failed_at === null) return null;
  return stampAfter(new Date(failed_at), wait);
}

/** Hash by which messages to an address are counted. */
const recipientOf = (address: string): string => hashKey(`alert ${address.toLowerCase()}`);

interface NewTarget {
  readonly kind: Row['kind'];
  /** Checked by `mailAddress` or `webhookAddress`. */
  readonly address: string;
  readonly language: string;
}

/**
 * Adds a place for an owner's alerts and returns the secret that signs what goes there. An address
 * gets a mail that asks for consent, and nothing else before it. Throws an AlertRefused at a limit.
 */
export async function addAlertTarget(
  registry: Registry,
  owner: string,
  { kind, address, language }: NewTarget,
): Promise<{ readonly id: string; readonly secret: string }> {
  const now = registry.clock();
  const id = `alt_${randomDigits(16)}`;
  const secret = `whsec_${randomBytes(32).toString('base64url')}`;
  await registry.store.write(async (db) => {
    await removeUnconfirmed(db, now);
    const stored = await findRows(db, 'alert_targets', { owner });
    const isSame = (row: Row) => row.address.toLowerCase() === address.toLowerCase();
    if (stored.some((row) => (kind === 'email' ? isSame(row) : row.address === address))) {
      throw new AlertRefused('known');
    }
    if (stored.filter((row) => row.kind === kind).length >= maxTargets) {
      throw new AlertRefused('full');
    }
    const confirmed_at = kind === 'webhook' ? toStamp(now) : null;
    await insertRow(db, 'alert_targets', {
      id,
      owner,
      kind,
      address,
      secret,
      language,
      created_at: toStamp(now),
      confirmed_at,
      ...noFailure,
    });
    if (kind === 'email') await enqueueConfirmation(db, owner, { id, address }, now);
    // The kind alone: an address is somebody's own, and may be removed one day.
    await recordOwned(db, owner, `alerts.${id}`, null, { kind }, actorOf(owner), now);
  });
  return { id, secret };
}

async function enqueueConfirmation(
  db: Db,
  owner: string,
  target: Pick<Row, 'id' | 'address'>,
  now: Date,
): Promise<void> {
  const recipient = recipientOf(target.address);
  const confirmations = db.selectFrom('alert_messages').select('id').where('kind', '=', 'confirm');
  const ofOwner = await confirmations
    .where('owner', '=', owner)
    .where('created_at', '>', since(now, hour))
    .execute();
  const toAddress = await confirmations
    .where('recipient', '=', recipient)
    .where('created_at', '>', since(now, 24 * hour))
    .execute();
  const isTooOften =
    ofOwner.length >= alertLimits.confirmationsOfOwner ||
    toAddress.length >= alertLimits.confirmationsToAddress;
  if (isTooOften) throw new AlertRefused('too_often');
  await enqueue(db, { owner, target, kind: 'confirm', account: null, details: {} }, now);
}

interface NewMessage {
  readonly owner: string;
  readonly target: Pick<Row, 'id' | 'address'>;
  readonly kind: string;
  readonly account: string | null;
  readonly details: object;
}

/** Puts a message into the queue, due at once. */
export async function enqueue(
  db: Db,
  { owner, target, kind, account, details }: NewMessage,
  now: Date,
): Promise<void> {
  await insertRow(db, 'alert_messages', {
    id: `msg_${randomDigits(20)}`,
    owner,
    kind,
    account,
    target: target.id,
    details: JSON.stringify(details),
    recipient: recipientOf(target.address),
    created_at: toStamp(now),
    due_at: toStamp(now),
    attempts: 0,
  });
}

/** Sends a test to one place. Throws an AlertRefused after too many, a NotOwnedError otherwise. */
export async function testAlertTarget(
  registry: Registry,
  owner: string,
  id: string,
): Promise<void> {
  const now = registry.clock();
  await registry.store.annotate(async (db) => {
    const target = await ownedIn(db, owner, id);
    if (target.confirmed_at === null) throw new NotOwnedError();
    const tests = await db
      .selectFrom('alert_messages')
      .select('id')
      .where('kind', '=', 'test')
      .where('owner', '=', owner)
      .where('created_at', '>', since(now, hour))
      .execute();
    if (tests.length >= alertLimits.tests) throw new AlertRefused('too_often');
    await enqueue(db, { owner, target, kind: 'test', account: null, details: {} }, now);
  });
}

/** Removes a place. Messages to it that wait are never sent. */
export async function removeAlertTarget(
  registry: Registry,
  owner: string,
  id: string,
): Promise<void> {
  const now = registry.clock();
  await registry.store.write(async (db) => {
    const { kind } = await ownedIn(db, owner, id);
    await removeTarget(db, id);
    await recordOwned(db, owner, `alerts.${id}`, { kind }, null, actorOf(owner), now);
  });
}

/** Deletes a place, and what waits for it. */
export async function removeTarget(db: Db, id: string): Promise<void> {
  // The rows stay for the limits, without what they said.
  const empty = { target: null, due_at: null, details: '{}' };
  await updateRows(db, 'alert_messages', { target: id }, empty);
  await deleteRows(db, 'alert_targets', { id });
}

async function removeUnconfirmed(db: Db, now: Date): Promise<void> {
  const old = await db
    .selectFrom('alert_targets')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', since(now, confirmMilliseconds))
    .execute();
  for (const { id } of old) await removeTarget(db, id);
}

/** Returns a place by its id, with its secret; null for an unknown one. */
export async function findAlertTarget(
  { store }: Pick<Registry, 'store'>,
  id: string,
): Promise<Row | null> {
  return (await findRow(store.db, 'alert_targets', { id })) ?? null;
}

/** Returns true if the time to agree has passed without consent. */
export const isLapsedTarget = (
  { confirmed_at, created_at }: Pick<Row, 'confirmed_at' | 'created_at'>,
  now: Date,
): boolean => confirmed_at === null && created_at <= since(now, confirmMilliseconds);

/** Lists the places of an owner, oldest first. */
export async function alertTargetsOf(
  { store, clock }: Pick<Registry, 'store' | 'clock'>,
  owner: string,
): Promise<AlertTarget[]> {
  const rows = await findRows(store.db, 'alert_targets', { owner }, ['created_at', 'id']);
  const now = clock();
  return rows
    .filter((row) => !isLapsedTarget(row, now))
    .map(({ secret: _, owner: __, ...target }) => target);
}

async function ownedIn(db: Db, owner: string, id: string): Promise<Row> {
  const found = await findRow(db, 'alert_targets', { id, owner });
  if (found === undefined) throw new NotOwnedError();
  return found;
}
