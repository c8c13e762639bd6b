import Database from 'libsql';
import type { Use } from './quota.ts';
import type { Receipt, RefusedSending } from './receipts.ts';
import {
  type Entered,
  enter,
  findReceipt,
  makeInbox,
  refusedSendings,
  type Sending,
  usesOf,
  withInbox,
} from './store.ts';
import type { TerminalAccount } from './terminal.ts';
import { type HeldDeals, heldDeals, terminalOf } from './terminals.ts';

/** Where what is received is kept before a receipt of it is given. */
export interface Inbox {
  /** The instant of what comes in now. */
  now(): Date;
  /**
   * Keeps sendings, all of them or none, and answers with the receipt of each: that of an earlier
   * one where the same body came before with that key. One that would pass a limit of its owner's
   * plan is not kept, nor one whose idempotency key came with another body; neither stops others.
   */
  enter(sendings: readonly Sending[]): Promise<Entered[]>;
  /** The receipt of that id, for the key that it was given to. */
  find(keyId: string, receipt: string): Promise<Receipt | null>;
  /** Whose deals an account already has; null where it has none. */
  terminalOf(accountId: string): Promise<TerminalAccount | null>;
  heldDeals(accountId: string): Promise<HeldDeals>;
  /** The newest sendings with these keys, or with any, of which rows were refused. */
  refused(keyIds: readonly string[] | 'all'): Promise<RefusedSending[]>;
  /** What these owners have, or all, by owner; those that never sent anything are not in it. */
  uses(owners: readonly string[] | 'all'): Promise<ReadonlyMap<string, Use>>;
  close(): Promise<void>;
}

/** The inbox on this machine's disk, made where there is none. */
export function openInbox(path: string, clock: () => Date): Inbox {
  makeInbox(path);
  // The last handle to be closed would write the log back into the file each time.
  const keeper = new Database(path);
  keeper.prepare('select 1 from sendings limit 1').all();
  return {
    now: clock,
    enter: async (sendings) => enter(path, sendings),
    find: async (keyId, receipt) => findReceipt(path, keyId, receipt),
    terminalOf: async (accountId) => withInbox(path, (database) => terminalOf(database, accountId)),
    heldDeals: async (accountId) => withInbox(path, (database) => heldDeals(database, accountId)),
    refused: async (keyIds) => refusedSendings(path, keyIds),
    uses: async (owners) => usesOf(path, owners, clock()),
    async close() {
      keeper.close();
    },
  };
}
