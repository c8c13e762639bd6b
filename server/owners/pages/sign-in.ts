import { passwordLength } from '../../../pipeline/registry/passwords.ts';
import { type Html, html } from '../../site/html.ts';
import { nextOf } from '../next.ts';
import type { Visit } from '../visit.ts';
import { fault, form, newPassword } from './fields.ts';
import { mayHavePasskeys, strangersPage } from './frame.ts';

/** Shown by a script, as only scripts reach what keeps passkeys. */
const passkeyForm = (
  next: Html,
): Html => html`<form class="decide" method="post" action="/me/sign-in/passkey" data-passkey="get" data-options="/me/sign-in/passkey/options" hidden>
${next}<input type="hidden" name="response">
<button>Sign in with a passkey</button>
</form>`;

/** Where owners say who they are. */
export const signInPage = (visit: Visit, name: string, problem: string | null): Html => {
  const next = html`<input type="hidden" name="next" value="${nextOf(visit)}">
`;
  return strangersPage(
    visit,
    'Sign in',
    html`<h1>Sign in</h1>
<p class="lead">For owners of the accounts shown here.</p>
${fault(problem)}
${form(
  '/me/sign-in',
  'Sign in',
  html`${next}<label>Your name here <input name="owner" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>`,
)}
${mayHavePasskeys(visit) && passkeyForm(next)}
<p class="hint">No password yet, or forgotten? The operator of this site has a link for you.</p>`,
    'owners.ts',
  );
};

/** Where a link leads: its owner sets a password. */
export const invitePage = (
  visit: Visit,
  token: string,
  owner: string,
  problem: string | null,
): Html =>
  strangersPage(
    visit,
    'Set your password',
    html`<h1>Welcome, ${owner}</h1>
<p class="lead">Choose a password, and you are signed in. The link is used up by that.</p>
${fault(problem)}
${form(
  `/me/invite/${encodeURIComponent(token)}`,
  'Set password',
  html`<label>Your name here <input name="owner" value="${owner}" autocomplete="username" readonly></label>
${newPassword(passwordLength.min, passwordLength.max)}`,
)}`,
  );

/** Where a link leads that is no good: used, too old, or never given. */
export const usedInvitePage = (visit: Visit): Html =>
  strangersPage(
    visit,
    'This link is no good',
    html`<article class="problem"><h1>This link is no good any more</h1>
<p>It was used, it is older than a day, or a password has been set since. The operator of this site has another for you.</p>
<p><a href="/me/sign-in">Sign in with your password</a></p></article>`,
  );
