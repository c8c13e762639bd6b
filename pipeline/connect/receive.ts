import { hash } from 'node:crypto';
import { dirname } from 'node:path';
import { isDiskFull } from '../base/disk.ts';
import { CommandError } from '../base/errors.ts';
import type { HeldDeals, TerminalAccount } from '../deliveries/deals/terminal.ts';
import { type Deliveries, deliveriesIn } from '../deliveries/deliveries.ts';
import type { Delivery, Entered } from '../deliveries/enter.ts';
import { openDeliveries } from '../deliveries/open.ts';
import type { Use } from '../deliveries/quota.ts';
import {
  type Receipt,
  type RefusedDelivery,
  type Rejection,
  rejectionsOf,
} from '../deliveries/receipts.ts';
import { limitText } from '../registry/over-limit.ts';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import { BodyFault, maxOpenedBytes, openBody, type SentBody, type SentRow } from './body.ts';
import { createJudge } from './judge.ts';
import { readRows } from './rows.ts';

/** A body with whose it is. */
export interface Arrival extends SentBody {
  readonly keyId: string;
  readonly accountId: string;
  /** Whose key it is. */
  readonly owner: string;
  /** Their plan in force. */
  readonly plan: Plan;
  readonly idempotencyKey: string | null;
}

/** What its sender is told of a body besides. */
type Warned = { readonly warnings: readonly string[] };

/** What a body came to: a receipt for what is kept, or why nothing was taken. */
export type Outcome = {
  /** What the body opened to; absent where it could not be opened. */
  readonly bytes?: number;
} & (
  | {
      readonly receipt: Receipt;
      /** What the body says that does not count. */
      readonly warnings?: readonly string[];
      /** How many deals there are of the account now; told to terminals. */
      readonly deals?: number;
    }
  | {
      readonly status: 400 | 413 | 422 | 429 | 503 | 507;
      readonly detail: string;
      readonly allowed?: readonly string[];
      /** The limit of the owner's plan that is met, and seconds after which it isn't. */
      readonly limit?: LimitName;
      readonly retryAfter?: number;
      /** What the operator is told besides. */
      readonly reason?: string;
    }
);

/** Takes bodies in. */
export interface Receiving {
  receive(arrival: Arrival): Promise<Outcome>;
  find(keyId: string, receipt: string): Promise<Receipt | null>;
  heldDeals(accountId: string): Promise<HeldDeals>;
  /** What was refused of what came in with these keys, or with any; the newest of it. */
  refused(keyIds: readonly string[] | 'all'): Promise<RefusedDelivery[]>;
  /** What these owners have, or all, by owner; those that never sent anything are not in it. */
  uses(owners: readonly string[] | 'all'): Promise<ReadonlyMap<string, Use>>;
  close(): Promise<void>;
}

/** Takes bodies in, in this process. */
export interface ReceivingHere extends Receiving {
  /** Takes a body in unless it opens to more than `maxBytes`; null then. */
  receiveUpTo(maxBytes: number, arrival: Arrival): Promise<Outcome | null>;
}

/** Receives into the deliveries of a file, in this process. */
export const receiveHere = async (path: string, clock?: () => Date): Promise<ReceivingHere> =>
  receiveInto(deliveriesIn(await openDeliveries({ path }, clock)), () => isDiskFull(dirname(path)));

/** Receives deliveries in this process; `isRoomGone` says whether the disk has no room. */
export function receiveInto(
  deliveries: Deliveries,
  isRoomGone: () => boolean = () => false,
): ReceivingHere {
  const judge = createJudge();
  const writer = createWriter(deliveries);

  const read = async (arrival: Arrival, opened: Buffer): Promise<Delivery & Warned> => {
    const { type, keyId, accountId, owner, plan, idempotencyKey } = arrival;
    const at = deliveries.now();
    const sent = await readRows(opened.toString(), type, accountId, at.toISOString());
    const { isOfNow, terminal } = sent;
    if (terminal) keepToOne(await deliveries.terminalOf(accountId), accountId, terminal.account);
    const refused: Rejection[] = [...sent.refused];
    const lines: Record<string, string[]> = {};
    let accepted = terminal ? 1 + terminal.deals.length + (terminal.positions?.length ?? 0) : 0;
    for (const [name, rows] of byTable(sent.rows)) {
      const [table] = rows.map((row) => row.table);
      if (!table) continue;
      const faults = await judge.faults(
        table,
        rows.map(({ line }) => line),
      );
      const good = rows.filter((_, place) => !faults.has(place));
      for (const [place, reason] of faults) {
        refused.push({ table: name, row: rows[place]?.place ?? 0, reason });
      }
      accepted += good.filter(({ place }) => place > 0).length;
      if (good.length > 0) lines[name] = good.map(({ line }) => line);
    }
    refused.sort((one, other) => one.row - other.row);
    if (!terminal && sent.rows.length + refused.length === 0)
      throw new BodyFault(422, 'The body holds no row.');
    const digest = hash('sha256', `${type}\n${hash('sha256', opened, 'hex')}`, 'hex');
    const received = opened.length + rejectionsOf(refused).length;
    const whose = { keyId, accountId, owner, plan, received, digest, idempotencyKey };
    const warnings = [...sent.warnings];
    return { ...whose, accepted, refused, lines, isOfNow, terminal, warnings };
  };

  const receiveUpTo = async (maxBytes: number, arrival: Arrival): Promise<Outcome | null> => {
    let opened: Buffer | null | undefined;
    try {
      opened = await openBody(arrival, maxBytes);
      if (opened === null) return null;
      const bytes = opened.length;
      const delivery = await read(arrival, opened);
      const receipt = await writer(delivery);
      if ('limit' in receipt) {
        const now = deliveries.now();
        return { ...overLimit(delivery, receipt.limit, now), bytes };
      }
      const { warnings } = delivery;
      if (!delivery.terminal) return { receipt, warnings, bytes };
      return {
        receipt,
        warnings,
        bytes,
        deals: (await deliveries.heldDeals(arrival.accountId)).deals,
      };
    } catch (error) {
      return { ...outcomeOf(error, isRoomGone), ...(opened && { bytes: opened.length }) };
    }
  };

  return {
    receiveUpTo,
    receive: async (arrival) => (await receiveUpTo(maxOpenedBytes, arrival)) ?? tooLarge,
    find: deliveries.find,
    heldDeals: deliveries.heldDeals,
    refused: deliveries.refused,
    uses: deliveries.uses,
    async close() {
      await judge.close();
      await deliveries.close();
    },
  };
}

