import { noUse } from '../../pipeline/deliveries/quota.ts';
import { readOwn } from './accounts.ts';
import { ownPage } from './pages/own-accounts.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** Shows all accounts and portfolios of an owner, and the statements they have not confirmed. */
export async function showOwn(visit: OwnersVisit): Promise<Reply> {
  const { freshness, statements, inbox } = visit.services;
  const { slug } = visit.owner;
  // What is here already is shown while statements are out of reach.
  const open = await statements.open(slug).catch(() => []);
  const use = await inbox.uses([slug]).then(
    (uses) => uses.get(slug) ?? noUse,
    () => null,
  );
  return { page: ownPage(visit, await readOwn(visit), open, use, freshness.lastRun()) };
}
