import type { CodedReason } from '../../../pipeline/base/reasons/reason.ts';
import type { ComparedFigure } from '../../../pipeline/reconcile/compared-figures.ts';
import { chosenClock, isTimezoneDoubt, typeOf } from '../../../pipeline/statements/placed.ts';
import type {
  FoundAccount,
  Reading,
  Statement,
  StatementContent,
} from '../../../pipeline/statements/statement.ts';
import type { OwnerWords } from '../../language/words.ts';
import { cell } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import {
  differenceReason,
  figureName,
  figureNumber,
  inOrderOfStatements,
} from '../../site/language/printed-figures.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { fault } from './fields.ts';
import { ownersPage } from './frame.ts';
import { decisions } from './statement-decisions.ts';
import { type MatchedAccount, progress } from './statement-progress.ts';

/** Says in a few words what an unconfirmed statement is waiting for. */
export const openState = (
  { dashboard: { openStates } }: OwnerWords,
  { reading }: Statement,
): string => {
  if (reading === null) return openStates.reading;
  return 'found' in reading ? openStates.found : openStates.problem;
};

/** Returns the page of a statement that is being read or waits for its turn. */
export function unreadStatementPage(request: SignedInRequest, statement: Statement): Html {
  const { statement: words } = request.words;
  const accounts = html`<a href="/me">${words.yourAccounts}</a>`;
  return ownersPage(
    request,
    words.readingTitle,
    '/me',
    html`<h1>${words.readingTitle}</h1>
<p class="lead"><bdi>${statement.name}</bdi></p>
<p class="notice" role="status">${words.reading}</p>
<p>${fill(words.readingNext, { accounts })}</p>
<p><a href="">${words.reload}</a></p>
${discardForm(request, statement)}`,
  );
}

/**
 * Returns the page of a statement. Before its owner confirms it, it shows what was found; after
 * that, how far it has come.
 */
export function statementPage(
  request: SignedInRequest,
  statement: Statement,
  reading: Reading,
  placed: readonly MatchedAccount[],
  problem: HtmlContent,
): Html {
  const { statement: words } = request.words;
  const { name, state } = statement;
  const isOpen = state === 'open';
  const title = isOpen ? words.checkTitle : words.progressTitle;
  return ownersPage(
    request,
    title,
    '/me',
    html`<h1>${title}</h1>
<p class="lead"><bdi>${name}</bdi>${'found' in reading && html`: ${reasonText(reading.found.format, request)}`}</p>
${fault(problem)}${'problem' in reading && !reading.question && fault(reasonText(reading.problem, request))}
${!isOpen && progress(request, statement, placed)}
${'found' in reading && placed.map((matched) => accountOf(request, matched, isOpen, lacksClock(statement, reading.found)))}
${'found' in reading && problemsOf(request, reading.found, isOpen)}
${isOpen && decisions(request, statement, reading, placed)}
${'found' in reading && notesOf(request, reading.found)}
${isOpen && discardForm(request, statement)}`,
  );
}

/** Button that removes an unconfirmed statement with its file. */
export const discardForm = ({ words }: PageWords, { id, name }: Statement): Html =>
  html`<form class="discard" method="post" action="/me/add/${id}/discard"><button aria-label="${words.statement.discard}: ${name}">${words.statement.discard}</button></form>`;

/** Returns true if nobody knows yet which time zone the times of a statement are in. */
const lacksClock = (statement: Statement, found: StatementContent): boolean =>
  found.clock !== '' && chosenClock(statement, found) === '';

