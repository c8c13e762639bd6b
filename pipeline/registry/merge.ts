import type { EntryMark, OwnerEntry, SubjectEntry } from './entries.ts';
import { closedValues } from './entry-fields.ts';
import { ownerFields, subjectFields } from './fields.ts';
import { toInstant, toStamp } from './instants.ts';
import { normalLink } from './profiles.ts';
import { markText, newestBadge } from './record-badge.ts';
import type { Confirmation, RegistryAccount, RegistryOwner } from './schema.ts';
import { hidables, operator, proofs, wordsIn } from './words.ts';

/** Merges an entry into an owner. Absent keys keep their values; a new owner starts closed. */
export function mergeOwner(
  stored: RegistryOwner | undefined,
  { plan_until: until, link, ...entry }: OwnerEntry,
): RegistryOwner {
  return {
    ...(stored ?? closedValues(ownerFields)),
    ...entry,
    ...(until !== undefined && { plan_until: inUtc(until) }),
    ...(link !== undefined && { link: normalLink(link ?? '') }),
  };
}

/**
 * Merges an entry into an account. Absent keys leave the account as it was. A new account starts
 * closed, but a history cut of an earlier entry stays in force. Another `account_id` ends all
 * marks: they were of the account that the entry named before. A mark that is given names
 * `version`, the version in service.
 */
export function mergeAccount(
  stored: RegistryAccount | undefined,
  entry: SubjectEntry,
  formerCut: string | null,
  { now, version }: { readonly now: Date; readonly version: string | null },
): RegistryAccount {
  const isCorrected =
    stored !== undefined && (entry.account_id ?? stored.account_id) !== stored.account_id;
  const before = {
    ...(stored ?? closed),
    ...(isCorrected && unmarked),
    history_cut_at: later(stored?.history_cut_at ?? null, formerCut),
  };
  const isHandedOver = stored !== undefined && (entry.owner ?? stored.owner) !== stored.owner;
  const { identity } = before.confirmed;
  // A proof is of one owner: it does not go over to the next.
  const keptIdentity = isHandedOver && proofs.includes(identity?.by ?? '') ? null : identity;
  const confirmed = {
    identity: confirmation(keptIdentity, entry.verified?.identity, now),
    track_record: confirmation(before.confirmed.track_record, entry.verified?.track_record, now),
  };
  const { track_record: mark } = before.confirmed;
  const isKept =
    mark !== null &&
    confirmed.track_record !== null &&
    markText(mark) === markText(confirmed.track_record);
  const badge = newestBadge({ mark: confirmed.track_record, settlements: before.settlements });
  const { hide, created_at, verified: _, shares: __, ...plain } = entry;
  return {
    ...before,
    ...plain,
    verified: {
      identity: confirmed.identity !== null,
      track_record: badge.track_record,
    },
    confirmed,
    mark_version: isKept || confirmed.track_record === null ? before.mark_version : version,
    covered_until: badge.covered_until,
    lapsed_at: badge.lapsed_at,
    hide: hide === undefined ? before.hide : wordsIn(hidables, hide.join(' ')),
    created_at: inUtc(created_at ?? null) ?? stored?.created_at ?? toStamp(now),
  };
}

const later = (first: string | null, second: string | null): string | null =>
  (first ?? '') > (second ?? '') ? first : second;

/** Values of an account without any mark. */
const unmarked = {
  confirmed: { identity: null, track_record: null },
  mark_version: null,
  settlements: [],
  covered_until: null,
  lapsed_at: null,
  broker_since: null,
  publication: null,
} as const;

/** Values of a new entry that gives only its slug. */
const closed = { ...closedValues(subjectFields), ...unmarked, members: [] };

// A mark confirmed by another person is new: it keeps no time or method of the earlier one.
function confirmation(
  before: Confirmation | null,
  mark: EntryMark | undefined,
  now: Date,
): Confirmation | null {
  if (mark === undefined) return before;
  if (mark === false) return null;
  const details: Exclude<EntryMark, boolean> = mark === true ? {} : mark;
  const by = details.by ?? before?.by ?? operator;
  const earlier = before?.by === by ? before : { at: toStamp(now), how: null };
  return {
    by,
    at: details.at === undefined ? earlier.at : inUtc(details.at),
    how: details.how === undefined ? earlier.how : details.how,
  };
}

const inUtc = (instant: string | null): string | null =>
  instant === null ? null : toInstant(new Date(instant));
