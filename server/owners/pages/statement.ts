import type { CodedReason } from '../../../pipeline/base/reasons/reason.ts';
import type { ComparedFigure } from '../../../pipeline/reconcile/compared-figures.ts';
import type {
  Reading,
  Statement,
  StatementContent,
} from '../../../pipeline/statements/statement.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { differenceReason, figureName } from '../../site/language/printed-figures.ts';
import type { OwnerWords } from '../language/words.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { fault } from './fields.ts';
import { ownersPage } from './frame.ts';
import { type MatchedAccount, typeOf } from './statement-changes.ts';
import { chosenClock, decisions } from './statement-decisions.ts';
import { progress } from './statement-progress.ts';

/** Says in a few words what an unconfirmed statement is waiting for. */
export const openState = (
  { dashboard: { openStates } }: OwnerWords,
  { reading }: Statement,
): string => {
  if (reading === null) return openStates.reading;
  return 'found' in reading ? openStates.found : openStates.problem;
};

/** Returns the page of a statement that is being read or waits for its turn. */
export function unreadStatementPage(request: SignedInRequest, { name }: Statement): Html {
  const { statement: words } = request.words;
  const accounts = html`<a href="/me">${words.yourAccounts}</a>`;
  return ownersPage(
    request,
    words.readingTitle,
    '/me',
    html`<h1>${words.readingTitle}</h1>
<p class="lead"><bdi>${name}</bdi></p>
<p class="notice" role="status">${words.reading}</p>
<p>${fill(words.readingNext, { accounts })}</p>
<p><a href="">${words.reload}</a></p>`,
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
${fault(problem)}${'problem' in reading && fault(reasonText(reading.problem, request))}
${!isOpen && progress(request, statement, placed)}
${'found' in reading && placed.map((matched) => accountOf(request, matched, isOpen, lacksClock(statement, reading.found)))}
${isOpen && decisions(request, statement, reading, placed)}
${'found' in reading && notesOf(request, reading.found)}`,
  );
}

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
<dl class="found">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${found.refused > 0 && html`<p class="notice gap">${fill(words.leftOut, leftOut)}</p>`}
${printedFigures(page, found.compared)}</section>
`;
}

/** Compares the totals printed in the statement with those calculated from its rows. */
function printedFigures(
  { words: { statement: words }, context: { language } }: PageWords,
  compared: readonly ComparedFigure[],
): HtmlContent {
  if (compared.length === 0) return false;
  const { format } = language;
  const lineOf = ({ figure, printed, ours, gap, reason }: ComparedFigure): string => {
    const values = { figure: figureName(figure, language), printed: format.plain(printed) };
    const line = { ...values, ours: format.plain(ours), gap: format.plain(gap) };
    const why = reason && ` (${differenceReason(reason, language)})`;
    return fillText(words.difference, line) + (why ?? '');
  };
  const count = (verdict: boolean | null) =>
    language.format.count(compared.filter(({ agrees }) => agrees === verdict).length);
  const different = compared.filter(({ agrees }) => agrees === false);
  const counts = { same: count(true), different: count(false), other: count(null) };
  return html`<h3>${words.totals}</h3>
<p>${fillText(words.totalsCompared, counts)}</p>
${different.length > 0 && html`<ul class="told">${different.map((figure) => html`<li>${lineOf(figure)}</li>`)}</ul>`}
`;
}

/** Lists what the import says about a file. */
function notesOf(page: PageWords, { findings, notes, warnings }: StatementContent): HtmlContent {
  const { statement: words } = page.words;
  // The field of the time zone says it with its own advice.
  const remarks = notes.filter(({ code }) => code !== 'utc');
  if (findings.length + remarks.length + warnings.length === 0) return false;
  const listOf = (title: string, lines: readonly CodedReason[]): HtmlContent =>
    lines.length > 0 &&
    html`<h3>${title}</h3><ul class="told">${lines.map((text) => html`<li>${reasonText(text, page)}</li>`)}</ul>`;
  return html`<details class="more"${warnings.length > 0 && html` open`}><summary>${words.about}</summary>
${listOf(words.differences, warnings)}${listOf(words.found, findings)}${listOf(words.notes, remarks)}
</details>`;
}
