import { readOwn } from './accounts.ts';
import { ownPage } from './pages/own-accounts.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** Shows all accounts and portfolios of an owner, and the statements they have not confirmed. */
export async function showOwn(visit: OwnersVisit): Promise<Reply> {
  const { freshness, statements } = visit.services;
  // What is here already is shown while statements are out of reach.
  const open = await statements.open(visit.owner.slug).catch(() => []);
  return { page: ownPage(visit, await readOwn(visit), open, freshness.lastRun()) };
}
