import { readOwnAudit } from '../../pipeline/registry/audit.ts';
import { trailPage } from './pages/trail.ts';
import type { OwnersVisit, Reply } from './visit.ts';

const perPage = 50;

/** What was decided of an owner and what is theirs: who, when, what, from, to. */
export async function showTrail(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, query } = visit;
  const wanted = String(query.before);
  const before = /^[1-9][0-9]{0,8}$/.test(wanted) ? Number(wanted) : null;
  const entries = await readOwnAudit(services.book, owner.slug, { before, count: perPage + 1 });
  const shown = entries.slice(0, perPage);
  const older = entries.length > perPage ? (shown.at(-1)?.number ?? null) : null;
  return { page: trailPage(visit, shown, older) };
}
