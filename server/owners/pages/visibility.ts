import { type Leak, leaks } from '../../../pipeline/registry/leaks.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { capitalised } from '../../../sql/figures.ts';
import type { PageAccount } from '../../site/account.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords } from '../page-request.ts';
import { sampleOf } from './samples.ts';

/** Returns the name of a part that can be hidden; sections are named as on their page. */
export function hideName(flag: Hidable, { words, context: { language } }: PageWords): string {
  const names: Readonly<Record<Hidable, string>> = {
    ...language.words.account.parts,
    ...words.account.fields,
  };
  return names[flag];
}

/**
 * Form that makes an account public or private and hides parts. Next to each switch stands what
 * visitors see of that part. Below a hidden part stand the visible parts that still reveal it.
 */
export function visibilityForm(
  page: PageWords,
  { slug, type, published, hide, show_trades_on_page }: RegistryAccount,
  preview: PageAccount | null,
): Html {
  const { account: words } = page.words;
  // A stylesheet shows leaks below ticked parts only, so that they appear before they are saved.
  const open = leaks.filter(({ shown }) => !shown.some((part) => hide.includes(part)));
  return html`<form class="decide wide" method="post" action="/me/accounts/${slug}/shown">
<fieldset class="side"><legend>${words.whoSees}</legend>
${radio('yes', words.public, published)}
${radio('no', words.private, !published)}
</fieldset>
${type === 'account' && tradesOnPage(page, show_trades_on_page)}
<fieldset><legend>${words.hide}</legend>
<p class="hint">${words.hideHelp}</p>
<ul class="hide">${hidables.map(
    (flag) =>
      html`<li><label class="box"><input type="checkbox" name="hide" value="${flag}"${hide.includes(flag) && html` checked`}> <span>${capitalised(hideName(flag, page))}</span></label>
<span class="seen">${(preview && sampleOf(flag, preview, page.context.language)) ?? words.seen}</span><span class="unseen">${words.unseen}</span>${stillVisible(
        page,
        open.filter(({ hidden }) => hidden === flag),
      )}</li>
`,
  )}</ul></fieldset>
<div class="save"><button>${words.save}</button> <span class="hint">${words.notSaved}</span></div>
</form>`;
}

/** Asks if visitors may see single trades. If not, only programs with a key can read them. */
function tradesOnPage(page: PageWords, isShown: boolean): Html {
  const { account: words } = page.words;
  const trades = capitalised(hideName('trades', page));
  return html`<fieldset class="side"><legend>${words.trades}</legend>
<label class="box"><input type="checkbox" name="show_trades_on_page" value="yes"${isShown && html` checked`}> <span>${words.listTrades}</span></label>
<p class="hint">${fillText(words.listTradesHelp, { trades })}</p>
</fieldset>
`;
}

const radio = (value: string, text: string, is: boolean): Html =>
  html`<label class="box"><input type="radio" name="published" value="${value}"${is && html` checked`}> <span>${text}</span></label>`;

/** Names the visible parts that still reveal a hidden part, with details; empty without leaks. */
function stillVisible(page: PageWords, open: readonly Leak[]): HtmlContent {
  if (open.length === 0) return null;
  const { account: words } = page.words;
  const sources = new Set(open.flatMap(({ shown }) => shown.map((part) => hideName(part, page))));
  const title = fillText(words.stillVisible, { parts: [...sources].join(', ') });
  return html`<details class="more"><summary>${title}. ${words.stillVisibleNext}</summary><ul>${open.map(
    ({ derivable, shown }) =>
      html`<li>${shown.map((part) => capitalised(hideName(part, page))).reduce((first, second) => fillText(words.and, { first, second }))}: ${page.words.derivable[derivable]}</li>`,
  )}</ul></details>`;
}
