import { type Leak, leaksOf } from '../../../pipeline/registry/leaks.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { capitalised } from '../../../sql/figures.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { en } from '../../site/language/en.ts';
import { form } from './fields.ts';

/** Names of everything that can be hidden; sections are named as on their page. */
const names: Readonly<Record<Hidable, string>> = {
  ...en.account.parts,
  volume: 'lots',
  stop_loss: 'stop losses',
  take_profit: 'take profits',
  comment: 'comments',
};

const nameOf = (flag: Hidable): string => capitalised(names[flag]);

/** Names of everything that can be hidden, for headings and labels. */
export const hideNames: ReadonlyMap<Hidable, string> = new Map(
  hidables.map((flag) => [flag, nameOf(flag)]),
);

/**
 * Form that makes an account public or private and hides parts, with what hiding leaves visible.
 */
export function visibilityForm({
  slug,
  type,
  published,
  hide,
  show_trades_on_page,
}: RegistryAccount): Html {
  const open = leaksOf(hide);
  return form(
    `/me/accounts/${slug}/shown`,
    'Save visibility',
    html`<fieldset><legend>Who can see it</legend>
${radio('yes', 'Public: it has a page and appears in the search', published)}
${radio('no', 'Private: only you can see it', !published)}
</fieldset>
${type === 'account' && tradesOnPage(show_trades_on_page)}
<fieldset><legend>Hide from visitors</legend>
<ul class="hide">${hidables.map(
      (
        flag,
      ) => html`<li><label class="box"><input type="checkbox" name="hide" value="${flag}"${hide.includes(flag) && html` checked`}> <span>${nameOf(flag)}</span></label>
${stillVisible(open.filter(({ hidden }) => hidden === flag))}</li>
`,
    )}</ul></fieldset>`,
  );
}

/** Asks if visitors see single trades. Without the list, only programs with a key read them. */
const tradesOnPage = (isShown: boolean): Html =>
  html`<fieldset><legend>Trades on the public page</legend>
<label class="box"><input type="checkbox" name="show_trades_on_page" value="yes"${isShown && html` checked`}> <span>List my trades and open positions, as a table and as files</span></label>
<p class="hint">Everyone then sees each trade with all fields that you don’t hide below. Without the list, only programs with a key can read trades. To keep trades from those too, hide “${nameOf('trades')}”.</p>
</fieldset>
`;

const radio = (value: string, text: string, is: boolean): Html =>
  html`<label class="box"><input type="radio" name="published" value="${value}"${is && html` checked`}> <span>${text}</span></label>`;

/** Names the visible parts that give a hidden part away, with details; nothing without leaks. */
function stillVisible(open: readonly Leak[]): HtmlContent {
  if (open.length === 0) return null;
  const sources = new Set(open.flatMap(({ shown }) => shown.map((part) => names[part])));
  return html`<details class="more"><summary>Still visible through ${[...sources].join(', ')}. Hide those too?</summary><ul>${open.map(
    ({ derivable, shown }) => html`<li>${shown.map(nameOf).join(' and ')}: ${derivable}</li>`,
  )}</ul></details>`;
}
