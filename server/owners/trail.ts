import { readOwnAudit } from '../../pipeline/registry/audit.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { trailPage } from './pages/trail.ts';

const perPage = 50;

/** Shows every recorded change to an owner and their accounts: who, when, what, from, to. */
export async function showTrail(request: SignedInRequest): Promise<Reply> {
  const { services, owner, query } = request;
  const wanted = String(query.before);
  const before = /^[1-9][0-9]{0,8}$/.test(wanted) ? Number(wanted) : null;
  const entries = await readOwnAudit(services.registry, owner.slug, { before, count: perPage + 1 });
  const onPage = entries.slice(0, perPage);
  const older = entries.length > perPage ? (onPage.at(-1)?.number ?? null) : null;
  const accounts = await services.registry.accountsOfOwner(owner.slug);
  const names = new Map(accounts.map(({ slug, name }) => [slug, name]));
  return { page: trailPage(request, onPage, names, older) };
}
