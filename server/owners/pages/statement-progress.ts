import type { PlacedAccount } from '../../../pipeline/statements/placed.ts';
import type { Statement } from '../../../pipeline/statements/statement.ts';
import type { PublicAccount } from '../../site/account.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { PageWords } from '../page-request.ts';
import { publishForm } from './publish.ts';

/** An account of a statement, as pages show it. */
export interface MatchedAccount extends PlacedAccount {
  readonly published: Pick<
    PublicAccount,
    'currency' | 'demo' | 'performance' | 'updated_at'
  > | null;
  readonly isWithheld: boolean;
  /** True if only the operator may load data of this account. */
  readonly isClosed: boolean;
}

/** Tells whether the figures of all accounts of a confirmed statement are published. */
const areFiguresReady = (
  { state }: Pick<Statement, 'state'>,
  placed: readonly MatchedAccount[],
): boolean =>
  state === 'published' &&
  placed.every(({ published, isWithheld }) => published?.updated_at != null && !isWithheld);

/** Tells whether the page of a confirmed statement will change without its owner, so reload it. */
export function isUnderWay(statement: Statement, placed: readonly MatchedAccount[]): boolean {
  if (statement.state === 'open' || statement.state === 'refused') return false;
  const isStuck = placed.some(({ isClosed, isWithheld }) => isClosed || isWithheld);
  return !isStuck && !areFiguresReady(statement, placed);
}

/** Shows how far a confirmed statement is, and what its owner can do next. */
export function progress(
  page: PageWords,
  statement: Statement,
  placed: readonly MatchedAccount[],
): Html {
  const { statement: words } = page.words;
  const { state } = statement;
  const isReady = areFiguresReady(statement, placed);
  const closed = placed.filter(({ isClosed }) => isClosed);
  const isAllClosed = closed.length > 0 && closed.length === placed.length;
  return html`${isReady && !isAllClosed && html`<p class="notice" role="status">${words.done}</p>`}${state === 'refused' && html`<p class="notice gap" role="status">${words.refused}</p>`}
${closed.map(
  ({ account }) =>
    html`<p class="notice gap"><strong>${fill(words.notUsed, { name: html`<bdi>${account?.name}</bdi>` })}</strong> ${page.words.problems.closed}</p>`,
)}
${!isReady && !isAllClosed && state !== 'refused' && steps(page, state)}
${placed.map((matched) => nextOf(page, matched, isReady))}
${isUnderWay(statement, placed) && html`<p>${words.reloads} <a href="">${words.reload}</a></p>`}`;
}

function steps({ words: { statement: words } }: PageWords, state: Statement['state']): Html {
  const done = state === 'confirmed' ? 1 : 2;
  const all = [words.steps.saved, words.steps.loaded, words.steps.figures, words.steps.publish];
  return html`<section aria-labelledby="next-title"><h2 id="next-title">${words.next}</h2>
<div role="status"><ol class="steps">${all.map(
    (text, at) =>
      html`<li${at < done && html` class="done"`}${at === done && html` aria-current="step"`}>${text}${at < done && html` <span class="facts-small">${words.stepDone}</span>`}${at === done && html` <span class="facts-small">${words.stepNow}</span>`}</li>`,
  )}</ol></div></section>`;
}

/** Links to an account and, once its figures are there, offers to publish it. */
function nextOf(
  page: PageWords,
  { account, published }: MatchedAccount,
  isReady: boolean,
): HtmlContent {
  if (account === null) return null;
  const { format } = page.context.language;
  const figure = isReady && published && format.signedPercent(published.performance.twr_percent);
  return html`<section><h2><a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a>${figure && ` ${figure}`}</h2>
${isReady && !account.published && publishForm(page, account)}</section>`;
}
