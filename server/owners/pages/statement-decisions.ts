import {
  chosenClock,
  type PlacedAccount,
  timezoneDoubts,
} from '../../../pipeline/statements/placed.ts';
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
import { changesOf, currencyProblem, type StatementChange } from './statement-changes.ts';
import { keptNames, typedName } from './statement-names.ts';
import { fileQuestion, readAgainButton, textQuestions } from './statement-question.ts';
import { guessReason, timezoneField } from './timezones.ts';

/** Asks the owner to confirm what was found, or to say what the file does not. */
export function decisions(
  request: SignedInRequest,
  statement: Statement,
  reading: Reading,
  placed: readonly PlacedAccount[],
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
  if (found === null || blocked !== null) {
    const again = form(
      `${address}/correct`,
      words.again,
      html`${keptNames(request)}${corrections(request, statement)}`,
    );
    return html`${fault(blocked)}
<details class="more" open><summary>${words.correctTitle}</summary>
${again}
${otherFile}
</details>`;
  }
  // One form, so that whatever button is pressed sends everything that was typed.
  return html`<form method="post" action="${address}/confirm">
${asks && textQuestions(request, statement, found)}<section aria-labelledby="confirm-title"><h2 id="confirm-title">${title}</h2>
<div class="decide">
${found.clock !== '' && timezone(request, statement, found, placed)}${nameFields(request, placed)}${changesOf(
  placed,
  found.clock,
  request,
).map(question)}${isNew && html`<p class="hint">${words.staysPrivate}</p>`}
<button>${button}</button>
</div></section>
<details class="more"><summary>${words.correctTitle}</summary>
<div class="decide">
${corrections(request, statement)}
${readAgainButton(statement.id, words.again)}
</div>
${otherFile}
</details>
</form>`;
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
  placed: readonly PlacedAccount[],
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

function nameFields(request: SignedInRequest, placed: readonly PlacedAccount[]): HtmlContent {
  const { statement: words } = request.words;
  return placed.map(({ account, found }, at) => {
    if (account !== null) return false;
    const name = `name${at}`;
    const label =
      placed.length > 1 ? fillText(words.nameFor, { account: found.masked }) : words.publicName;
    return line(label, name, typedName(request, name) || `${found.platform} ${found.currency}`);
  });
}

/** Fields for values that are missing from a file. */
function corrections({ words: { statement: words } }: PageWords, { options }: Statement): Html {
  const asListed = [['', words.asInFile], ...platforms.map((name) => [name, name])] as [
    string,
    string,
  ][];
  const answered = (field: FileQuestion['field']): HtmlContent => {
    const { label, choices } = words.questions[field];
    const listed = [['', words.asInFile] as const, ...Object.entries(choices)];
    return options[field] !== '' && choice(field, label, listed, options[field]);
  };
  return html`${answered('dates')}${answered('decimal')}${line(words.currencyField, 'currency', options.currency, 12)}
${line(words.numberField, 'number', options.number, 100)}
${choice('platform', words.platformField, asListed, options.platform)}`;
}
