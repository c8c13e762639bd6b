import type { CodedReason } from '../../../pipeline/base/reasons/reason.ts';
import {
  type FileQuestion,
  isRefused,
  type Reading,
  type Statement,
  type StatementContent,
} from '../../../pipeline/statements/statement.ts';
import { platforms } from '../../../sql/raw/accounts.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import { choice } from '../../site/parts/form.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { fault, form, line } from './fields.ts';
import {
  changesOf,
  currencyProblem,
  type MatchedAccount,
  type StatementChange,
} from './statement-changes.ts';
import { fileQuestion, hiddenOptions, textQuestions } from './statement-question.ts';
import { guessReason, timezoneField } from './timezones.ts';

/** Returns the time zone that a statement counts by; empty if its owner has yet to choose it. */
export const chosenClock = ({ options }: Statement, { clock, guess }: StatementContent): string =>
  options.clock === '' && guess === null ? '' : clock;

const timezoneCodes: ReadonlySet<string> = new Set(['clock_doubtful', 'clock_never']);

/** Tells whether a remark about a file doubts its time zone. */
export const isTimezoneDoubt = ({ code }: CodedReason): boolean => timezoneCodes.has(code);

/** Lists what speaks against the time zone of a statement. */
export const timezoneDoubts = ({ notes, warnings }: StatementContent): CodedReason[] =>
  [...warnings, ...notes].filter(isTimezoneDoubt);

/** Asks the owner to confirm what was found, or to say what the file does not. */
export function decisions(
  request: SignedInRequest,
  statement: Statement,
  reading: Reading,
  placed: readonly MatchedAccount[],
): Html {
  const { statement: words } = request.words;
  const address = `/me/add/${statement.id}`;
  const otherFile = html`<p><a href="/me/add">${words.otherFile}</a></p>`;
  if ('problem' in reading && reading.question) {
    return html`${fileQuestion(request, statement, reading.problem, reading.question)}${otherFile}`;
  }
  if (isRefused(reading)) return otherFile;
  const found = 'found' in reading ? reading.found : null;
  const asks = found?.texts.some(({ answer }) => answer === null) === true;
  const blocked = currencyProblem(placed, request);
  const isNew = placed.some(({ account }) => account === null);
  const [title, button] = isNew
    ? [words.addThis, words.addAccount]
    : [words.addDataTitle, words.addData];
  const confirm =
    found !== null &&
    html`<section aria-labelledby="confirm-title"><h2 id="confirm-title">${title}</h2>
${form(
  `${address}/confirm`,
  button,
  html`${found.clock !== '' && timezone(request, statement, found, placed)}${nameFields(request, placed)}${changesOf(
    placed,
    found.clock,
    request,
  ).map(question)}${isNew && html`<p class="hint">${words.staysPrivate}</p>`}`,
)}
</section>`;
  return html`${asks && found !== null && textQuestions(request, statement, found)}${confirm && blocked === null ? confirm : fault(blocked)}
<details class="more"${(found === null || blocked !== null) && html` open`}><summary>${words.correctTitle}</summary>
${correction(request, statement)}
${otherFile}
</details>`;
}

/** Asks for a change: a box to tick, or a choice between the change and what was there before. */
function question({ field, change, yes, keep }: StatementChange): Html {
  if (keep === null) {
    return html`<p class="notice gap">${change}</p>
<label class="box"><input type="checkbox" name="${field}" value="yes"> <span>${yes}</span></label>
`;
  }
  const answer = (value: string, text: string) =>
    html`<label class="box"><input type="radio" name="${field}" value="${value}" required> <span>${text}</span></label>`;
  return html`<fieldset><legend class="notice gap">${change}</legend>${answer('keep', keep)}
${answer('yes', yes)}</fieldset>
`;
}

function timezone(
  request: SignedInRequest,
  statement: Statement,
  found: StatementContent,
  placed: readonly MatchedAccount[],
): Html {
  const { statement: words } = request.words;
  const chosen = chosenClock(statement, found);
  const isRemembered = placed.some(({ account }) => account?.timezone === chosen);
  const isGuess = statement.options.clock === '' && found.guess !== null;
  const reason = isGuess
    ? found.guess && guessReason(found.guess, request)
    : chosen === ''
      ? words.unguessed
      : isRemembered
        ? words.remembered
        : words.chosen;
  const doubts = timezoneDoubts(found).map(
    (doubt) => html`<p class="notice gap">${reasonText(doubt, request)}</p>
`,
  );
  return html`${timezoneField(request, chosen)}<div id="timezone-reason"><p class="hint">${reason}</p>
${doubts}</div>
`;
}

function nameFields(
  { words: { statement: words }, query, form: sent }: SignedInRequest,
  placed: readonly MatchedAccount[],
): HtmlContent {
  return placed.map(({ account, found }, at) => {
    if (account !== null) return false;
    const name = `name${at}`;
    const value = sent.text(name) || String(query[name] ?? '');
    const label =
      placed.length > 1 ? fillText(words.nameFor, { account: found.masked }) : words.publicName;
    return line(label, name, value || `${found.platform} ${found.currency}`);
  });
}

/** Form for values that are missing from a file. */
function correction({ words: { statement: words } }: PageWords, { id, options }: Statement): Html {
  const asListed = [['', words.asInFile], ...platforms.map((name) => [name, name])] as [
    string,
    string,
  ][];
  const answered = (field: FileQuestion['field']): HtmlContent => {
    const { label, choices } = words.questions[field];
    const listed = [['', words.asInFile] as const, ...Object.entries(choices)];
    return options[field] !== '' && choice(field, label, listed, options[field]);
  };
  return form(
    `/me/add/${id}/correct`,
    words.again,
    html`${hiddenOptions({ clock: options.clock })}
${answered('dates')}${answered('decimal')}${line(words.currencyField, 'currency', options.currency, 12)}
${line(words.numberField, 'number', options.number, 100)}
${choice('platform', words.platformField, asListed, options.platform)}`,
  );
}
