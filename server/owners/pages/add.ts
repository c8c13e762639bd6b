import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';
import { uploadForm } from './upload.ts';

/**
 * Returns the page with both ways to add an account: upload a statement, or send data with a key.
 */
export function addPage(request: SignedInRequest, problem: HtmlContent): Html {
  const { statement: words } = request.words;
  return ownersPage(
    request,
    words.addTitle,
    '/me',
    html`<h1>${words.addTitle}</h1>
<p class="lead">${words.addLead}</p>
${fault(problem)}
<section aria-labelledby="statement-title"><h2 id="statement-title">${words.uploadTitle}</h2>
<p>${words.uploadHelp}</p>
${uploadForm(request)}
</section>
<section aria-labelledby="key-title"><h2 id="key-title">${words.keyTitle}</h2>
<p>${words.keyHelp}</p>
${form('/me/add/connection', words.addAccount, line(words.publicName, 'name', ''))}
</section>`,
  );
}
