import type { Site } from '../../accounts/attribution.ts';
import { type Html, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { operatorName } from '../../site/layout.ts';
import type { OwnerPageRequest } from '../page-request.ts';
import { pageAfterSignIn } from '../sign-in-redirects.ts';
import { fault, form, newPassword } from './fields.ts';
import { mayHavePasskeys, strangersPage } from './frame.ts';

/** Form that a script unhides, since browsers offer passkeys to scripts only. */
const passkeyForm = (
  next: Html,
  button: string,
): Html => html`<form class="decide" method="post" action="/me/sign-in/passkey" data-passkey="get" data-options="/me/sign-in/passkey/options" hidden>
${next}<input type="hidden" name="response">
<button>${button}</button>
</form>`;

/** Returns the operator's name and address; null if both are unset. */
function contactOf(site: Site): Html | null {
  const { operatorEmail: email } = site;
  const name = operatorName(site);
  const mail = email === null ? null : html`<a href="mailto:${email}">${email}</a>`;
  return name && mail ? html`${name} (${mail})` : (name ?? mail);
}

/** Returns the sign-in page, with the reason why a first try failed. */
export const signInPage = (
  request: OwnerPageRequest,
  name: string,
  problem: string | null,
): Html => {
  const { signIn: words } = request.words;
  const whom = contactOf(request.context.site);
  const next = html`<input type="hidden" name="next" value="${pageAfterSignIn(request)}">
`;
  return strangersPage(
    request,
    words.title,
    html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${fault(problem)}
${form(
  '/me/sign-in',
  words.title,
  html`${next}<label>${words.userName} <input name="owner" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label>${words.password} <input name="password" type="password" autocomplete="current-password" required></label>`,
)}
${mayHavePasskeys(request) && passkeyForm(next, words.withPasskey)}
<p class="hint">${whom === null ? words.forgot : fill(words.ask, { whom })}</p>`,
    'owners.ts',
  );
};

/** Returns the page that an invitation link opens, where its owner sets a password. */
export const invitePage = (
  request: OwnerPageRequest,
  token: string,
  owner: string,
  problem: string | null,
): Html => {
  const { signIn: words } = request.words;
  return strangersPage(
    request,
    words.inviteTitle,
    html`<h1>${fill(words.welcome, { owner })}</h1>
<p class="lead">${words.inviteLead}</p>
${fault(problem)}
${form(
  `/me/invite/${encodeURIComponent(token)}`,
  words.setPassword,
  html`<label>${words.userName} <input name="owner" value="${owner}" autocomplete="username" readonly></label>
${newPassword(request)}`,
)}`,
  );
};

/** Returns the page for a link that no longer works or never existed. */
export const usedInvitePage = (request: OwnerPageRequest): Html => {
  const { signIn: words } = request.words;
  const signIn = html`<a href="/me/sign-in">${words.usedSignIn}</a>`;
  return strangersPage(
    request,
    words.usedTitle,
    html`<article class="problem"><h1>${words.usedHeading}</h1>
<p>${fill(words.used, { signIn })}</p></article>`,
  );
};
