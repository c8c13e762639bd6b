import { formFields } from '../../../pipeline/read/faults.ts';
import type { ComparedFigure } from '../../../pipeline/reconcile/compared.ts';
import { differenceOf } from '../../../pipeline/reconcile/comparison-lines.ts';
import { closedToOwner } from '../../../pipeline/registry/operator-accounts.ts';
import type { Found, Reading, Statement } from '../../../pipeline/statements/found.ts';
import { platforms } from '../../../sql/raw/accounts.ts';
import * as format from '../../site/format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { choice } from '../../site/parts/form.ts';
import type { OwnersVisit } from '../visit.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';
import { changesOf, type MatchedAccount, otherCurrency } from './statement-changes.ts';

/** How far a statement has come that nobody has confirmed. */
export const openState = ({ reading }: Statement): string => {
  if (reading === null) return 'Being read';
  return 'found' in reading ? 'Waits for you to confirm it' : 'Needs a correction';
};

/** A statement that is being read, or waits for its turn. */
export const unreadStatementPage = (visit: OwnersVisit, { name }: Statement): Html =>
  ownersPage(
    visit,
    'Reading your statement',
    '/me',
    html`<h1>Reading your statement</h1>
<p class="lead"><bdi>${name}</bdi></p>
<p class="notice" role="status">We have your file and are reading it. A long statement takes up to a minute, and longer while others wait.</p>
<p>This page reloads by itself and then shows what was found. You can leave it: <a href="/me">your accounts</a> lead back here.</p>
<p><a href="">Reload now</a></p>`,
  );

/** What was found in a statement, to be corrected and confirmed; then how far it has come. */
export function statementPage(
  visit: OwnersVisit,
  statement: Statement,
  reading: Reading,
  placed: readonly MatchedAccount[],
  problem: string | null,
): Html {
  const { name, state } = statement;
  const isOpen = state === 'open';
  const title = isOpen ? 'What was found' : 'Your statement';
  return ownersPage(
    visit,
    title,
    '/me',
    html`<h1>${title}</h1>
<p class="lead">In <bdi>${name}</bdi>${'found' in reading && html`: ${reading.found.format}`}</p>
${fault(problem)}${'problem' in reading && fault(reading.problem)}
${!isOpen && progress(statement, placed)}
${'found' in reading && html`${placed.map((one) => accountOf(one, isOpen))}${told(reading.found)}`}
${isOpen && decisions(statement, reading, placed)}`,
  );
}

const dash = '–';

function accountOf({ found, account }: MatchedAccount, isOpen: boolean): Html {
  const { from, until } = found;
  const rows: [label: string, value: HtmlContent][] = [
    ['Account', html`${found.masked}${found.broker !== '' && html`, ${found.broker}`}`],
    ['Currency', found.currency],
    ['Real or demo', found.isDemo === null ? dash : found.isDemo ? 'demo' : 'real'],
    ['Period', from === '' ? dash : html`${format.minute(from)} to ${format.minute(until)}`],
    ['Closed trades', format.count(found.trades)],
    ['Open positions', format.count(found.positions)],
    ['Deposits, withdrawals and other bookings', format.count(found.flows)],
  ];
  return html`<section><h2>${account ? html`<bdi>${account.name}</bdi>` : found.platform}</h2>
${account && isOpen && html`<p>These facts are added to this account of yours.</p>`}
<dl class="found">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${found.refused > 0 && html`<p class="notice gap">${format.count(found.refused)} rows break a rule and would be left out; the first: ${found.reason ?? ''}.</p>`}
${printedFigures(found.compared)}</section>
`;
}

/** What the statement prints of itself beside what its rows give. */
function printedFigures(compared: readonly ComparedFigure[]): HtmlContent {
  if (compared.length === 0) return false;
  const count = (verdict: boolean | null) =>
    format.count(compared.filter(({ agrees }) => agrees === verdict).length);
  const off = compared.filter(({ agrees }) => agrees === false);
  return html`<h3>Printed figures</h3>
<p>${count(true)} agree with the rows, ${count(false)} don’t. ${count(null)} are defined otherwise or not computed.</p>
${off.length > 0 && html`<ul class="told">${off.map((figure) => html`<li>${differenceOf(figure)}</li>`)}</ul>`}
`;
}

function told({ facts, notes, warnings }: Found): HtmlContent {
  const lines = (title: string, all: readonly string[]): HtmlContent =>
    all.length > 0 &&
    html`<h3>${title}</h3><ul class="told">${all.map((one) => html`<li>${one}</li>`)}</ul>`;
  return html`<section aria-labelledby="told-title"><h2 id="told-title">What it says of itself</h2>
${lines('Does not agree', warnings)}${lines('Found', facts)}${lines('Good to know', notes)}
</section>`;
}

function decisions(
  { id, options }: Statement,
  reading: Reading,
  placed: readonly MatchedAccount[],
): Html {
  const address = `/me/add/${id}`;
  const names = placed.map(
    ({ account, found }, at) =>
      account === null &&
      line(
        placed.length > 1 ? `Name of ${found.masked}` : 'Name, never that of the holder',
        `name${at}`,
        '',
      ),
  );
  const blocked = otherCurrency(placed);
  const changes = changesOf(placed, 'found' in reading ? reading.found.clock : '').map(
    ({ field, change, tick }) => html`<p class="notice gap">${change}</p>
<label><input type="checkbox" name="${field}" value="yes"> ${tick}</label>`,
  );
  const confirm = html`<section aria-labelledby="confirm-title"><h2 id="confirm-title">Take it</h2>
${form(`${address}/confirm`, 'Confirm', html`${names}${changes}<p class="hint">Private until you publish it.</p>`)}
</section>`;
  return html`${'found' in reading && (blocked === null ? confirm : html`<p class="notice gap">${blocked}</p>`)}
<section aria-labelledby="correct-title"><h2 id="correct-title">Say what it does not</h2>
${form(
  `${address}/correct`,
  'Look again',
  html`${line(`${formFields.clock} of its times, such as Europe/Athens or NY+7; empty for UTC`, 'clock', options.clock)}
${line(`${formFields.currency}, where it names none`, 'currency', options.currency, 12)}
${line(`${formFields.accountId}, where it names none`, 'number', options.number, 100)}
${choice('platform', `${formFields.platform}, where it names none`, [['', 'as the file says'], ...platforms.map((one) => [one, one] as const)], options.platform)}`,
)}
<p><a href="/me/add">Drop another file instead</a></p>
</section>`;
}

function progress({ state }: Statement, placed: readonly MatchedAccount[]): Html {
  const words = {
    open: '',
    confirmed: 'It is kept, and waits for the next run. That takes a few minutes at most.',
    taken: 'A run has loaded it.',
    refused: 'It was not taken.',
  }[state];
  const closed = placed.filter(({ isClosed }) => isClosed);
  const isAllClosed = closed.length > 0 && closed.length === placed.length;
  const done =
    state === 'taken' && placed.every(({ facts, isHeldBack }) => facts !== null && !isHeldBack);
  return html`${!isAllClosed && html`<p class="notice" role="status">${done ? 'Loaded, and its figures are there.' : words}</p>`}
${closed.map(
  ({ account }) =>
    html`<p class="notice gap"><strong>Your data of <bdi>${account?.name}</bdi> doesn’t count.</strong> ${closedToOwner}</p>`,
)}
<ul class="own">${placed.map(({ account }) => account && html`<li><a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a></li>`)}</ul>
${!done && !isAllClosed && state !== 'refused' && html`<p><a href="">Look again</a></p>`}`;
}
