import { maxStatementBytes } from '../../../pipeline/statements/statements.ts';
import { type Html, html } from '../../site/html.ts';
import type { OwnersVisit } from '../visit.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/** The two ways in which an account comes here: by its statement, or by a key that sends its facts. */
export const addPage = (visit: OwnersVisit, problem: string | null): Html =>
  ownersPage(
    visit,
    'Add an account',
    '/me',
    html`<h1>Add an account</h1>
<p class="lead">It is private until you publish it.</p>
${fault(problem)}
<section aria-labelledby="statement-title"><h2 id="statement-title">By a statement</h2>
<p>Drop what your platform exports: the statement or history report of MetaTrader 4 or 5, of cTrader or TradeLocker, a list of Myfxbook, FX Blue or MQL5. You see what was found before anything is taken. A later statement of the same account adds to it.</p>
<form class="decide" method="post" action="/me/add" enctype="multipart/form-data">
<label>Statement, at most ${maxStatementBytes >> 20} MiB <input name="statement" type="file" required></label>
<button>Look at it</button>
</form>
</section>
<section aria-labelledby="key-title"><h2 id="key-title">By a Connection Key</h2>
<p>Your terminal or a program sends the account’s facts by itself, as they come.</p>
${form('/me/add/connection', 'Add it and make a key', line('Name, never that of the holder at the broker', 'name', ''))}
</section>`,
  );
