import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import * as format from '../../site/english-format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { OwnAccount } from '../own-accounts.ts';
import type { SignedInRequest } from '../page-request.ts';
import { heldBackNotice, ratesNotice, undescribedNotice } from './account-notices.ts';
import { stateOf, waitingNotice } from './dashboard.ts';
import { done, fault, form, line, ticks } from './fields.ts';
import { ownersPage } from './frame.ts';
import { visibilityForm } from './visibility.ts';

/** Messages shown after a form was saved, by the `done` parameter. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['shown', 'Saved. Visitors see the change from now on.'],
  ['name', 'Saved.'],
  ['cut', 'History removed. The figures change with the next run.'],
  ['portfolios', 'Saved. The figures of your portfolios change with the next run.'],
  ['members', 'Saved. The figures change with the next run.'],
  [
    'made',
    'Portfolio created. It is private until you publish it. Figures come with the next run.',
  ],
]);

/** Notice above the public page when its owner previews it. */
export const previewNotice = ({ slug, published }: RegistryAccount): Html =>
  html`<p class="notice"><strong>As a visitor.</strong> ${published ? 'This is what everyone sees.' : 'This is what everyone would see if the account were public. It is private, so only you can see this.'} <a href="/me/accounts/${slug}">Back to your account</a></p>`;

interface Words {
  readonly message?: string | null;
  readonly problem?: string | null;
}

/** Returns the page of one account or portfolio: its state, and everything its owner can change. */
export function ownAccountPage(
  request: SignedInRequest,
  ownAccount: OwnAccount,
  others: readonly RegistryAccount[],
  { message, problem }: Words,
): Html {
  const { account } = ownAccount;
  const isPortfolio = account.type === 'portfolio';
  return ownersPage(
    request,
    account.name,
    '/me',
    html`<h1><bdi>${account.name}</bdi></h1>
<ul class="facts">${stateOf(request, ownAccount).map((fact) => html`<li>${fact}</li>`)}</ul>
${fault(problem)}${done(message)}
${heldBackNotice(ownAccount)}${ratesNotice(ownAccount)}${undescribedNotice(ownAccount)}${waitingNotice(request, ownAccount)}${reconciliationNotice(ownAccount)}
<p>${account.published && html`<a href="/account/${account.slug}">Public page</a> · `}<a href="/me/accounts/${account.slug}/as-stranger">View as a visitor</a> · <a href="/me/accounts/${account.slug}/shares">${request.words.shares.title}</a> · <a href="/me/accounts/${account.slug}/widget">Widget for another site</a>${!isPortfolio && html` · <a href="/me/accounts/${account.slug}/deliveries">Sent data</a>`}</p>
<section aria-labelledby="shown-title"><h2 id="shown-title">Visibility</h2>
${visibilityForm(account)}
</section>
<section aria-labelledby="name-title"><h2 id="name-title">Name</h2>
${form(`/me/accounts/${account.slug}/name`, 'Rename', line('Name to show (not your name at the broker)', 'name', account.name))}
</section>
${isPortfolio ? members(account, others) : portfolios(account, others)}
${!isPortfolio && connections(account)}${!isPortfolio && cut(account)}${deletion(account)}`,
  );
}

function reconciliationNotice({ facts }: OwnAccount): HtmlContent {
  const { gap: missing, reported_balance: printed, balance } = facts?.reconciliation ?? {};
  const money = (value: number | null | undefined) => format.amount(value, facts?.currency ?? null);
  return (
    facts?.reconciled === false &&
    html`<p class="notice gap"><strong>Does not reconcile.</strong> ${missing == null ? 'Totals that the platform printed differ from what your trades and deposits add up to.' : `The platform printed a balance of ${money(printed)}, but your trades and deposits add up to ${money(balance)}, a difference of ${money(missing)}.`} Usually some data is missing: upload a statement of the whole history.</p>`
  );
}

function portfolios({ slug }: RegistryAccount, others: readonly RegistryAccount[]): HtmlContent {
  const all = others.filter(({ type }) => type === 'portfolio');
  if (all.length === 0) return null;
  const joined = all.filter(({ members }) => members.includes(slug));
  return html`<section aria-labelledby="portfolios-title"><h2 id="portfolios-title">Portfolios</h2>
${form(
  `/me/accounts/${slug}/portfolios`,
  'Save portfolios',
  ticks(
    'portfolio',
    'This account is part of',
    optionsOf(all),
    new Set(joined.map((portfolio) => portfolio.slug)),
  ),
)}
</section>`;
}

function members(portfolio: RegistryAccount, others: readonly RegistryAccount[]): Html {
  return html`<section aria-labelledby="members-title"><h2 id="members-title">Members</h2>
${form(`/me/accounts/${portfolio.slug}/members`, 'Save members', memberFields(portfolio, others))}
<p class="hint">If this portfolio is public, visitors can work out a private account’s figures by subtracting the other accounts.</p>
</section>`;
}

/** Fields to choose the accounts of a portfolio and its currency. */
export const memberFields = (
  { members: chosen, currency }: Pick<RegistryAccount, 'members' | 'currency'>,
  accounts: readonly RegistryAccount[],
): Html =>
  html`${ticks('member', 'Accounts in this portfolio', optionsOf(accounts.filter(({ type }) => type === 'account')), new Set(chosen))}
${line('Currency for its figures, such as EUR', 'currency', currency ?? '', 10)}`;

const optionsOf = (accounts: readonly RegistryAccount[]) =>
  accounts.map(
    ({ slug, name, published }) => [slug, `${name}${published ? '' : ' (private)'}`] as const,
  );

const connections = ({ slug, verified }: RegistryAccount): Html =>
  html`<section aria-labelledby="connections-title"><h2 id="connections-title">Send data automatically</h2>
<p>With a Connection Key, your trading terminal or a program sends new data by itself. <a href="/me/accounts/${slug}/connections">Set up automatic sending</a></p>
${!verified.identity && html`<p>The Expert Advisor can also prove that you control this account. <a href="/me/accounts/${slug}/connections#code-title">Confirm it with a code</a></p>`}
</section>
`;

function cut({ slug, name, history_cut_at }: RegistryAccount): Html {
  return html`<section aria-labelledby="cut-title"><h2 id="cut-title">Remove history</h2>
<p>This permanently removes everything before a day; nobody can restore it. All figures then start on that day with its balance, and the public page says so.${history_cut_at !== null && ` History before ${format.day(history_cut_at)} is already removed. Choose a later day to remove more.`}</p>
${form(
  `/me/accounts/${slug}/cut`,
  'Remove permanently',
  html`<label>First day to keep <input name="day" type="date"${history_cut_at !== null && html` min="${history_cut_at}"`} required></label>
<label>To confirm, type the account’s name: <bdi>${name}</bdi> <input name="typed" autocomplete="off" required></label>`,
)}
</section>`;
}

const deletion = ({ slug, name, type }: RegistryAccount): Html =>
  html`<section aria-labelledby="delete-title"><h2 id="delete-title">Delete</h2>
<p>${
    type === 'portfolio'
      ? 'This deletes the portfolio. Its accounts stay.'
      : 'This deletes the account with everything that was sent in for it.'
  } It is gone for everyone at once, and the next run removes it from every file. Nobody can restore it, and its address is never used again.</p>
${form(
  `/me/accounts/${slug}/delete`,
  'Delete permanently',
  html`<label>To confirm, type the name: <bdi>${name}</bdi> <input name="typed" autocomplete="off" required></label>`,
)}
</section>`;
