import type { Transaction } from 'kysely';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import type { Change } from './changes.ts';
import type { EntryShare } from './entries.ts';
import { toInstant, toStamp } from './instants.ts';
import { quoted } from './names.ts';
import type { ProposedEntry } from './rules.ts';
import { newSecret } from './secrets.ts';
import { deleteRows, insertRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

type Row = Tables['shares'];

/** Shares that a registry file decides, and what it changes. */
interface DecidedShares {
  /** Slugs of the accounts whose shares the file lists. */
  readonly slugs: readonly string[];
  readonly rows: readonly Row[];
  readonly changes: readonly Change[];
  readonly refused: readonly { readonly place: string; readonly faults: readonly CodedReason[] }[];
}

/**
 * Decides the share links of entries that have the key `shares`. The list of an account replaces
 * the links that it had. It writes nothing.
 */
export async function decideShares(
  db: Transaction<Tables>,
  proposed: readonly ProposedEntry[],
  now: Date,
): Promise<DecidedShares> {
  const listed = proposed.filter(({ entry }) => entry.shares !== undefined);
  if (listed.length === 0) return { slugs: [], rows: [], changes: [], refused: [] };
  const stored = await db.selectFrom('shares').selectAll().execute();
  const byHash = new Map(stored.map((row) => [row.sha256, row]));
  const taken = new Map(stored.map(({ sha256, account }) => [sha256, account]));
  const rows: Row[] = [];
  const changes: Change[] = [];
  const refused: { place: string; faults: CodedReason[] }[] = [];
  for (const { account, entry } of listed) {
    const { slug: of, owner, type: kind } = account;
    const faults: CodedReason[] = [];
    const hashes = new Set<string>();
    for (const [at, share] of (entry.shares ?? []).entries()) {
      const holder = taken.get(share.hash) ?? of;
      if (holder !== of || hashes.has(share.hash)) {
        faults.push(
          makeReason('registry_foreign_hash', { key: `shares[${at}]`, value: quoted(share.name) }),
        );
        continue;
      }
      hashes.add(share.hash);
      taken.set(share.hash, of);
      const before = byHash.get(share.hash);
      const row = rowOf(share, of, owner, before, now);
      rows.push(row);
      changes.push(...changeOf(kind, of, before ?? null, row));
    }
    for (const row of stored) {
      if (row.account === of && !hashes.has(row.sha256))
        changes.push(...changeOf(kind, of, row, null));
    }
    if (faults.length > 0) refused.push({ place: `accounts ${quoted(of)}`, faults });
  }
  return { slugs: listed.map(({ account }) => account.slug), rows, changes, refused };
}

function rowOf(
  { name, hash, password, expires_at, revoked }: EntryShare,
  account: string,
  owner: string,
  before: Row | undefined,
  now: Date,
): Row {
  const stored = before ?? {
    ...newSecret('shr_', hash, now),
    password: null,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  };
  const ended = stored.revoked_at ?? toStamp(now);
  return {
    ...stored,
    account,
    owner,
    name,
    password: password === undefined ? stored.password : password,
    expires_at:
      expires_at === undefined
        ? stored.expires_at
        : expires_at === null
          ? null
          : toInstant(new Date(expires_at)),
    revoked_at: revoked === undefined ? stored.revoked_at : revoked ? ended : null,
  };
}

/**
 * Returns what the trail has of a share link: no hash, since people who may not use it read that.
 */
const shareTerms = ({ name, password, expires_at, revoked_at }: Row) => ({
  name,
  password: password !== null,
  expires_at,
  revoked: revoked_at !== null,
});

function changeOf(
  kind: 'account' | 'portfolio',
  entry: string,
  before: Row | null,
  after: Row | null,
): Change[] {
  const [from, to] = [before, after].map((row) => row && shareTerms(row));
  const isSame =
    JSON.stringify(from) === JSON.stringify(to) && before?.password === after?.password;
  if (isSame) return [];
  const id = (after ?? before)?.id ?? '';
  const opens = after !== null && after.revoked_at === null;
  const shows = opens ? `is shown to anyone who has the share link ${quoted(after.name)}` : null;
  return [{ kind, entry, field: `shares.${id}`, from, to, shows }];
}

/** Writes what `decideShares` decided. */
export async function writeShares(
  db: Transaction<Tables>,
  { slugs, rows }: Pick<DecidedShares, 'slugs' | 'rows'>,
): Promise<void> {
  for (const slug of slugs) await deleteRows(db, 'shares', { account: slug });
  await insertRows(db, 'shares', rows);
}

/** Returns the share links of every account as a registry file has them, by slug. */
export async function shareEntries(db: Transaction<Tables>): Promise<Map<string, EntryShare[]>> {
  const rows = await db.selectFrom('shares').selectAll().orderBy('sha256').execute();
  const entries = new Map<string, EntryShare[]>();
  for (const { account, name, sha256: hash, password, expires_at, revoked_at } of rows) {
    const ofAccount = entries.get(account) ?? [];
    ofAccount.push({ name, hash, password, expires_at, revoked: revoked_at !== null });
    entries.set(account, ofAccount);
  }
  return entries;
}
