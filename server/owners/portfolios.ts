import { createPortfolio } from '../../pipeline/registry/owner-decisions.ts';
import type { HtmlContent } from '../site/html.ts';
import { decideAndShow, showAccountRefusal } from './account.ts';
import { refusalOf } from './failures.ts';
import { readOwnAccount, readOwnAccounts } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { portfolioPage } from './pages/portfolio.ts';

const filledFields = ({ form }: SignedInRequest) => ({
  currency: form.text('currency').toUpperCase(),
  members: form.all('member'),
});

/** Shows the form that creates a portfolio. */
export const askForPortfolio = (request: SignedInRequest): Promise<Reply> => ask(request, null);

async function ask(request: SignedInRequest, problem: HtmlContent): Promise<Reply> {
  const { accounts } = await readOwnAccounts(request, '');
  const all = accounts.map(({ account }) => account);
  const filled = { name: request.form.text('name'), ...filledFields(request) };
  const page = portfolioPage(request, all, filled, problem);
  return { page, status: problem === null ? undefined : 422 };
}

/** Creates a portfolio, which is private at first. */
export async function makePortfolio(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const portfolio = { name: form.text('name'), ...filledFields(request) };
  if (portfolio.members.length === 0) return ask(request, request.words.account.problems.members);
  const made = createPortfolio(services.registry, owner.slug, portfolio);
  const refusal = await refusalOf(made, request);
  if (refusal !== null) return ask(request, refusal);
  return { to: `/me/accounts/${await made}?done=made` };
}

/** Changes the accounts of a portfolio and its currency. */
export async function changeMembers(request: SignedInRequest): Promise<Reply> {
  const { own } = await readOwnAccount(request);
  const change = filledFields(request);
  if (change.members.length === 0)
    return showAccountRefusal(request, request.words.account.problems.members);
  return decideAndShow(request, [{ slug: own.account.slug, ...change }], 'members');
}
