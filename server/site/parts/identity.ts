import type { Confirmation } from '../../../pipeline/registry/schema.ts';
import { operator } from '../../../pipeline/registry/words.ts';
import type { PublicAccount } from '../account.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { instant } from '../numbers.ts';

/** The marks of an account in the order they are shown, and what each of them says. */
const marks = [
  ['identity', 'Identity', 'That the owner controls this account was confirmed by'],
  [
    'track_record',
    'Track record',
    'The history was not read directly from the broker. That it is the account’s was confirmed by',
  ],
] as const;

/** Where figures come from; of an account that has no word of it, files that the operator has. */
const sources: Readonly<Record<string, string>> = {
  statement_file: 'Imported from a statement file',
  terminal: 'Sent by the terminal',
};

/** Name, owner, what kind of account it is, its marks and how fresh it is. */
export function identity(account: PublicAccount): Html {
  const { name, owner, history_cut_at, updated_at } = account;
  return html`<header class="identity">
<h1><bdi>${name}</bdi></h1>
${owner.name !== null && html`<p class="owner">by <bdi>${owner.name}</bdi></p>`}
<ul class="facts">${factsOf(account).map((fact) => html`<li>${fact}</li>`)}</ul>
${marksOf(account)}
${account.reconciled === false && html`<p class="notice gap"><strong>Does not reconcile.</strong> ${unreconciled(account)}</p>`}
${history_cut_at !== null && html`<p class="notice"><strong>History was cut.</strong> The owner permanently removed everything before ${format.day(history_cut_at)}. All figures start on that day; the balance then counts as starting capital.</p>`}
<p class="checked"><a href="/account/${account.slug}/checked">How this record was checked</a></p>
<p class="updated">${updated_at === null ? 'This account has not sent data yet.' : html`Updated ${instant(updated_at)}`}</p>
</header>`;
}

function factsOf(account: PublicAccount): (Html | string)[] {
  const { type, platform, broker, currency, leverage, demo } = account;
  const facts = [
    type === 'portfolio' ? 'Portfolio' : null,
    platform,
    broker === null ? null : html`<bdi>${broker}</bdi>`,
    currency,
    leverage === null ? null : `1:${format.plain(leverage)}`,
    demo === null ? null : demo ? 'Demo account' : 'Real money',
    sourceOf(account),
  ];
  return facts.filter((fact) => fact !== null);
}

/** Null of an account that nothing has come of, and of a portfolio whose members differ. */
function sourceOf({ type, data_source, updated_at }: PublicAccount): string | null {
  if (data_source !== null) return sources[data_source] ?? null;
  return type === 'portfolio' || updated_at === null ? null : 'Operator’s files';
}

const unreconciled = ({ type }: PublicAccount): string =>
  type === 'portfolio'
    ? 'What the platform of a member printed is not what that member’s bookings add up to.'
    : 'What the platform printed is not what the bookings add up to: something is missing here, or wrong.';

function marksOf({ verified_by }: PublicAccount): Html {
  const held = marks.flatMap(([mark, label, meaning]) => {
    const confirmed = verified_by[mark];
    return confirmed === null ? [] : [{ label, meaning, confirmed }];
  });
  if (held.length === 0) return html`<p class="marks none">Not verified</p>`;
  return html`<ul class="marks">${held.map(
    ({ label, meaning, confirmed }) =>
      html`<li><details><summary><span aria-hidden="true">✓</span> ${label} confirmed by ${nameOf(confirmed)}</summary><p>${meaning} ${wordsOf(confirmed)}</p></details></li>`,
  )}</ul>`;
}

const nameOf = ({ by }: Confirmation): Html =>
  by === operator ? html`the operator` : html`<bdi>${by}</bdi>`;

function wordsOf(confirmed: Confirmation): Html {
  const { by, at, how } = confirmed;
  const who =
    by === operator
      ? html`the operator of this site`
      : html`<bdi>${by}</bdi>, as the operator of this site says`;
  return html`${who}${at === null ? ', nobody wrote down when' : html`, ${instant(at)}`}; ${how === null ? 'nobody wrote down how.' : html`how: <bdi>${how}</bdi>.`}`;
}
