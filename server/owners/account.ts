import { decideAsOwner, type OwnerDecision } from '../../pipeline/registry/owner-decisions.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { hidables } from '../../pipeline/registry/words.ts';
import { strangerFor, viewOf } from '../accounts/view.ts';
import { ApiError } from '../http/errors.ts';
import type { HtmlContent } from '../site/html.ts';
import { fillText } from '../site/language/format.ts';
import { accountPage } from '../site/pages/account.ts';
import { readPageAccount } from '../site/public-accounts.ts';
import { takeMoment, viewAsReader } from '../site/views.ts';
import { refusalOf } from './failures.ts';
import { type Form, tickedOf } from './form.ts';
import { readOwnAccount, versionIn } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { ownAccountPage, previewNotice } from './pages/account.ts';

/** Shows one account or portfolio with everything its owner can change. */
export async function showAccount(request: SignedInRequest): Promise<Reply> {
  const { own, others } = await readOwnAccount(request);
  return { page: ownAccountPage(request, own, others, await readPreview(request), {}) };
}

/** Returns the account as its owner reads its public page; null before the first version. */
async function readPreview({ services, owner, params }: SignedInRequest) {
  using moment = await takeMoment(services);
  const version = versionIn(moment);
  if (version === null) return null;
  const view = await viewAsReader(moment, params.slug ?? '', owner);
  return readPageAccount(view, version, services.clock?.() ?? new Date());
}

/** Shows the account again with the reason why a form was refused. */
export async function showAccountRefusal(
  request: SignedInRequest,
  problem: HtmlContent,
): Promise<Reply> {
  const { own, others } = await readOwnAccount(request);
  const preview = await readPreview(request);
  return { page: ownAccountPage(request, own, others, preview, { problem }), status: 422 };
}

/** Saves decisions and redirects to the account. */
export async function decideAndShow(
  request: SignedInRequest,
  decisions: readonly OwnerDecision[],
  done: string,
): Promise<Reply> {
  const { services, owner, params } = request;
  const refusal = await refusalOf(decideAsOwner(services.registry, owner.slug, decisions), request);
  if (refusal !== null) return showAccountRefusal(request, refusal);
  return { to: `/me/accounts/${params.slug}?done=${done}` };
}

type FormDecision = Omit<OwnerDecision, 'slug'>;

/** Readers of the forms that change an account, by what they change. */
const formReaders = {
  name: (form: Form): FormDecision => ({ name: form.text('name') }),
  shown(form: Form): FormDecision {
    const published = form.text('published');
    // Our form always has this field. Without it, unticked boxes must not count as decisions.
    if (!['yes', 'no'].includes(published)) throw new ApiError('bad_request');
    const shown = new Set(form.all('show'));
    return {
      published: published === 'yes',
      hide: tickedOf(form, 'hide', hidables).filter((flag) => !shown.has(flag)),
      show_trades_on_page: form.text('show_trades_on_page') === 'yes',
    };
  },
} as const;

/** Returns a handler that saves a form about one account. */
export const changeAccount =
  (what: keyof typeof formReaders) =>
  async (request: SignedInRequest): Promise<Reply> => {
    const { own } = await readOwnAccount(request);
    const { slug, type } = own.account;
    const { show_trades_on_page, ...common } = formReaders[what](request.form);
    const decision = {
      slug,
      ...common,
      ...(type === 'account' && show_trades_on_page !== undefined && { show_trades_on_page }),
    };
    return decideAndShow(request, [decision], what);
  };

/** Removes history permanently if the form repeats the account's name. */
export async function cutHistory(request: SignedInRequest): Promise<Reply> {
  const { own } = await readOwnAccount(request);
  const { slug, name } = own.account;
  const { form } = request;
  if (form.text('typed') !== name) {
    return showAccountRefusal(request, request.words.account.problems.cutName);
  }
  return decideAndShow(request, [{ slug, history_cut_at: form.text('day') }], 'cut');
}

/** Saves what an account is compared with: a symbol that the operator offers, or nothing. */
export async function chooseBenchmark(request: SignedInRequest): Promise<Reply> {
  const { own } = await readOwnAccount(request);
  const { slug, benchmark: before } = own.account;
  const chosen = request.form.text('benchmark');
  const offered = ['', before, ...request.services.benchmarks];
  if (!offered.includes(chosen)) throw new ApiError('bad_request');
  return decideAndShow(request, [{ slug, benchmark: chosen === '' ? null : chosen }], 'benchmark');
}

/** Adds an account to the ticked portfolios of its owner and removes it from the others. */
export async function joinPortfolios(request: SignedInRequest): Promise<Reply> {
  const { own, others } = await readOwnAccount(request);
  const { slug, type } = own.account;
  if (type === 'portfolio') throw new ApiError('bad_request');
  const chosen = new Set(request.form.all('portfolio'));
  const changed = others.filter(
    (portfolio) =>
      portfolio.type === 'portfolio' &&
      chosen.has(portfolio.slug) !== portfolio.members.includes(slug),
  );
  const decisions = changed.map((portfolio) => ({
    slug: portfolio.slug,
    members: changedMembers(portfolio, slug, chosen.has(portfolio.slug)),
  }));
  const emptied = changed.find((_, at) => decisions[at]?.members.length === 0);
  if (emptied) {
    const { name } = emptied;
    return showAccountRefusal(request, fillText(request.words.account.problems.emptied, { name }));
  }
  return decideAndShow(request, decisions, 'portfolios');
}

const changedMembers = ({ members }: RegistryAccount, slug: string, isIn: boolean): string[] =>
  isIn ? [...members, slug] : members.filter((member) => member !== slug);

/** Previews the public page of an account, also if it is private. */
export async function showAsStranger(request: SignedInRequest): Promise<Reply> {
  const { services, owner, params, context } = request;
  using moment = await takeMoment(services);
  const account = await moment.decisions.findOwned(owner.slug, params.slug ?? '');
  if (account === null) throw new ApiError('not_found');
  const { decisions, version } = moment;
  const siblings = await decisions.accountsOfOwner(owner.slug);
  const sources = { decisions, snapshot: version.snapshot, site: context.site };
  const stranger = strangerFor({ kind: 'anonymous' });
  const view = await viewOf({ ...account, published: true }, siblings, stranger, sources);
  const page = readPageAccount(view, version, services.clock?.() ?? new Date());
  return { page: accountPage(page, context, previewNotice(request, account)) };
}
