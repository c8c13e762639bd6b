import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import type { LineValidator } from '../connect/validate-lines.ts';
import {
  type BrokerProgress,
  type BrokerRow,
  brokerProgress,
  deliveredRows,
  rowId,
  storePage,
} from '../deliveries/broker-reads.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { limitReason } from '../registry/over-limit.ts';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import { ConnectorError } from './errors.ts';
import {
  type Access,
  type BrokerAccount,
  type ConnectorKind,
  overlapMilliseconds,
  type ReadPage,
  type Secret,
  type StoredJson,
} from './kind.ts';
import { changesOf } from './page-delivery.ts';
import { notesAfter, notesAfterFault } from './read-notes.ts';

/** Account to read, with what decides about its deliveries. */
interface AccountToRead {
  readonly connection: string;
  readonly account: BrokerAccount;
  readonly accountId: string;
  readonly owner: string;
  readonly plan: Plan;
  /** Notes of the read before. */
  readonly notes: readonly CodedReason[];
}

/** Result of a read that reached the end of the history. */
export interface AccountReading {
  /** Rows that were new. */
  readonly added: number;
  /** Rows that were delivered earlier with other values. */
  readonly corrected: number;
  /** Sentences for the owner. */
  readonly notes: readonly CodedReason[];
}

interface Reading {
  readonly kind: ConnectorKind;
  readonly access: Access;
  readonly secret: Secret;
  readonly deliveries: DeliveryDatabase;
  readonly validator: LineValidator;
  /** Called before each page is stored. Throws if this reader may not go on. */
  admit(): Promise<void>;
  /** Takes the notes of a read that fails. */
  keepNotes(notes: readonly CodedReason[]): void;
}

/**
 * Reads an account on from its stored state, page by page, until the end of its history. Throws a
 * ConnectorError; the pages before it stay stored.
 */
export async function readAccount(
  { kind, access, secret, deliveries, validator, admit, keepNotes }: Reading,
  { connection, account, accountId, owner, plan, notes: earlier }: AccountToRead,
): Promise<AccountReading> {
  const source = { connection, brokerId: account.id, accountId };
  const begun = access.clock();
  const progress = await brokerProgress(deliveries, source);
  const { completeAt, isCutOff } = progress;
  const since = completeAt === null ? null : new Date(Date.parse(completeAt) - overlapMilliseconds);
  const forgetBefore = new Date(begun.getTime() - overlapMilliseconds).toISOString();
  const comparedFrom = since?.toISOString() ?? forgetBefore;
  const known = new Map(await deliveredRows(deliveries, source));
  const before = [...known.values()];
  const seen = new Set<string>();
  let old: string[] = [];
  const notes: CodedReason[] = [];
  let { pages } = progress;
  let added = 0;
  let corrected = 0;

  const store = async (page: ReadPage, isLast: boolean): Promise<void> => {
    await admit();
    const whose = { connection, accountId, owner, plan };
    const changes = await changesOf(page, whose, known, pages, access.clock(), validator);
    if (since !== null) for (const row of changes.rows) seen.add(rowId(row));
    notes.push(...page.notes);
    const isNoNews = changes.delivery === null && pages === progress.pages;
    if (isLast && isNoNews && isUnchanged(progress, page.state, begun)) return;
    const entered = await storePage(deliveries, source, {
      delivery: changes.delivery,
      rows: changes.rows,
      state: JSON.stringify(page.state),
      pages,
      completeAt: isLast ? begun.toISOString() : null,
      forgetBefore,
    });
    if (typeof entered === 'string') throw new Error(`a page of a connector: ${entered}`);
    if (entered !== null && 'limit' in entered) throw limitFault(plan, entered.limit, begun);
    pages += 1;
    added += changes.delivery?.accepted ?? 0;
    corrected += changes.corrected;
    // A long history is not held: its old rows are compared with those of the next page only.
    for (const id of old) known.delete(id);
    old = [];
    for (const row of changes.rows) {
      const id = rowId(row);
      known.set(id, row);
      if (row.at !== '' && row.at < comparedFrom) old.push(id);
    }
    const [refused] = changes.refused;
    if (refused) {
      const { length } = changes.refused;
      notes.push(makeReason('connector_rows_unused', { count: length, detail: refused.reason }));
    }
  };

  const state: StoredJson = progress.state === null ? null : JSON.parse(progress.state);
  // Each page waits for the next one, since only the last one ends the history.
  let waiting: ReadPage | null = null;
  try {
    for await (const page of kind.read(access, { secret, account, since, state })) {
      if (waiting !== null) await store(waiting, false);
      waiting = page;
    }
    if (waiting === null) throw new Error(`${kind.kind} read no page`);
    await store(waiting, true);
  } catch (error) {
    keepNotes(notesAfterFault(notes, earlier));
    throw error;
  }
  const gone = since === null || isCutOff ? 0 : countGone(before, seen, since.toISOString());
  if (gone > 0) {
    notes.push(makeReason('connector_rows_gone', { count: gone }));
  }
  return { added, corrected, notes: notesAfter(notes, earlier, seen) };
}

/** Time after which an unchanged account's read is noted, so that the overlap moves on. */
const quietMilliseconds = 3_600_000;

/** Returns true if a read found nothing new, and the one before was noted a short time ago. */
const isUnchanged = (
  { state, completeAt, isCutOff }: BrokerProgress,
  newState: StoredJson,
  begun: Date,
): boolean =>
  !isCutOff &&
  completeAt !== null &&
  begun.getTime() - Date.parse(completeAt) < quietMilliseconds &&
  JSON.stringify(newState) === state;

/** Counts rows of the time read again that the broker does not list any more. */
const countGone = (
  before: readonly BrokerRow[],
  seen: ReadonlySet<string>,
  since: string,
): number => before.filter((row) => row.at > since && !seen.has(rowId(row))).length;

/** Error for a delivery that would pass a limit of the plan. A daily limit ends at midnight UTC. */
function limitFault(plan: Plan, limit: LimitName, now: Date): ConnectorError {
  const tomorrow = new Date(now);
  tomorrow.setUTCHours(24, 0, 0, 0);
  const options = limit === 'bytes_a_day' ? { retryAt: tomorrow } : {};
  return new ConnectorError('limited', limitReason(plan, limit), options);
}
