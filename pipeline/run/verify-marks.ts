import type { VerifiedChain } from '../publish/snapshot/verify-chain.ts';
import { type AuditEntry, readAudit } from '../registry/audit.ts';
import { isAboutMark, newestDeletion, trailHashes } from '../registry/mark-trail.ts';
import { runActor } from '../registry/marks.ts';
import type { Registry } from '../registry/registry.ts';
import type { RegistryAccount } from '../registry/schema.ts';

/**
 * Compares the badges of the registry with the audit trail, and the trail with the chain of
 * versions. Returns a line for each badge or entry that was changed by other means than this
 * program.
 */
export async function verifyMarks(
  { marks }: Pick<VerifiedChain, 'marks'>,
  registry: Pick<Registry, 'store' | 'accounts'>,
): Promise<string[]> {
  const all = await readAudit(registry);
  const trail = all.filter(isAboutMark);
  const accounts = await registry.accounts();
  return [
    ...chainFaults(marks, trailHashes(trail), newestDeletion(all)),
    ...badgeFaults(accounts, trail),
  ];
}

/** Compares the badges of accounts with the audit trail, of which it reads each entry once. */
export function badgeFaults(
  accounts: readonly RegistryAccount[],
  trail: readonly AuditEntry[],
): string[] {
  const bySlug = new Map<string, AuditEntry[]>();
  for (const audited of trail) {
    const { entry } = audited;
    const earlier = bySlug.get(entry);
    if (earlier) earlier.push(audited);
    else bySlug.set(entry, [audited]);
  }
  return accounts.flatMap((account) => accountFaults(account, bySlug.get(account.slug) ?? []));
}

function chainFaults(
  published: VerifiedChain['marks'],
  hashes: readonly string[],
  deletedAt: string | null,
): string[] {
  for (const { version, marks } of published) {
    // With an account its entries are deleted, so that earlier lines of the chain fit no more.
    if (!marks || marks.deleted_at !== deletedAt) continue;
    if (hashes[marks.entries] === marks.sha256) continue;
    return [
      `version ${version}: the audit trail had other entries about badges when it was published; some were changed, removed or inserted`,
    ];
  }
  return [];
}

function accountFaults(account: RegistryAccount, trail: readonly AuditEntry[]): string[] {
  const { slug, confirmed, lapsed_at, broker_since } = account;
  const unlike = (badge: string) =>
    `${slug}: its badge ${badge} differs from the audit trail; something other than trackrecord changed it`;
  const decided = (field: string) =>
    trail.findLast((entry) => entry.field === field && entry.actor !== runActor);
  const faults = (['identity', 'track_record'] as const)
    .filter((badge) => !isSame(decided(`verified.${badge}`)?.to ?? null, confirmed[badge]))
    .map(unlike);
  const noted = trail.filter(({ actor }) => actor === runActor);
  const lapse = noted.findLast(({ to }) => textAt(to, 'lapsed_at') !== null);
  const decidedAt = decided('verified.track_record')?.number ?? 0;
  const lapsedAt = lapse && lapse.number > decidedAt ? textAt(lapse.to, 'lapsed_at') : null;
  const read = noted.findLast(({ from, to }) => [from, to].some(isOfBroker));
  const isRecordSame = lapsedAt === lapsed_at && textAt(read?.to, 'at') === broker_since;
  return [...faults, ...(isRecordSame || faults.length > 0 ? [] : [unlike('track_record')])];
}

const isSame = (first: unknown, second: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

const isOfBroker = (value: unknown): boolean => textAt(value, 'by') === 'broker';

function textAt(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = new Map<string, unknown>(Object.entries(value)).get(name);
  return typeof found === 'string' ? found : null;
}
