import { maxStatementBytes } from '../../../pipeline/statements/statements.ts';
import { type Html, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/**
 * Returns the page with both ways to add an account: upload a statement, or send data with a key.
 */
export const addPage = (request: SignedInRequest, problem: string | null): Html =>
  ownersPage(
    request,
    'Add an account',
    '/me',
    html`<h1>Add an account</h1>
<p class="lead">An account stays private until you publish it.</p>
${fault(problem)}
<section aria-labelledby="statement-title"><h2 id="statement-title">Upload a statement</h2>
<p>Choose the statement or history report that your platform exports: MetaTrader 4 or 5, cTrader, TradeLocker, Myfxbook, FX Blue or MQL5. You check what we found before anything is added. To update the account later, upload a newer statement.</p>
<form class="decide" method="post" action="/me/add" enctype="multipart/form-data">
<label>Statement file, up to ${maxStatementBytes >> 20} MiB <input name="statement" type="file" required></label>
<button>Check file</button>
</form>
</section>
<section aria-labelledby="key-title"><h2 id="key-title">Send data automatically</h2>
<p>Your trading terminal or a program sends new data by itself. Add the account here; the next page creates the Connection Key for it.</p>
${form('/me/add/connection', 'Add account', line('Name to show (not your name at the broker)', 'name', ''))}
</section>`,
  );
