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
export function visibilityForm({ slug, published, hide }: RegistryAccount): Html {
  const open = leaksOf(hide);
  return form(
    `/me/accounts/${slug}/shown`,
    'Save visibility',
    html`<fieldset><legend>Who can see it</legend>
${radio('yes', 'Public: it has a page and appears in the search', published)}
${radio('no', 'Private: only you can see it', !published)}
</fieldset>
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
