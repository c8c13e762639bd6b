import { readOne } from './accounts.ts';
import { refusedPage } from './pages/refused.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** The rows that were refused of one account, each with where it stood and why. */
export async function showRefused(visit: OwnersVisit): Promise<Reply> {
  const { own } = await readOne(visit);
  return { page: refusedPage(visit, own) };
}
