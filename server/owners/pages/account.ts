import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import * as format from '../../site/format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { OwnAccount } from '../accounts.ts';
import type { OwnersVisit } from '../visit.ts';
import { done, fault, form, line, ticks } from './fields.ts';
import { ownersPage } from './frame.ts';
import { heldNotice, ratesNotice, undescribedNotice } from './held.ts';
import { stateOf, waitingNotice } from './own-accounts.ts';
import { shownForm } from './shown.ts';

/** What is message where a form was taken. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['shown', 'Saved, and in force: strangers see it so from now on.'],
  ['name', 'Saved, and in force.'],
  ['cut', 'The history before that day is gone. New figures come with the next run.'],
  ['portfolios', 'Saved. The portfolios’ figures come with the next run.'],
  ['members', 'Saved. New figures come with the next run.'],
  ['made', 'Made, and private until you publish it. Its figures come with the next run.'],
]);

/** What stands above the page of strangers where its owner looks at it. */
export const strangersNotice = ({ slug, published }: RegistryAccount): Html =>
  html`<p class="notice"><strong>As a stranger.</strong> ${published ? 'Everybody sees it so.' : 'Everybody would see it so, if it were public; it is private, and only you see this.'} <a href="/me/accounts/${slug}">Back to what is shown</a></p>`;

interface Words {
  readonly message?: string | null;
  readonly problem?: string | null;
}

/** One account or portfolio: how it stands, and everything that its owner decides of it. */
export function ownAccountPage(
  visit: OwnersVisit,
  own: OwnAccount,
  others: readonly RegistryAccount[],
  { message, problem }: Words,
): Html {
  const { account } = own;
  const isPortfolio = account.type === 'portfolio';
  return ownersPage(
    visit,
    account.name,
    '/me',
    html`<h1><bdi>${account.name}</bdi></h1>
<ul class="facts">${[account.published ? 'Public' : 'Private', ...stateOf(own)].map((fact) => html`<li>${fact}</li>`)}</ul>
${fault(problem)}${done(message)}
${heldNotice(own)}${ratesNotice(own)}${undescribedNotice(own)}${waitingNotice(own)}${gap(own)}
<p><a href="/me/accounts/${account.slug}/as-stranger">View as a stranger</a>${account.published && html`, or <a href="/account/${account.slug}">its page</a>`} · <a href="/me/accounts/${account.slug}/widget">Widget for another site</a></p>
<section aria-labelledby="shown-title"><h2 id="shown-title">What is shown</h2>
${shownForm(account)}
</section>
<section aria-labelledby="name-title"><h2 id="name-title">Name</h2>
${form(`/me/accounts/${account.slug}/name`, 'Rename', line('Name, never that of the holder at the broker', 'name', account.name))}
</section>
${isPortfolio ? members(account, others) : portfolios(account, others)}
${!isPortfolio && connections(account)}${!isPortfolio && cut(account)}`,
  );
}

function gap({ facts }: OwnAccount): HtmlContent {
  const { gap: missing, reported_balance: printed, balance } = facts?.reconciliation ?? {};
  const money = (value: number | null | undefined) => format.amount(value, facts?.currency ?? null);
  return (
    facts?.reconciled === false &&
    html`<p class="notice gap"><strong>Does not reconcile.</strong> ${missing == null ? 'What the platform printed is not what the rows add up to.' : `The platform printed a balance of ${money(printed)}, the rows add up to ${money(balance)}: ${money(missing)} apart.`} Mostly rows are missing: a statement of the whole history mends it.</p>`
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
  ticks('portfolio', 'It counts in', optionsOf(all), new Set(joined.map((one) => one.slug))),
)}
</section>`;
}

function members(portfolio: RegistryAccount, others: readonly RegistryAccount[]): Html {
  return html`<section aria-labelledby="members-title"><h2 id="members-title">Members</h2>
${form(`/me/accounts/${portfolio.slug}/members`, 'Save members', memberFields(portfolio, others))}
<p class="hint">Of a private member the figures still show in those of a public portfolio, less the others’.</p>
</section>`;
}

/** What a portfolio consists of, among the accounts of its owner. */
export const memberFields = (
  { members: chosen, currency }: Pick<RegistryAccount, 'members' | 'currency'>,
  accounts: readonly RegistryAccount[],
): Html =>
  html`${ticks('member', 'Accounts in it', optionsOf(accounts.filter(({ type }) => type === 'account')), new Set(chosen))}
${line('Currency of its figures, such as EUR', 'currency', currency ?? '', 10)}`;

const optionsOf = (accounts: readonly RegistryAccount[]) =>
  accounts.map(
    ({ slug, name, published }) => [slug, `${name}${published ? '' : ' (private)'}`] as const,
  );

const connections = ({ slug }: RegistryAccount): Html =>
  html`<section aria-labelledby="connections-title"><h2 id="connections-title">Send data in</h2>
<p>With a Connection Key your terminal or a program sends this account’s facts by itself. <a href="/me/accounts/${slug}/connections">Connection Keys and the steps</a></p>
</section>
`;

function cut({ slug, name, history_cut_at }: RegistryAccount): Html {
  return html`<section aria-labelledby="cut-title"><h2 id="cut-title">Remove history</h2>
<p>Everything before a day goes, for good: nobody can bring it back. All figures start on that day with the balance it had, and the page says so.${history_cut_at !== null && ` It was cut on ${format.day(history_cut_at)} already; a later day removes more.`}</p>
${form(
  `/me/accounts/${slug}/cut`,
  'Remove it for good',
  html`<label>First day to keep <input name="day" type="date"${history_cut_at !== null && html` min="${history_cut_at}"`} required></label>
<label>To be sure, type its name: <bdi>${name}</bdi> <input name="typed" autocomplete="off" required></label>`,
)}
</section>`;
}
