import type { dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { hidables } from '../../../sql/privacy.ts';

export type Dump = Awaited<ReturnType<typeof dumpRegistry>>;
type Entry = Dump['accounts'][number];

/** Something that a visitor without a key can see. */
export interface Seen {
  readonly thing: string;
  /** Day from which on it is visible; empty if all of it is. */
  readonly from: string;
  /** Slugs and words. A line about it must contain one of each. */
  readonly slugs: readonly string[];
  readonly words: readonly string[];
}

/**
 * Lists all that a visitor without a key can see. Uses a dump and its own rules, none of the
 * product's.
 */
function strangersView({ accounts }: Dump): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const see = (thing: string, from: string, slugs: string[], ...words: string[]) =>
    seen.set(thing, { thing, from, slugs, words: ['is published', ...words] });
  const bySlug = new Map(accounts.map((entry) => [entry.slug, entry]));
  for (const entry of accounts.filter(({ published }) => published)) {
    const { slug } = entry;
    const members = membersOf(entry).flatMap((member) => bySlug.get(member) ?? []);
    see(`${slug}: its page`, '', [slug]);
    for (const flag of hidables) {
      const isHidden =
        [entry, ...members].some(({ hide }) => hide?.includes(flag)) ||
        (['trades', 'contributions'].includes(flag) && members.some((member) => !member.published));
      if (!isHidden) see(`${slug}: ${flag}`, '', [slug], flag);
    }
    for (const mark of ['identity', 'track_record'] as const) {
      const confirmed = entry.verified[mark];
      if (confirmed) see(`${slug}: ${mark} by ${JSON.stringify(confirmed)}`, '', [slug], mark);
    }
    const parts = entry.type === 'account' ? [entry] : members;
    const together = parts.map((part) => part.slug).sort();
    for (const part of parts) {
      see(`${slug}: ${part.slug} as one of ${together.join()}`, cutOf(part), [slug], 'counts');
      if (!part.published) continue;
      for (const flag of hidables) {
        if ([entry, part].some(({ hide }) => hide?.includes(flag))) continue;
        const thing = `${slug}: ${flag} of rows of ${part.slug}`;
        see(thing, cutOf(part), [slug, part.slug], flag, 'counts');
      }
    }
  }
  return seen;
}

/** Lists things that became visible, or became visible from an earlier day on. */
export function newlySeen(before: Dump, after: Dump): Seen[] {
  const was = strangersView(before);
  return [...strangersView(after).values()].filter(({ thing, from }) => {
    const earlier = was.get(thing);
    return earlier === undefined || from < earlier.from;
  });
}

/** Lists accounts with a new owner, who can then see all of them with a key. */
export function movedAccounts(before: Dump, after: Dump): string[] {
  return pairs(before, after).flatMap(([was, is]) => (was.owner === is.owner ? [] : [is.slug]));
}

export function cutsMovedBack(before: Dump, after: Dump): string[] {
  return pairs(before, after).flatMap(([was, is]) => (cutOf(is) < cutOf(was) ? [is.slug] : []));
}

function pairs(before: Dump, after: Dump): [Entry, Entry][] {
  const bySlug = new Map(before.accounts.map((entry) => [entry.slug, entry]));
  return after.accounts.flatMap((is): [Entry, Entry][] => {
    const was = bySlug.get(is.slug);
    return was ? [[was, is]] : [];
  });
}

const membersOf = (entry: Entry): readonly string[] => ('members' in entry ? entry.members : []);
const cutOf = (entry: Entry): string =>
  'history_cut_at' in entry ? (entry.history_cut_at ?? '') : '';
