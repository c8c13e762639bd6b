import { formFields } from '../../../pipeline/read/faults.ts';
import type { ComparedFigure } from '../../../pipeline/reconcile/compared.ts';
import { differenceOf } from '../../../pipeline/reconcile/comparison-lines.ts';
import { closedToOwner } from '../../../pipeline/registry/operator-accounts.ts';
import type { Found, Reading, Statement } from '../../../pipeline/statements/statement.ts';
import { platforms } from '../../../sql/raw/accounts.ts';
import * as format from '../../site/english-format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { choice } from '../../site/parts/form.ts';
import type { OwnerWords } from '../language/words.ts';
import type { SignedInRequest } from '../page-request.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';
import { changesOf, currencyProblem, type MatchedAccount } from './statement-changes.ts';

/** Says in a few words what an unconfirmed statement is waiting for. */
export const openState = (
  { dashboard: { openStates } }: OwnerWords,
  { reading }: Statement,
): string => {
  if (reading === null) return openStates.reading;
  return 'found' in reading ? openStates.found : openStates.problem;
};

/** Returns the page of a statement that is being read or waits for its turn. */
export const unreadStatementPage = (request: SignedInRequest, { name }: Statement): Html =>
  ownersPage(
    request,
    'Reading your statement',
    '/me',
    html`<h1>Reading your statement</h1>
<p class="lead"><bdi>${name}</bdi></p>
<p class="notice" role="status">We have your file and are reading it. A long statement takes up to a minute, or more if others are waiting.</p>
<p>This page reloads by itself and shows what we found. You can leave and come back from <a href="/me">your accounts</a>.</p>
<p><a href="">Reload now</a></p>`,
  );

/**
 * Returns the page of a statement: what was found, to correct and confirm, or its progress after
 * that.
 */
export function statementPage(
  request: SignedInRequest,
  statement: Statement,
  reading: Reading,
  placed: readonly MatchedAccount[],
  problem: string | null,
): Html {
  const { name, state } = statement;
  const isOpen = state === 'open';
  const title = isOpen ? 'Check your statement' : 'Your statement';
  return ownersPage(
    request,
    title,
    '/me',
    html`<h1>${title}</h1>
<p class="lead"><bdi>${name}</bdi>${'found' in reading && html`: ${reading.found.format}`}</p>
${fault(problem)}${'problem' in reading && fault(reading.problem)}
${!isOpen && progress(statement, placed)}
${'found' in reading && html`${placed.map((matched) => accountOf(matched, isOpen))}${notesOf(reading.found)}`}
${isOpen && decisions(statement, reading, placed)}`,
  );
}

function accountOf({ found, account }: MatchedAccount, isOpen: boolean): Html {
  const { from, until } = found;
  const rows: [label: string, value: HtmlContent][] = [
    ['Account', html`${found.masked}${found.broker !== '' && html`, ${found.broker}`}`],
    ['Currency', found.currency],
    ['Real or demo', found.isDemo === null ? 'not known' : found.isDemo ? 'demo' : 'real'],
    ['Period', from === '' ? 'not known' : html`${format.minute(from)} to ${format.minute(until)}`],
    ['Closed trades', format.count(found.trades)],
    ['Open positions', format.count(found.positions)],
    ['Deposits, withdrawals and adjustments', format.count(found.flows)],
  ];
  return html`<section><h2>${account ? html`<bdi>${account.name}</bdi>` : found.platform}</h2>
${account && isOpen && html`<p>This data will be added to your existing account.</p>`}
<dl class="found">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${found.refused > 0 && html`<p class="notice gap">Rows that can’t be used and will be left out: ${format.count(found.refused)}. The first: ${found.reason ?? ''}.</p>`}
${printedFigures(found.compared)}</section>
`;
}

