import type { Checked, PageAccount } from '../account.ts';
import { instant } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import {
  differenceReason,
  figureName,
  figureNumber,
  inOrderOfStatements,
} from '../language/printed-figures.ts';

/** Compares printed and computed figures of an account that reconciles, once it is opened. */
export function checked(account: PageAccount, language: Language): Html {
  const { checked: figures, history_cut_at, reconciled } = account;
  const { words, format } = language;
  const { checked: texts } = words;
  return html`<details class="more"><summary>${words.account.howChecked}</summary>
<div id="checked">
${verdict(account, language)}
${history_cut_at !== null && html`<p>${fillText(texts.cut, { day: format.day(history_cut_at) })}</p>`}
${reconciled === true && figures !== null && comparison(account, figures, language)}
<p>${texts.meansPrinted}</p>
<p>${texts.meansGenuine}</p>
</div></details>`;
}

function verdict({ type, reconciled, checked }: PageAccount, language: Language): Html {
  const { checked: texts, account } = language.words;
  const isPortfolio = type === 'portfolio';
  if (reconciled === null) {
    return html`<p>${isPortfolio ? texts.nothingOfMembers : texts.nothing}</p>`;
  }
  if (!reconciled) {
    return html`<p class="notice gap"><strong>${account.gap}</strong> ${isPortfolio ? texts.gapOfMember : texts.gap}</p>`;
  }
  const statements = checked?.statements ?? 0;
  const by = statements === 0 ? texts.byBalance : language.counted(texts.byStatements, statements);
  return html`<p><strong>${texts.reconciles}</strong> ${isPortfolio ? texts.byMembers : by}</p>`;
}

function comparison({ currency }: PageAccount, checked: Checked, language: Language) {
  const { printed_at, agreeing, money, statistics } = checked;
  const rows = [...money, ...statistics];
  if (printed_at === null || rows.length === 0) return null;
  const { checked: texts } = language.words;
  const newest = {
    instant: instant(printed_at, language),
    count: language.format.count(agreeing),
  };
  return html`<p>${fill(texts.newest, newest)}</p>
<div class="scroll" data-scrolls="${language.words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.table}: ${texts.figure}"><table>
<thead><tr><th scope="col">${texts.figure}</th><th scope="col">${texts.printed}</th><th scope="col">${texts.computed}</th><th scope="col"></th></tr></thead>
<tbody>${inOrderOfStatements(rows).map(
    (row) =>
      html`<tr><th scope="row">${figureName(row.figure, language)}</th><td>${figureNumber(row.printed, row, currency, language)}</td><td>${figureNumber(row.ours, row, currency, language)}</td><td>${row.reason === null ? texts.agrees : differenceReason(row.reason, language)}</td></tr>
`,
  )}</tbody></table></div>`;
}
