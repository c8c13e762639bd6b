import { decideAsOwner, type OwnDecision } from '../../pipeline/registry/own.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { hidables } from '../../pipeline/registry/words.ts';
import { strangerFor, viewOf } from '../accounts/view.ts';
import { ApiError } from '../http/errors.ts';
import { momentOf, readPage } from '../site/asking.ts';
import { accountPage } from '../site/pages/account.ts';
import { readOne } from './accounts.ts';
import { type Form, tickedOf } from './form.ts';
import { doneWords, ownAccountPage, strangersNotice } from './pages/account.ts';
import { refusalOf } from './refusals.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** One account or portfolio with everything that its owner decides of it. */
export async function showAccount(visit: OwnersVisit): Promise<Reply> {
  const { own, others } = await readOne(visit);
  const message = doneWords.get(String(visit.query.done)) ?? null;
  return { page: ownAccountPage(visit, own, others, { message }) };
}

/** The same with why something was not done. */
export async function accountRefused(visit: OwnersVisit, problem: string): Promise<Reply> {
  const { own, others } = await readOne(visit);
  return { page: ownAccountPage(visit, own, others, { problem }), status: 422 };
}

/** Puts decisions in force and shows the account again. */
export async function decideAndShow(
  visit: OwnersVisit,
  decisions: readonly OwnDecision[],
  done: string,
): Promise<Reply> {
  const { services, owner, params } = visit;
  const refusal = await refusalOf(decideAsOwner(services.book, owner.slug, decisions));
  if (refusal !== null) return accountRefused(visit, refusal);
  return { to: `/me/accounts/${params.slug}?done=${done}` };
}

/** What a form says of an account, by what it changes. */
const readings = {
  name: (form: Form) => ({ name: form.text('name') }),
  shown(form: Form) {
    const published = form.text('published');
    // Without it, it is no form of ours, and what it leaves out must not count as unticked.
    if (!['yes', 'no'].includes(published)) throw new ApiError('bad_request');
    return { published: published === 'yes', hide: tickedOf(form, 'hide', hidables) };
  },
} as const;

/** Takes a form that changes an account by what it says alone. */
export const changeAccount =
  (what: keyof typeof readings) =>
  async (visit: OwnersVisit): Promise<Reply> => {
    const { own } = await readOne(visit);
    const decision = { slug: own.account.slug, ...readings[what](visit.form) };
    return decideAndShow(visit, [decision], what);
  };

/** Removes history for good, from whoever types the account's name. */
export async function cutHistory(visit: OwnersVisit): Promise<Reply> {
  const { own } = await readOne(visit);
  const { slug, name } = own.account;
  const { form } = visit;
  if (form.text('typed') !== name) {
    return accountRefused(visit, 'Nothing was removed: what you typed is not the account’s name.');
  }
  return decideAndShow(visit, [{ slug, history_cut_at: form.text('day') }], 'cut');
}

/** Has an account join and leave portfolios of its owner. */
export async function joinPortfolios(visit: OwnersVisit): Promise<Reply> {
  const { own, others } = await readOne(visit);
  const { slug, type } = own.account;
  if (type === 'portfolio') throw new ApiError('bad_request');
  const chosen = new Set(visit.form.all('portfolio'));
  const changed = others.filter(
    (one) => one.type === 'portfolio' && chosen.has(one.slug) !== one.members.includes(slug),
  );
  const decisions = changed.map((portfolio) => ({
    slug: portfolio.slug,
    members: withOrWithout(portfolio, slug, chosen.has(portfolio.slug)),
  }));
  const emptied = changed.find((_, at) => decisions[at]?.members.length === 0);
  if (emptied) {
    return accountRefused(visit, `${emptied.name} would have no account left; it needs one.`);
  }
  return decideAndShow(visit, decisions, 'portfolios');
}

const withOrWithout = ({ members }: RegistryAccount, slug: string, isIn: boolean): string[] =>
  isIn ? [...members, slug] : members.filter((member) => member !== slug);

/** The page that strangers see of an account, or would see if it were public. */
export async function showAsStranger(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, params, context } = visit;
  using moment = await momentOf(services);
  const account = await moment.decisions.findOwned(owner.slug, params.slug ?? '');
  if (account === null) throw new ApiError('not_found');
  const { decisions, edition } = moment;
  const siblings = await decisions.accountsOfOwner(owner.slug);
  const sources = { decisions, snapshot: edition.snapshot, site: context.site };
  const stranger = strangerFor({ kind: 'anonymous' });
  const view = await viewOf({ ...account, published: true }, siblings, stranger, sources);
  const page = readPage(view, edition, services.clock?.() ?? new Date());
  return { page: accountPage(page, context, strangersNotice(account)) };
}
