import type { Passkey } from '../../../pipeline/registry/passkeys.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { ApiKey } from '../../../pipeline/registry/schema.ts';
import type { Session } from '../../../pipeline/registry/sessions.ts';
import { type Scope, scopes } from '../../../pipeline/registry/words.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { checkboxes } from '../../site/parts/form.ts';
import { browserName } from '../browser-names.ts';
import type { SignedInRequest } from '../page-request.ts';
import { done, fault, form, line, newPassword } from './fields.ts';
import { mayHavePasskeys, ownersPage } from './frame.ts';

/** Messages shown after a form was saved, by the `done` parameter. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['name', 'Saved.'],
  ['revoked', 'Key revoked. Programs that use it no longer have access.'],
  ['password', 'Password changed. You are signed out everywhere else.'],
  ['ended', 'Session ended.'],
  ['passkey', 'Passkey added. You can now sign in with it or with your password.'],
  ['removed', 'Passkey removed. Nobody can sign in with it any more.'],
]);

const scopeWords: Readonly<Record<Scope, string>> = {
  'accounts:read': 'accounts:read: your own accounts, including private ones',
  'public:read': 'public:read: public accounts of others',
};

interface Credentials {
  readonly keys: readonly ApiKey[];
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
}

export interface SettingsWords {
  readonly message?: string | null;
  readonly problem?: string | null;
  /** A key that was just created, to be shown once. */
  readonly key?: string;
}

/** Returns the settings page: brand name, keys, password, passkeys and sessions. */
export function settingsPage(
  request: SignedInRequest,
  { keys, passkeys, sessions }: Credentials,
  { message, problem, key }: SettingsWords,
): Html {
  const { owner } = request;
  return ownersPage(
    request,
    'Settings',
    '/me/settings',
    html`<h1>Settings</h1>
${fault(problem)}${done(message)}${key !== undefined && newKeyNotice(key)}
<section aria-labelledby="brand-title"><h2 id="brand-title">Brand name</h2>
${form('/me/settings/name', 'Save name', line('Name shown with your accounts (empty: none)', 'name', owner.name ?? ''))}
</section>
${keysOf(request, keys)}
<section aria-labelledby="password-title"><h2 id="password-title">Password</h2>
${form(
  '/me/settings/password',
  'Change password',
  html`<input type="hidden" name="owner" value="${owner.slug}" autocomplete="username">
<label>Current password <input name="present" type="password" autocomplete="current-password" required></label>
${newPassword(request)}`,
)}
</section>
${mayHavePasskeys(request) && passkeysSection(passkeys)}
<section aria-labelledby="sessions-title"><h2 id="sessions-title">Where you are signed in</h2>
<ul class="own">${sessions.map((session) => sessionOf(session, request.session.id))}</ul>
</section>
<section aria-labelledby="leave-title"><h2 id="leave-title">Delete everything</h2>
<p>This deletes your sign-in and all your accounts, portfolios and keys. They are gone for everyone at once, and the next run removes them from every file. Nobody can restore them.</p>
${form(
  '/me/settings/delete',
  'Delete everything permanently',
  html`<label>To confirm, type your user name: ${owner.slug} <input name="typed" autocomplete="off" required></label>`,
)}
</section>`,
  );
}

const newKeyNotice = (key: string): Html =>
  html`<div class="notice" role="status"><p><strong>Your new key.</strong> Copy it now: it is not stored here and can’t be shown again.</p>
<p><label>Key <input class="secret" value="${key}" readonly size="46" spellcheck="false"></label></p></div>`;

function keysOf({ owner }: SignedInRequest, keys: readonly ApiKey[]): Html {
  const active = keys.filter(({ revoked_at }) => revoked_at === null);
  const limit = planLimits[owner.plan].keys;
  return html`<section aria-labelledby="keys-title"><h2 id="keys-title">Developer API Keys</h2>
<p>Your programs read your accounts with these keys. Send a key in the header <code>Authorization: Bearer KEY</code>. ${active.length} of ${limit} in use on the ${owner.plan} plan.</p>
${keys.length > 0 && html`<ul class="own">${keys.map(keyItem)}</ul>`}
${
  active.length < limit
    ? form(
        '/me/settings/keys',
        'Create key',
        html`${line('Key name', 'name', '')}${checkboxes(
          'scope',
          'It can read',
          scopes.map((scope) => [scope, scopeWords[scope]] as const),
          new Set<string>(scopes),
        )}`,
      )
    : html`<p class="hint">To create another key, revoke one first.</p>`
}
</section>`;
}

/** Lists passkeys. A script unhides the form, since browsers offer passkeys to scripts only. */
const passkeysSection = (passkeys: readonly Passkey[]): Html =>
  html`<section aria-labelledby="passkeys-title"><h2 id="passkeys-title">Passkeys</h2>
<p>Sign in with your phone, your computer’s lock or a security key. Your password keeps working. A new sign-in link from the operator removes all passkeys.</p>
${passkeys.length > 0 && html`<ul class="own">${passkeys.map(passkeyOf)}</ul>`}
<p class="hint" id="no-passkeys">This browser can’t create passkeys here.</p>
<form class="decide" method="post" action="/me/settings/passkeys" data-passkey="create" data-options="/me/settings/passkeys/options" hidden>
${line('Passkey name, such as the device it is on', 'name', '')}<input type="hidden" name="response">
<button>Create passkey</button>
</form>
</section>`;

function passkeyOf({ id, name, created_at, last_used_at }: Passkey): Html {
  return html`<li><h3><bdi>${name}</bdi></h3>
<ul class="facts"><li>created ${instant(created_at)}</li><li>${last_used_at === null ? 'never used' : html`last used ${instant(last_used_at)}`}</li></ul>
${form(`/me/settings/passkeys/${id}/remove`, 'Remove', html`<span class="sr">The passkey ${name}:</span>`)}</li>
`;
}

function keyItem({
  id,
  name,
  scopes: granted,
  created_at,
  revoked_at,
  last_used_at,
}: ApiKey): Html {
  const facts: HtmlContent[] = [
    granted.join(', '),
    html`created ${instant(created_at)}`,
    last_used_at === null ? 'never used' : html`last used ${instant(last_used_at)}`,
    revoked_at !== null && html`revoked ${instant(revoked_at)}`,
  ];
  return html`<li><h3><bdi>${name}</bdi></h3>
<ul class="facts">${facts.map((fact) => fact && html`<li>${fact}</li>`)}</ul>
${revoked_at === null && form(`/me/settings/keys/${id}/revoke`, 'Revoke', html`<span class="sr">The key ${name}:</span>`)}</li>
`;
}

function sessionOf({ id, agent, created_at, seen_at }: Session, currentId: string): Html {
  return html`<li><h3>${browserName(agent)}${id === currentId && ' (this browser)'}</h3>
<ul class="facts"><li>signed in ${instant(created_at)}</li><li>last active ${instant(seen_at)}</li></ul>
${form(`/me/settings/sessions/${id}/end`, 'End session', html`<span class="sr">The session since ${created_at}:</span>`)}</li>
`;
}
