import type { Passkey } from '../../../pipeline/registry/passkeys.ts';
import { passwordLength } from '../../../pipeline/registry/passwords.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { ApiKey } from '../../../pipeline/registry/schema.ts';
import type { Session } from '../../../pipeline/registry/sessions.ts';
import { type Scope, scopes } from '../../../pipeline/registry/words.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { instant } from '../../site/numbers.ts';
import { agentName } from '../agents.ts';
import type { OwnersVisit } from '../visit.ts';
import { done, fault, form, line, newPassword, ticks } from './fields.ts';
import { mayHavePasskeys, ownersPage } from './frame.ts';

/** What is message where a form was taken. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['name', 'Saved, and in force.'],
  ['revoked', 'Revoked: programs with that key are refused from now on.'],
  ['password', 'Your password is another now, and every other session has ended.'],
  ['ended', 'That session has ended.'],
  ['passkey', 'Your passkey is kept: sign in with it from now on, or with your password.'],
  ['removed', 'That passkey is removed: nobody signs in with it any more.'],
]);

const scopeWords: Readonly<Record<Scope, string>> = {
  'accounts:read': 'accounts:read: your own accounts, private ones too',
  'public:read': 'public:read: published accounts of others',
};

interface Held {
  readonly keys: readonly ApiKey[];
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
}

export interface SettingsWords {
  readonly message?: string | null;
  readonly problem?: string | null;
  /** A key that was made just now. */
  readonly key?: string;
}

/** Everything that is an owner's and no account's. */
export function settingsPage(
  visit: OwnersVisit,
  { keys, passkeys, sessions }: Held,
  { message, problem, key }: SettingsWords,
): Html {
  const { owner } = visit;
  return ownersPage(
    visit,
    'Settings',
    '/me/settings',
    html`<h1>Settings</h1>
${fault(problem)}${done(message)}${key !== undefined && made(key)}
<section aria-labelledby="brand-title"><h2 id="brand-title">Brand name</h2>
${form('/me/settings/name', 'Save name', line('Shown beside your accounts; empty for none', 'name', owner.name ?? ''))}
</section>
${keysOf(visit, keys)}
<section aria-labelledby="password-title"><h2 id="password-title">Password</h2>
${form(
  '/me/settings/password',
  'Change password',
  html`<input type="hidden" name="owner" value="${owner.slug}" autocomplete="username">
<label>Present password <input name="present" type="password" autocomplete="current-password" required></label>
${newPassword(passwordLength.min, passwordLength.max)}`,
)}
</section>
${mayHavePasskeys(visit) && passkeysSection(passkeys)}
<section aria-labelledby="sessions-title"><h2 id="sessions-title">Where you are signed in</h2>
<ul class="own">${sessions.map((session) => sessionOf(session, visit.session.id))}</ul>
</section>`,
  );
}

const made = (key: string): Html =>
  html`<div class="notice" role="status"><p><strong>Your new key.</strong> It is shown this once and kept nowhere: store it now.</p>
<p><label>Key <input class="secret" value="${key}" readonly size="46" spellcheck="false"></label></p></div>`;

function keysOf({ owner }: OwnersVisit, keys: readonly ApiKey[]): Html {
  const active = keys.filter(({ revoked_at }) => revoked_at === null);
  const limit = planLimits[owner.plan].keys;
  return html`<section aria-labelledby="keys-title"><h2 id="keys-title">Developer API Keys</h2>
<p>Programs of yours read your accounts with them: the key goes into the header <code>Authorization: Bearer KEY</code>. ${active.length} of ${limit} in use on the ${owner.plan} plan.</p>
${keys.length > 0 && html`<ul class="own">${keys.map(one)}</ul>`}
${
  active.length < limit
    ? form(
        '/me/settings/keys',
        'Make a key',
        html`${line('Name of the key', 'name', '')}${ticks(
          'scope',
          'It may read',
          scopes.map((scope) => [scope, scopeWords[scope]] as const),
          new Set<string>(scopes),
        )}`,
      )
    : html`<p class="hint">To make another, revoke one.</p>`
}
</section>`;
}

/** Made by a script, as only scripts reach what keeps passkeys; whoever has none reads so. */
const passkeysSection = (passkeys: readonly Passkey[]): Html =>
  html`<section aria-labelledby="passkeys-title"><h2 id="passkeys-title">Passkeys</h2>
<p>Sign in with your phone, your computer’s lock or a security key, in place of the password, which stays good. A new link from the operator removes them.</p>
${passkeys.length > 0 && html`<ul class="own">${passkeys.map(passkeyOf)}</ul>`}
<p class="hint" id="no-passkeys">This browser makes none here.</p>
<form class="decide" method="post" action="/me/settings/passkeys" data-passkey="create" data-options="/me/settings/passkeys/options" hidden>
${line('Name of the passkey, such as the device that keeps it', 'name', '')}<input type="hidden" name="response">
<button>Make a passkey</button>
</form>
</section>`;

function passkeyOf({ id, name, created_at, last_used_at }: Passkey): Html {
  return html`<li><h3><bdi>${name}</bdi></h3>
<ul class="facts"><li>made ${instant(created_at)}</li><li>${last_used_at === null ? 'never used' : html`last used ${instant(last_used_at)}`}</li></ul>
${form(`/me/settings/passkeys/${id}/remove`, 'Remove', html`<span class="sr">The passkey ${name}:</span>`)}</li>
`;
}

function one({ id, name, scopes: granted, created_at, revoked_at, last_used_at }: ApiKey): Html {
  const facts: HtmlContent[] = [
    granted.join(', '),
    html`made ${instant(created_at)}`,
    last_used_at === null ? 'never used' : html`last used ${instant(last_used_at)}`,
    revoked_at !== null && html`revoked ${instant(revoked_at)}`,
  ];
  return html`<li><h3><bdi>${name}</bdi></h3>
<ul class="facts">${facts.map((fact) => fact && html`<li>${fact}</li>`)}</ul>
${revoked_at === null && form(`/me/settings/keys/${id}/revoke`, 'Revoke', html`<span class="sr">The key ${name}:</span>`)}</li>
`;
}

function sessionOf({ id, agent, created_at, seen_at }: Session, own: string): Html {
  return html`<li><h3>${agentName(agent)}${id === own && ' (this one)'}</h3>
<ul class="facts"><li>since ${instant(created_at)}</li><li>seen ${instant(seen_at)}</li></ul>
${form(`/me/settings/sessions/${id}/end`, 'End', html`<span class="sr">The session since ${created_at}:</span>`)}</li>
`;
}
