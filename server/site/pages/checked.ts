import { printedFigures } from '../../../sql/raw/printed_figures.ts';
import { reasons } from '../../../sql/reconciliation/reasons.ts';
import type { Checked, PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { instant } from '../numbers.ts';

const title = 'How this record was checked';

/** What statements print of an account beside what is computed of it, where that agrees. */
export function checkedPage(account: PageAccount, context: Context): Html {
  const { slug, name, checked } = account;
  const main = html`<article class="account checked">
<header class="identity"><h1>${title}</h1>
<p class="owner"><a href="/account/${slug}"><bdi>${name}</bdi></a></p></header>
<section id="verdict" aria-label="Verdict">
${verdict(account)}
${account.history_cut_at !== null && html`<p>The owner removed everything before ${format.day(account.history_cut_at)}, and with it the figures of statements that list any of it.</p>`}
</section>
${account.reconciled === true && checked !== null && figures(account, checked)}
<section id="means" aria-labelledby="means-title">
<h2 id="means-title">What this means</h2>
<p>A platform prints sums and statistics on its statements. Where one is imported they are kept, and every update computes the same from the single trades, deposits and withdrawals, as of the instant that the statement speaks of. They agree where ours, rounded to the digits printed, is what is printed.</p>
<p>That shows whether rows are missing, doubled or changed since the statement was printed. It does not show that the statement itself is genuine: who vouches for that is said on the page of the account.</p>
</section>
</article>`;
  return layout(
    {
      title: `${title} · ${name} · ${context.site.host}`,
      description: `${title}: ${name}.`,
      section: '/',
      main,
      head: html`<link rel="canonical" href="${context.site.baseUrl}/account/${slug}/checked">
`,
    },
    context,
  );
}

function verdict({ type, reconciled, checked }: PageAccount): Html {
  const whose = type === 'portfolio' ? 'of each member ' : '';
  if (reconciled === null) {
    return html`<p>Nothing that the platform printed ${whose}could be compared yet.</p>`;
  }
  if (!reconciled) {
    return html`<p class="notice gap"><strong>Does not reconcile.</strong> Money that the platform printed ${type === 'portfolio' ? 'of a member ' : ''}is not what the bookings add up to. By how much is told to the owner alone.</p>`;
  }
  const statements = checked?.statements ?? 0;
  const by =
    statements === 0
      ? `The balance that the platform printed ${whose}is what the bookings add up to.`
      : `All money that the ${statements === 1 ? 'statement prints' : `newest ${statements} statements print`} of itself is what the bookings add up to.`;
  return html`<p><strong>Reconciles.</strong> ${type === 'portfolio' ? `What the platform printed ${whose}is what the bookings add up to.` : by}</p>`;
}

type Row = Checked['money'][number];

function figures({ currency }: PageAccount, { printed_at, agreeing, money, statistics }: Checked) {
  const rows = [...money, ...statistics];
  if (printed_at === null || rows.length === 0) return null;
  return html`<section id="figures" aria-labelledby="figures-title">
<h2 id="figures-title">Printed and computed</h2>
<p>The newest statement speaks of ${instant(printed_at)}; ${format.count(agreeing)} of its figures agree.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="figures-title"><table>
<thead><tr><th scope="col">Figure</th><th scope="col">Printed</th><th scope="col">Computed</th><th scope="col"></th></tr></thead>
<tbody>${inOrder(rows).map(
    (row) =>
      html`<tr><th scope="row">${labels.get(row.figure)?.label ?? row.figure}</th><td>${numberOf(row.printed, row, currency)}</td><td>${numberOf(row.ours, row, currency)}</td><td>${row.reason === null ? 'agrees' : (words.get(row.reason) ?? row.reason)}</td></tr>
`,
  )}</tbody></table></div>
</section>`;
}

const labels = new Map(Object.entries(printedFigures));
const words = new Map(Object.entries(reasons));

/** In the order in which statements print them. */
function inOrder(rows: readonly Row[]): Row[] {
  const names = [...labels.keys()];
  return rows.toSorted((one, other) => names.indexOf(one.figure) - names.indexOf(other.figure));
}

/** With as many digits as are printed. */
function numberOf(value: number, { figure, decimals }: Row, currency: string | null): string {
  const text = format.number(value, decimals);
  const unit = labels.get(figure)?.unit;
  if (unit === 'percent') return `${text} %`;
  return unit === 'money' && currency !== null ? `${text} ${currency}` : text;
}
