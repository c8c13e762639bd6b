import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Html, html } from '../../site/html.ts';
import type { PageWords } from '../page-request.ts';
import { form } from './fields.ts';

/**
 * Form that publishes a private account. Parts that its owner has hidden stay hidden. Comments of
 * trades, which every new account hides, are shown if the owner ticks them.
 */
export function publishForm(
  { words: { statement: words } }: PageWords,
  { slug, hide, type, show_trades_on_page }: RegistryAccount,
): Html {
  return form(
    `/me/accounts/${slug}/shown`,
    words.publish,
    html`<input type="hidden" name="published" value="yes">${hide.map((flag) => html`<input type="hidden" name="hide" value="${flag}">`)}
<p class="hint">${words.publishHelp} <a href="/me/accounts/${slug}">${words.settings}</a></p>
${type === 'account' && html`<label class="box"><input type="checkbox" name="show_trades_on_page" value="yes"${show_trades_on_page && html` checked`}> <span>${words.listTrades}</span></label>`}
${hide.includes('comment') && html`<label class="box"><input type="checkbox" name="show" value="comment"> <span>${words.showComments}</span></label>`}`,
  );
}
