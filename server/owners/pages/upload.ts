import { maxStatementBytes } from '../../../pipeline/statements/statements.ts';
import { type Html, html } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords } from '../page-request.ts';

/** Size limit of statements in MiB. */
export const maxStatementSize = maxStatementBytes >> 20;

/** Form that uploads a statement. It has the texts that a script shows if nothing can be sent. */
export function uploadForm({ words: { statement: words } }: PageWords): Html {
  const { upload } = words;
  return html`<form class="decide" method="post" action="/me/add" enctype="multipart/form-data" data-offline="${upload.offline}" data-ended="${upload.ended}" data-sign-in="${upload.signIn}" data-sending="${upload.sending}">
<label>${fillText(words.file, { size: maxStatementSize })} <input name="statement" type="file" required></label>
<button>${words.check}</button>
</form>`;
}