const daySeconds = 24 * 60 * 60;

/** Nothing is kept of what would pass a limit of its owner's plan. */
function overLimit({ plan }: Delivery, limit: LimitName, now: Date): Outcome {
  const detail = limitText(plan, limit);
  const untilMidnight = daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds);
  const again = limit === 'bytes_a_day' && { retryAfter: untilMidnight };
  return { status: 413, detail, limit, ...again };
}

const tooLarge: Outcome = {
  status: 413,
  detail: `The body unpacks to more than ${maxOpenedBytes >> 20} MiB.`,
  bytes: maxOpenedBytes,
};

/** A key has one account, and an account one number at its broker: a terminal may change its own below. */
function keepToOne(
  known: TerminalAccount | null,
  accountId: string,
  account: TerminalAccount,
): void {
  const [, platform, number] = /^(MT[45]):(\d+)(?:@|$)/.exec(accountId) ?? [];
  const isOwn =
    (number === undefined || (number === account.number && platform === account.platform)) &&
    (known === null ||
      (['platform', 'number', 'server'] as const).every((name) => known[name] === account[name]));
  if (isOwn) return;
  const detail = `The key is of another account than ${account.number} at ${account.server}: make a key for this one.`;
  throw new BodyFault(422, detail);
}

function byTable(rows: readonly SentRow[]): Map<string, SentRow[]> {
  const tables = new Map<string, SentRow[]>();
  for (const row of rows) {
    const known = tables.get(row.table.name);
    if (known) known.push(row);
    else tables.set(row.table.name, [row]);
  }
  return tables;
}

interface Entering {
  readonly delivery: Delivery;
  resolve(receipt: Entered | undefined): void;
  reject(error: unknown): void;
}

const isOfAll = (error: unknown): boolean =>
  error instanceof CommandError || (error instanceof Error && 'code' in error);

const keyUsed =
  'This Idempotency-Key came with another body before; nothing was taken. Send this body with a key of its own, or without one.';

/** Writes what is ready together: to wait for the disk takes as long for one as for many. */
function createWriter(
  deliveries: Deliveries,
): (delivery: Delivery) => Promise<Exclude<Entered, string>> {
  let waiting: Entering[] = [];
  let isWriting = false;
  const flush = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    try {
      const receipts = await deliveries.enter(all.map(({ delivery }) => delivery));
      for (const [at, { resolve }] of all.entries()) resolve(receipts[at]);
    } catch (error) {
      // What is kept of one account stops nobody; where it is the disk, it is so for each.
      if (all.length > 1 && !isOfAll(error)) for (const one of all) await enterAlone(one);
      else for (const { reject } of all) reject(error);
    }
  };
  const flushAll = async (): Promise<void> => {
    while (waiting.length > 0) await flush();
    isWriting = false;
  };
  const enterAlone = async ({ delivery, resolve, reject }: Entering): Promise<void> => {
    try {
      const [receipt] = await deliveries.enter([delivery]);
      resolve(receipt);
    } catch (error) {
      reject(error);
    }
  };
  return async (delivery) => {
    const receipt = await new Promise<Entered | undefined>((resolve, reject) => {
      waiting.push({ delivery, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      setImmediate(() => void flushAll());
    });
    if (receipt === undefined) throw new Error('a delivery has no receipt');
    if (receipt === 'key used') throw new BodyFault(422, keyUsed);
    return receipt;
  };
}

function outcomeOf(error: unknown, isRoomGone: () => boolean): Outcome {
  if (error instanceof BodyFault) {
    const { status, message: detail, allowed } = error;
    return { status, detail, ...(allowed && { allowed }) };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/FULL|ENOSPC|EDQUOT/.test(code) || (/IOERR/.test(code) && isRoomGone())) {
    return { status: 507, detail: 'There is no room on the disk; nothing was taken.' };
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof CommandError) {
    // Where that is, is the operator's business.
    const detail = 'Nothing was taken: what keeps it is out of reach. Send it again.';
    return { status: 503, detail, reason };
  }
  return { status: 503, detail: `Nothing was taken: ${reason}` };
}
