import { type CodedReason, inEnglish } from '../base/reasons/reason.ts';
import { type AuditEntry, readAudit, readNewestChanges } from './audit.ts';
import { isAboutMark } from './mark-trail.ts';
import { runActor } from './marks.ts';
import type { RegistryStore } from './store.ts';

/** One event of a badge, as the audit trail has it. */
export interface MarkEvent {
  readonly at: string;
  readonly badge: 'identity' | 'track_record';
  /**
   * Kind of event; `read` if every trade was read from the broker from then on, `unread` if not.
   */
  readonly event: 'given' | 'removed' | 'lapsed' | 'read' | 'unread';
  /**
   * Name of the person who confirmed it, or the proof (`broker`, `terminal`). Null if it was
   * removed or has lapsed.
   */
  readonly by: string | null;
  /** Words for how it was confirmed, or in English why it lapsed. Null without either. */
  readonly how: string | null;
  /** Version that a lapsed mark covered, else null. */
  readonly covered: string | null;
}

/** Returns what happened to the badges of an account or portfolio, newest first. */
export async function readMarkHistory(
  registry: { readonly store: RegistryStore },
  slug: string,
): Promise<MarkEvent[]> {
  const entries = await readAudit(registry, slug);
  return entries
    .filter((entry) => entry.kind !== 'owner' && isAboutMark(entry))
    .map(eventOf)
    .reverse();
}

/**
 * Returns why the track record's mark of each of these accounts and portfolios lapsed. One whose
 * newest event is no lapse is left out.
 */
export async function readLapseReasons(
  registry: { readonly store: RegistryStore },
  slugs: readonly string[],
): Promise<ReadonlyMap<string, CodedReason>> {
  const newest = await readNewestChanges(registry, 'verified.track_record', slugs);
  const reasons = [...newest].map(([slug, { to }]) => [slug, lapseOf(to)] as const);
  return new Map(
    reasons.flatMap(([slug, reason]) => (reason === null ? [] : [[slug, reason] as const])),
  );
}

function eventOf({ at, field, actor, to }: AuditEntry): MarkEvent {
  const badge = field === 'verified.identity' ? 'identity' : 'track_record';
  const mark = { by: textAt(to, 'by'), how: textAt(to, 'how'), covered: null };
  if (textAt(to, 'lapsed_at') !== null) {
    const why = lapseOf(to);
    const lapse = { by: null, how: why && inEnglish(why), covered: textAt(to, 'covers') };
    return { at, badge, event: 'lapsed', ...lapse };
  }
  const isOfRun = actor === runActor;
  if (mark.by === null) return { at, badge, event: isOfRun ? 'unread' : 'removed', ...mark };
  return { at, badge, event: isOfRun ? 'read' : 'given', ...mark };
}

/** Returns why a badge lapsed, from the new value of its change; null if it did not lapse. */
export const lapseOf = (to: unknown): CodedReason | null =>
  (fieldOf(to, 'why') as CodedReason | undefined) ?? null;

const fieldOf = (value: unknown, name: string): unknown =>
  new Map<string, unknown>(Object.entries(value ?? {})).get(name);

function textAt(value: unknown, name: string): string | null {
  const found = fieldOf(value, name);
  return typeof found === 'string' ? found : null;
}
