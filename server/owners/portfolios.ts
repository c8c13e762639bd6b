import { createPortfolio } from '../../pipeline/registry/own.ts';
import { accountRefused, decideAndShow } from './account.ts';
import { readOne, readOwn } from './accounts.ts';
import { portfolioPage } from './pages/portfolio.ts';
import { refusalOf } from './refusals.ts';
import type { OwnersVisit, Reply } from './visit.ts';

const needsMembers = 'A portfolio needs an account in it: tick one at least.';

const filledIn = ({ form }: OwnersVisit) => ({
  currency: form.text('currency').toUpperCase(),
  members: form.all('member'),
});

/** The form of a new portfolio. */
export const askForPortfolio = (visit: OwnersVisit): Promise<Reply> => ask(visit, null);

async function ask(visit: OwnersVisit, problem: string | null): Promise<Reply> {
  const { accounts } = await readOwn(visit, '');
  const all = accounts.map(({ account }) => account);
  const filled = { name: visit.form.text('name'), ...filledIn(visit) };
  const page = portfolioPage(visit, all, filled, problem);
  return { page, ...(problem !== null && { status: 422 }) };
}

/** Makes a portfolio, private at first. */
export async function makePortfolio(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form } = visit;
  const portfolio = { name: form.text('name'), ...filledIn(visit) };
  if (portfolio.members.length === 0) return ask(visit, needsMembers);
  const made = createPortfolio(services.book, owner.slug, portfolio);
  const refusal = await refusalOf(made);
  if (refusal !== null) return ask(visit, refusal);
  return { to: `/me/accounts/${await made}?done=made` };
}

/** Changes what a portfolio consists of, and its currency. */
export async function changeMembers(visit: OwnersVisit): Promise<Reply> {
  const { own } = await readOne(visit);
  const change = filledIn(visit);
  if (change.members.length === 0) return accountRefused(visit, needsMembers);
  return decideAndShow(visit, [{ slug: own.account.slug, ...change }], 'members');
}
