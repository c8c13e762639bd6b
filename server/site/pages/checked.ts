import type { Checked, PageAccount } from '../account.ts';
import { instant } from '../cells.ts';
import type { Context } from '../context.ts';
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
import { layout } from '../layout.ts';
import { answerWith } from './account-answer.ts';

/** Builds the page that compares printed and computed figures of an account that reconciles. */
function checkedPage(account: PageAccount, context: Context): Html {
  const { slug, name, checked, history_cut_at } = account;
  const { language } = context;
  const { words, format, to } = language;
  const { checked: texts } = words;
  const title = words.account.howChecked;
  const main = html`<article class="account checked">
<header class="identity"><h1>${title}</h1>
<p class="owner"><a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a></p></header>
<section id="verdict" aria-label="${texts.verdict}">
${verdict(account, language)}
${history_cut_at !== null && html`<p>${fillText(texts.cut, { day: format.day(history_cut_at) })}</p>`}
</section>
${account.reconciled === true && checked !== null && figures(account, checked, language)}
<section id="means" aria-labelledby="means-title">
<h2 id="means-title">${texts.means}</h2>
<p>${texts.meansPrinted}</p>
<p>${texts.meansGenuine}</p>
</section>
</article>`;
  return layout(
    {
      title: `${title} · ${name} · ${context.site.name}`,
      description: `${title}: ${name}.`,
      path: `/account/${slug}/checked`,
      isIndexed: account.isShared !== true,
      section: '/',
      main,
    },
    context,
  );
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

function figures({ currency }: PageAccount, checked: Checked, language: Language) {
  const { printed_at, agreeing, money, statistics } = checked;
  const rows = [...money, ...statistics];
  if (printed_at === null || rows.length === 0) return null;
  const { checked: texts } = language.words;
  const newest = {
    instant: instant(printed_at, language),
    count: language.format.count(agreeing),
  };
  return html`<section id="figures" aria-labelledby="figures-title">
<h2 id="figures-title">${texts.table}</h2>
<p>${fill(texts.newest, newest)}</p>
<div class="scroll" data-scrolls="${language.words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.table}: ${texts.figure}"><table>
<thead><tr><th scope="col">${texts.figure}</th><th scope="col">${texts.printed}</th><th scope="col">${texts.computed}</th><th scope="col"></th></tr></thead>
<tbody>${inOrderOfStatements(rows).map(
    (row) =>
      html`<tr><th scope="row">${figureName(row.figure, language)}</th><td>${figureNumber(row.printed, row, currency, language)}</td><td>${figureNumber(row.ours, row, currency, language)}</td><td>${row.reason === null ? texts.agrees : differenceReason(row.reason, language)}</td></tr>
`,
  )}</tbody></table></div>
</section>`;
}

/** Answers with the page that explains how a record was checked. */
export const checkedAnswer = answerWith('checked page', checkedPage);
