import { NotTheirs } from '../../pipeline/registry/own.ts';
import { readOne, refusedOf } from './accounts.ts';
import { newestRefusedPage, refusedPage } from './pages/refused.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** The rows that were refused of one account, each with where it stood and why. */
export async function showRefused(visit: OwnersVisit): Promise<Reply> {
  const { own } = await readOne(visit);
  const { account, refused } = own;
  return { page: refusedPage(visit, account, refused, '/me') };
}

/** The same of an account of anybody, for operators. */
export async function showRefusedOf(visit: OwnersVisit): Promise<Reply> {
  const { services, params } = visit;
  const account = await services.book.findAccount(params.slug ?? '');
  if (account === null) throw new NotTheirs();
  const refused = await refusedOf(services, account.owner, [account]);
  const own = refused.get(account.account_id ?? '') ?? null;
  return { page: refusedPage(visit, account, own, '/operator') };
}

/** The newest rows that were refused, whoever they are of, for operators. */
export async function showNewestRefused(visit: OwnersVisit): Promise<Reply> {
  const { refusals, book } = visit.services;
  const [rows, accounts] = await Promise.all([refusals.newest(), book.accounts()]);
  const known = new Map(accounts.map((account) => [account.account_id, account]));
  return { page: newestRefusedPage(visit, rows, known) };
}
