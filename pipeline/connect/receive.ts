import { hash } from 'node:crypto';
import { dirname } from 'node:path';
import { isDiskFull } from '../base/disk.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import type { TerminalAccount, TerminalContent } from '../deliveries/deals/terminal.ts';
import { type Deliveries, deliveriesIn } from '../deliveries/deliveries.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { enterTogether } from '../deliveries/enter.ts';
import { openDeliveries } from '../deliveries/open.ts';
import { type Rejection, rejectionsOf } from '../deliveries/receipts.ts';
import type { Plan } from '../registry/words.ts';
import { BodyFault, maxOpenedBytes, openBody, type SentBody, type SentRow } from './body.ts';
import { failedOutcome, limitOutcome, type Outcome, tooLarge } from './outcome.ts';
import { readRows } from './read-rows.ts';
import { loadableTerminal } from './terminal-faults.ts';
import { createLineValidator } from './validate-lines.ts';

/** Body with the key that it was sent with. */
export interface KeyedBody extends SentBody {
  readonly keyId: string;
  readonly accountId: string;
  /** Owner of the key, and their plan in force. */
  readonly owner: string;
  readonly plan: Plan;
  readonly idempotencyKey: string | null;
}

/** Receives bodies, and answers questions about deliveries. */
export interface Receiving extends Deliveries {
  receive(body: KeyedBody): Promise<Outcome>;
}

/** Receives bodies in this process. */
export interface LocalReceiving extends Receiving {
  /** Receives a body, or returns null if it unpacks to more than `maxBytes`. */
  receiveUpTo(maxBytes: number, body: KeyedBody): Promise<Outcome | null>;
}

/** Receives into the deliveries of a file, in this process. */
export const receiveLocally = async (path: string, clock?: () => Date): Promise<LocalReceiving> =>
  receiveInto(await openDeliveries({ path }, clock), () => isDiskFull(dirname(path)));

/** Receives into deliveries, in this process; `isRoomGone` says whether the disk has no room. */
export function receiveInto(
  database: DeliveryDatabase,
  isRoomGone: () => boolean = () => false,
): LocalReceiving {
  const validator = createLineValidator({ clock: () => database.clock() });
  const deliveries = deliveriesIn(database);
  const enter = enterTogether(database);

  const read = async (body: KeyedBody, opened: Buffer) => {
    const { type, keyId, accountId, owner, plan, idempotencyKey } = body;
    const at = database.clock();
    const sent = await readRows(opened.toString(), type, accountId, at.toISOString());
    const { isOfNow } = sent;
    const refused: Rejection[] = [...sent.refused];
    let terminal: TerminalContent | null = null;
    if (sent.terminal) {
      refuseOtherNumber(accountId, sent.terminal.account);
      const loadable = await loadableTerminal(sent.terminal, accountId, validator);
      terminal = loadable.terminal;
      refused.push(...loadable.refused);
    }
    const lines: Record<string, string[]> = {};
    let accepted = terminal ? 1 + terminal.deals.length + (terminal.positions?.length ?? 0) : 0;
    for (const [name, rows] of byTable(sent.rows)) {
      const [table] = rows.map((row) => row.table);
      if (!table) continue;
      const all = rows.map(({ line }) => line);
      const faults = await validator.faults(table, all);
      for (const [at, reason] of faults) {
        refused.push({ table: name, row: rows[at]?.index ?? 0, reason });
      }
      const valid = rows.filter((_, at) => !faults.has(at));
      accepted += valid.filter(({ index }) => index > 0).length;
      if (valid.length > 0) lines[name] = valid.map(({ line }) => line);
    }
    refused.sort((first, second) => first.row - second.row);
    if (!terminal && sent.rows.length + refused.length === 0) {
      throw new BodyFault(422, 'The body holds no row.');
    }
    const digest = hash('sha256', `${type}\n${hash('sha256', opened, 'hex')}`, 'hex');
    const received = opened.length + rejectionsOf(refused).length;
    const sender = { keyId, accountId, owner, plan, received, digest, idempotencyKey };
    const source = terminal === null ? 'owner_api' : 'terminal';
    const delivery: Delivery = { ...sender, source, accepted, refused, lines, isOfNow, terminal };
    return { delivery, warnings: [...sent.warnings] };
  };

  const receiveUpTo = async (maxBytes: number, body: KeyedBody): Promise<Outcome | null> => {
    let opened: Buffer | null | undefined;
    try {
      opened = await openBody(body, maxBytes);
      if (opened === null) return null;
      const bytes = opened.length;
      const { delivery, warnings } = await read(body, opened);
      const receipt = await enter(delivery);
      if (receipt === 'key used') throw new BodyFault(422, keyUsed);
      if (receipt === 'other terminal') {
        throw otherAccount(delivery.terminal?.account ?? { number: '', server: '' });
      }
      if ('limit' in receipt) {
        return { ...limitOutcome(body.plan, receipt.limit, database.clock()), bytes };
      }
      const { deals, ...rest } = receipt;
      return { receipt: rest, warnings, bytes, ...(deals !== undefined && { deals }) };
    } catch (error) {
      return { ...failedOutcome(error, isRoomGone), bytes: opened?.length };
    }
  };

  return {
    ...deliveries,
    receiveUpTo,
    receive: async (body) => (await receiveUpTo(maxOpenedBytes, body)) ?? tooLarge,
    async close() {
      await validator.close();
      await deliveries.close();
    },
  };
}

const keyUsed =
  'This Idempotency-Key was used with another body before, so nothing was accepted. Send this body with a new key, or without one.';

/** Fault of a terminal that is logged in to another account: its user may switch accounts. */
const otherAccount = ({ number, server }: Pick<TerminalAccount, 'number' | 'server'>) =>
  new BodyFault(
    422,
    `The key belongs to another account than ${number} at ${server}. Create a key for this one.`,
  );

/** Throws if a terminal is logged in to another account than the one that the key's id names. */
function refuseOtherNumber(accountId: string, account: TerminalAccount): void {
  const [, platform, number] = /^(MT[45]):(\d+)(?:@|$)/.exec(accountId) ?? [];
  const isSame = number === account.number && platform === account.platform;
  if (number !== undefined && !isSame) throw otherAccount(account);
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
