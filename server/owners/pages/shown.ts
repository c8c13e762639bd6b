import { type Leak, leaks, leaksOf } from '../../../pipeline/registry/leaks.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { capitalised } from '../../../sql/figures.ts';
import { type Html, html } from '../../site/html.ts';
import { en } from '../../site/language/en.ts';
import { form } from './fields.ts';

/** Sections are called as their page calls them where they are hidden. */
const names: Readonly<Record<Hidable, string>> = {
  ...en.account.parts,
  volume: 'lots',
  stop_loss: 'stop losses',
  take_profit: 'take profits',
  comment: 'comments',
};

const nameOf = (flag: Hidable): string => capitalised(names[flag]);

/** What can be hidden, as people call it. */
export const hideNames: ReadonlyMap<Hidable, string> = new Map(
  hidables.map((flag) => [flag, nameOf(flag)]),
);

/** Who sees an account and what of it, with what hiding does not hide. */
export function shownForm({ slug, published, hide }: RegistryAccount): Html {
  const open = new Set(leaksOf(hide));
  return form(
    `/me/accounts/${slug}/shown`,
    'Save what is shown',
    html`<fieldset><legend>Who sees it</legend>
${radio('yes', 'Public: it has a page and stands in the search', published)}
${radio('no', 'Private: to everybody but you it does not exist', !published)}
</fieldset>
<fieldset><legend>Hidden from strangers</legend>
<ul class="hide">${hidables.map(
      (
        flag,
      ) => html`<li><label class="box"><input type="checkbox" name="hide" value="${flag}"${hide.includes(flag) && html` checked`}${tells(flag) && html` aria-describedby="told-${flag}"`}> <span>${nameOf(flag)}</span></label>
${told(flag, hide, open)}</li>
`,
    )}</ul></fieldset>`,
  );
}

const radio = (value: string, text: string, is: boolean): Html =>
  html`<label class="box"><input type="radio" name="published" value="${value}"${is && html` checked`}> <span>${text}</span></label>`;

const tells = (flag: Hidable): boolean => leaks.some(({ hidden }) => hidden === flag);

/** What stays derivable of a part that is hidden: now where it is, else if it were. */
function told(flag: Hidable, hide: readonly Hidable[], open: ReadonlySet<Leak>): Html | null {
  const own = leaks.filter(({ hidden }) => hidden === flag);
  if (own.length === 0) return null;
  const isHidden = hide.includes(flag);
  const now = isHidden ? own.filter((leak) => open.has(leak)) : own;
  if (now.length === 0)
    return html`<p class="hint" id="told-${flag}">Hidden, and nothing that is shown tells of it.</p>`;
  return html`<div class="hint" id="told-${flag}"><p>${isHidden ? 'Still derivable:' : 'Hidden, it would still be derivable:'}</p><ul>${now.map(
    ({ derivable, shown }) =>
      html`<li>${derivable}, while ${shown.map((part) => names[part]).join(' and ')} ${shown.length > 1 ? 'are' : 'is'} shown</li>`,
  )}</ul></div>`;
}
