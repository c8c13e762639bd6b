import { passwordLength } from '../../../pipeline/registry/passwords.ts';
import { type Html, html } from '../../site/html.ts';
import type { OwnerPageRequest } from '../page-request.ts';
import { nextOf } from '../sign-in-redirects.ts';
import { fault, form, newPassword } from './fields.ts';
import { mayHavePasskeys, strangersPage } from './frame.ts';

/** Form that a script unhides, since browsers offer passkeys to scripts only. */
const passkeyForm = (
  next: Html,
): Html => html`<form class="decide" method="post" action="/me/sign-in/passkey" data-passkey="get" data-options="/me/sign-in/passkey/options" hidden>
${next}<input type="hidden" name="response">
<button>Sign in with a passkey</button>
</form>`;

/** Returns the sign-in page, with the reason why a first try failed. */
export const signInPage = (
  request: OwnerPageRequest,
  name: string,
  problem: string | null,
): Html => {
  const next = html`<input type="hidden" name="next" value="${nextOf(request)}">
`;
  return strangersPage(
    request,
    'Sign in',
    html`<h1>Sign in</h1>
<p class="lead">Sign in to manage your accounts.</p>
${fault(problem)}
${form(
  '/me/sign-in',
  'Sign in',
  html`${next}<label>User name <input name="owner" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>`,
)}
${mayHavePasskeys(request) && passkeyForm(next)}
<p class="hint">No password yet, or forgot it? Ask the operator of this site for a sign-in link.</p>`,
    'owners.ts',
  );
};

/** Returns the page that an invitation link opens, where its owner sets a password. */
export const invitePage = (
  request: OwnerPageRequest,
  token: string,
  owner: string,
  problem: string | null,
): Html =>
  strangersPage(
    request,
    'Set your password',
    html`<h1>Welcome, ${owner}</h1>
<p class="lead">Choose a password to sign in. This link works once.</p>
${fault(problem)}
${form(
  `/me/invite/${encodeURIComponent(token)}`,
  'Set password',
  html`<label>User name <input name="owner" value="${owner}" autocomplete="username" readonly></label>
${newPassword(passwordLength.min, passwordLength.max)}`,
)}`,
  );

/** Returns the page for a link that no longer works or never existed. */
export const usedInvitePage = (request: OwnerPageRequest): Html =>
  strangersPage(
    request,
    'This link doesn’t work',
    html`<article class="problem"><h1>This link doesn’t work any more</h1>
<p><a href="/me/sign-in">Sign in with your password</a>, or ask the operator of this site for a new link. A link works once and for one day, and stops working when you set a password.</p></article>`,
  );
