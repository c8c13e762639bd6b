import type { CodedReason } from '../../../pipeline/base/reasons/reason.ts';
import { textAnswers } from '../../../pipeline/platforms/source/cash-flow-kinds.ts';
import { Notation } from '../../../pipeline/read/notation.ts';
import type {
  FileQuestion,
  Statement,
  StatementContent,
} from '../../../pipeline/statements/statement.ts';
import { type Html, html } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { form } from './fields.ts';
import { keptNames } from './statement-names.ts';

/** Asks the owner how cells of a file are meant. Each choice shows how it reads the first cells. */
export function fileQuestion(
  page: SignedInRequest,
  { id }: Statement,
  reason: CodedReason,
  { field, cells }: FileQuestion,
): Html {
  const { questions } = page.words.statement;
  const { title, choices } = questions[field];
  const readings = (value: string): string =>
    cells
      .map((cell) => fillText(questions.reading, { cell, value: readBy(page, field, value, cell) }))
      .join(', ');
  const answers = Object.entries(choices).map(
    ([value, text]) =>
      html`<label class="box"><input type="radio" name="${field}" value="${value}" required> <span>${text}: ${readings(value)}</span></label>
`,
  );
  return html`<section aria-labelledby="question-title"><h2 id="question-title">${title}</h2>
${form(
  `/me/add/${id}/correct`,
  questions.goOn,
  html`${keptNames(page)}<fieldset><legend>${reasonText(reason, page)}</legend>${answers}</fieldset>`,
)}
</section>
`;
}

/** Most texts that one page asks about. */
const textsAtOnce = 20;

/**
 * Asks the owner what texts of balance rows are, as a part of the form that adds a statement. Later
 * statements of the account keep that.
 */
export function textQuestions(
  page: SignedInRequest,
  { id }: Statement,
  { texts, accounts }: StatementContent,
): Html {
  const { questions } = page.words.statement;
  const { format } = page.context.language;
  const { title, lead, rows, choices } = questions.texts;
  const currency = accounts[0]?.currency ?? '';
  const asked = [...texts.entries()].filter(([, { answer }]) => answer === null);
  const fields = asked.slice(0, textsAtOnce).map(([at, { key, text, count, amount }]) => {
    const sum = `${format.decimal(amount)} ${currency}`;
    const answers = textAnswers.map(
      (value) =>
        html`<label class="box"><input type="radio" name="text${at}" value="${value}"${page.form.text(`text${at}`) === value && html` checked`}> <span>${choices[value]}</span></label>
`,
    );
    return html`<fieldset><legend><bdi>${text}</bdi> (${fillText(rows, { count: format.count(count), amount: sum })})</legend><input type="hidden" name="key${at}" value="${key}">${answers}</fieldset>
`;
  });
  return html`<section aria-labelledby="question-title"><h2 id="question-title">${title}</h2>
<p>${lead}</p>
<div class="decide">
${fields}${readAgainButton(id, questions.goOn)}
</div></section>
`;
}

/** Reads a cell by one of the choices. */
function readBy(
  { context }: PageWords,
  field: FileQuestion['field'],
  value: string,
  cell: string,
): string {
  const { format } = context.language;
  if (field === 'decimal') {
    const notation = new Notation('day first', value === 'comma' ? 'comma' : 'point');
    const number = notation.number(cell);
    return number === null ? cell : format.plain(Number(number));
  }
  const notation = new Notation(value === 'day first' ? 'day first' : 'month first', 'point');
  const at = notation.time(cell)?.at;
  return at === undefined ? cell : format.day(new Date(at).toISOString());
}

/** Button of a form that reads the file again with what the form says, and adds nothing yet. */
export const readAgainButton = (id: string, text: string): Html =>
  html`<button formaction="/me/add/${id}/correct" formnovalidate>${text}</button>`;