/** Compares the totals printed in the statement with those calculated from its rows. */
function printedFigures(compared: readonly ComparedFigure[]): HtmlContent {
  if (compared.length === 0) return false;
  const count = (verdict: boolean | null) =>
    format.count(compared.filter(({ agrees }) => agrees === verdict).length);
  const different = compared.filter(({ agrees }) => agrees === false);
  return html`<h3>Totals printed in the statement</h3>
<p>Same as calculated from its trades: ${count(true)}. Different: ${count(false)}. Not comparable, because we define them differently or don’t calculate them: ${count(null)}.</p>
${different.length > 0 && html`<ul class="told">${different.map((figure) => html`<li>${differenceOf(figure)}</li>`)}</ul>`}
`;
}

function notesOf({ facts, notes, warnings }: Found): HtmlContent {
  const listOf = (title: string, lines: readonly string[]): HtmlContent =>
    lines.length > 0 &&
    html`<h3>${title}</h3><ul class="told">${lines.map((text) => html`<li>${text}</li>`)}</ul>`;
  return html`<section aria-labelledby="told-title"><h2 id="told-title">About this file</h2>
${listOf('Differences', warnings)}${listOf('Found', facts)}${listOf('Good to know', notes)}
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
        placed.length > 1
          ? `Name to show for ${found.masked}`
          : 'Name to show (not your name at the broker)',
        `name${at}`,
        '',
      ),
  );
  const blocked = currencyProblem(placed);
  const changes = changesOf(placed, 'found' in reading ? reading.found.clock : '').map(
    ({ field, change, tick }) => html`<p class="notice gap">${change}</p>
<label><input type="checkbox" name="${field}" value="yes"> ${tick}</label>`,
  );
  const isNew = placed.some(({ account }) => account === null);
  const [title, button] = isNew
    ? ['Add this account', 'Add account']
    : ['Add this data to your account', 'Add data'];
  const confirm = html`<section aria-labelledby="confirm-title"><h2 id="confirm-title">${title}</h2>
${form(`${address}/confirm`, button, html`${names}${changes}${isNew && html`<p class="hint">It stays private until you publish it.</p>`}`)}
</section>`;
  return html`${'found' in reading && (blocked === null ? confirm : html`<p class="notice gap">${blocked}</p>`)}
<section aria-labelledby="correct-title"><h2 id="correct-title">Missing from the file</h2>
${form(
  `${address}/correct`,
  'Check again',
  html`${line(`${formFields.timezone} of your broker’s server, such as Europe/Athens or NY+7 (empty: UTC)`, 'clock', options.clock)}
${line(`${formFields.currency}, if the file doesn’t name it`, 'currency', options.currency, 12)}
${line(`${formFields.accountId}, if the file doesn’t name it`, 'number', options.number, 100)}
${choice('platform', `${formFields.platform}, if the file doesn’t name it`, [['', 'as in the file'], ...platforms.map((platform) => [platform, platform] as const)], options.platform)}`,
)}
<p><a href="/me/add">Choose another file</a></p>
</section>`;
}

function progress({ state }: Statement, placed: readonly MatchedAccount[]): Html {
  const words = {
    open: '',
    confirmed: 'Saved. Your figures come with the next run, usually within a few minutes.',
    taken: 'Loaded. Your figures come next.',
    refused: 'This statement was not added.',
  }[state];
  const closed = placed.filter(({ isClosed }) => isClosed);
  const isAllClosed = closed.length > 0 && closed.length === placed.length;
  const done =
    state === 'taken' && placed.every(({ facts, isHeldBack }) => facts !== null && !isHeldBack);
  return html`${!isAllClosed && html`<p class="notice" role="status">${done ? 'Done: your figures are up to date.' : words}</p>`}
${closed.map(
  ({ account }) =>
    html`<p class="notice gap"><strong>Your data for <bdi>${account?.name}</bdi> isn’t used.</strong> ${closedToOwner}</p>`,
)}
<ul class="own">${placed.map(({ account }) => account && html`<li><a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a></li>`)}</ul>
${!done && !isAllClosed && state !== 'refused' && html`<p><a href="">Check again</a></p>`}`;
}
