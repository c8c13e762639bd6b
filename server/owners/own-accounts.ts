import { readOwn } from './accounts.ts';
import { ownPage } from './pages/own-accounts.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** All accounts and portfolios of an owner, with how they stand. */
export async function showOwn(visit: OwnersVisit): Promise<Reply> {
  const { freshness } = visit.services;
  return { page: ownPage(visit, await readOwn(visit), freshness.lastRun()) };
}
