import type { PublicAccount } from '../account.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { instant } from '../numbers.ts';

/** What the marks of an account mean, in the order they are shown. */
const marks = [
  ['identity', 'Identity verified', 'The owner proved control of this account.'],
  ['track_record', 'Track record verified', 'The history was read directly from the broker.'],
] as const;

/** Name, owner, what kind of account it is, its marks and how fresh it is. */
export function identity(account: PublicAccount): Html {
  const { name, owner, history_cut_at, updated_at } = account;
  return html`<header class="identity">
<h1><bdi>${name}</bdi></h1>
${owner.name !== null && html`<p class="owner">by <bdi>${owner.name}</bdi></p>`}
<ul class="facts">${factsOf(account).map((fact) => html`<li>${fact}</li>`)}</ul>
${marksOf(account)}
${history_cut_at !== null && html`<p class="notice"><strong>History was cut.</strong> The owner permanently removed everything before ${format.day(history_cut_at)}. All figures start on that day; the balance then counts as starting capital.</p>`}
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
  ];
  return facts.filter((fact) => fact !== null);
}

function marksOf({ verified }: PublicAccount): Html {
  const held = marks.filter(([mark]) => verified[mark]);
  if (held.length === 0) return html`<p class="marks none">Not verified</p>`;
  return html`<ul class="marks">${held.map(
    ([, label, meaning]) =>
      html`<li><details><summary><span aria-hidden="true">✓</span> ${label}</summary><p>${meaning}</p></details></li>`,
  )}</ul>`;
}