function accountOf(
  page: PageWords,
  { found, account }: MatchedAccount,
  isOpen: boolean,
  hasNoClock: boolean,
): Html {
  const { statement: words } = page.words;
  const { language } = page.context;
  const { format } = language;
  const { from, until, trades, known } = found;
  const fresh = language.counted(words.fresh, trades - known);
  // An hour would be wrong before its time zone is known. The days are those of the file.
  const time = hasNoClock ? format.day : format.minute;
  const broker = account?.statement_broker ?? found.broker;
  const rows: [label: string, value: HtmlContent][] = [
    [
      words.account,
      html`${found.masked}${broker !== '' && html`, ${broker}`}${broker !== found.broker && html` (${words.corrected})`}`,
    ],
    [words.currency, found.currency],
    [words.type, words.types[typeOf(found.isDemo) ?? 'unknown']],
    [
      words.period,
      from === '' ? words.unknown : fill(words.fromUntil, { from: time(from), until: time(until) }),
    ],
    [
      words.trades,
      account && isOpen
        ? fillText(words.newTrades, { fresh, known: format.count(known) })
        : format.count(trades),
    ],
    [words.positions, format.count(found.positions)],
    [words.flows, format.count(found.flows)],
  ];
  const leftOut = {
    count: format.count(found.refused),
    reason: found.reason && reasonText(found.reason, page),
  };
  return html`<section><h2>${account ? html`<bdi>${account.name}</bdi>` : found.platform}</h2>
${account && isOpen && html`<p>${words.toExisting}${trades > 0 && known === trades && ` ${words.nothingNew}`}</p>`}
<div class="rows"><dl class="record">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></div>
${found.refused > 0 && html`<p class="notice gap">${fill(words.leftOut, leftOut)}</p>`}
${printedFigures(page, found)}</section>
`;
}

/** Compares the totals printed in the statement with those calculated from its rows. */
function printedFigures(page: PageWords, { compared, currency }: FoundAccount): HtmlContent {
  if (compared.length === 0) return false;
  const { statement: words } = page.words;
  const { language } = page.context;
  const count = (verdict: boolean | null) =>
    language.format.count(compared.filter(({ agrees }) => agrees === verdict).length);
  const counts = { same: count(true), different: count(false), other: count(null) };
  const different = inOrderOfStatements(compared.filter(({ agrees }) => agrees === false));
  const reasons = new Set(different.map(({ reason }) => reason));
  return html`<h3>${words.totals}</h3>
<p>${fillText(words.totalsCompared, counts)}</p>
${[...reasons].map((reason) =>
  differences(
    page,
    reason,
    different.filter((figure) => figure.reason === reason),
    currency,
  ),
)}`;
}

/** Lists the figures that differ for one probable reason. */
function differences(
  { words: { statement: words }, context: { language } }: PageWords,
  reason: string | null,
  figures: readonly ComparedFigure[],
  currency: string,
): Html {
  const { checked, layout } = language.words;
  const rows = figures.map((figure) => {
    const numbers = [figure.printed, figure.ours, figure.gap];
    return html`<tr><th scope="row">${figureName(figure.figure, language)}</th>${numbers.map((value) => cell(figureNumber(value, figure, currency, language)))}</tr>
`;
  });
  return html`${reason !== null && html`<p>${fillText(words.reason, { reason: differenceReason(reason, language) })}</p>`}
<div class="scroll" data-scrolls="${layout.scrolls}" tabindex="0" role="region" aria-label="${words.totals}"><table>
<thead><tr><th scope="col">${checked.figure}</th><th scope="col" class="num">${checked.printed}</th><th scope="col" class="num">${checked.computed}</th><th scope="col" class="num">${words.gap}</th></tr></thead>
<tbody>${rows}</tbody></table></div>
`;
}

/** Lists rows that were not imported, and contradictions, before the owner decides. */
function problemsOf(page: PageWords, found: StatementContent, isOpen: boolean): HtmlContent {
  const { statement: words } = page.words;
  const warnings = found.warnings.filter((reason) => !isTimezoneDoubt(reason));
  return (
    warnings.length > 0 &&
    html`<section class="notice gap" aria-labelledby="problems-title"><h2 id="problems-title">${words.problemsTitle}</h2>
${isOpen && html`<p>${words.problemsHelp}</p>`}
${reasonList(warnings, page)}</section>`
  );
}

const reasonList = (lines: readonly CodedReason[], page: PageWords): Html =>
  html`<ul class="told">${lines.map((text) => html`<li>${reasonText(text, page)}</li>`)}</ul>`;

/** Lists what the import says about a file. */
function notesOf(page: PageWords, { findings, notes }: StatementContent): HtmlContent {
  const { statement: words } = page.words;
  // The field of the time zone says it with its own advice.
  const remarks = notes.filter(
    (reason) => reason.code !== 'import_utc' && !isTimezoneDoubt(reason),
  );
  if (findings.length + remarks.length === 0) return false;
  const listOf = (title: string, lines: readonly CodedReason[]): HtmlContent =>
    lines.length > 0 && html`<h3>${title}</h3>${reasonList(lines, page)}`;
  return html`<details class="more"><summary>${words.about}</summary>
${listOf(words.found, findings)}${listOf(words.notes, remarks)}
</details>`;
}
