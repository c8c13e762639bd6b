import type { Passkey } from '../../../pipeline/registry/passkeys.ts';
import { planLimits } from '../../../pipeline/registry/plans.ts';
import type { ShownOwner } from '../../../pipeline/registry/reads.ts';
import type { ApiKey } from '../../../pipeline/registry/schema.ts';
import type { Session } from '../../../pipeline/registry/sessions.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { checkboxes } from '../../site/parts/form.ts';
import { browserName } from '../browser-names.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import {
  at,
  type FormOutcome,
  form,
  line,
  namedForm,
  newPassword,
  outcomeNotices,
  ownItem,
} from './fields.ts';
import { mayHavePasskeys, ownersPage } from './frame.ts';
import { profileSection } from './profile.ts';

interface Credentials {
  readonly keys: readonly ApiKey[];
  readonly passkeys: readonly Passkey[];
  readonly sessions: readonly Session[];
}

/** Returns the settings page: brand name, public page, keys, password, passkeys and sessions. */
export function settingsPage(
  request: SignedInRequest,
  shown: ShownOwner,
  { keys, passkeys, sessions }: Credentials,
  outcome: FormOutcome,
): Html {
  const { owner, words } = request;
  const { settings: texts } = words;
  const newKey = { title: texts.newKey, help: texts.newKeyHelp, label: texts.key };
  return ownersPage(
    request,
    texts.title,
    '/me/settings',
    html`<h1>${texts.title}</h1>
${outcomeNotices(request, outcome, texts.done, newKey)}
<section aria-labelledby="brand-title"><h2 id="brand-title">${texts.brand}</h2>
${form('/me/settings/name', texts.saveName, line(texts.brandField, 'name', owner.name ?? ''))}
</section>
${profileSection(request, shown)}
${keysOf(request, keys)}
<section aria-labelledby="password-title"><h2 id="password-title">${texts.password}</h2>
${form(
  '/me/settings/password',
  texts.changePassword,
  html`<input type="hidden" name="owner" value="${owner.slug}" autocomplete="username">
<label>${texts.present} <input name="present" type="password" autocomplete="current-password" required></label>
${newPassword(request)}`,
)}
</section>
${mayHavePasskeys(request) && passkeysSection(request, passkeys)}
<section aria-labelledby="sessions-title"><h2 id="sessions-title">${texts.sessions}</h2>
<ul class="own">${sessions.map((session) => sessionOf(request, session))}</ul>
</section>
<section aria-labelledby="leave-title"><h2 id="leave-title">${texts.delete}</h2>
<p>${texts.deleteHelp}</p>
${form(
  '/me/settings/delete',
  texts.deleteButton,
  html`<label>${fill(texts.typeUser, { owner: owner.slug })} <input name="typed" autocomplete="off" required></label>`,
)}
</section>`,
  );
}

function keysOf(request: SignedInRequest, keys: readonly ApiKey[]): Html {
  const { owner, words } = request;
  const { settings: texts } = words;
  const active = keys.filter(({ revoked_at }) => revoked_at === null);
  const limit = planLimits[owner.plan].keys;
  const help = {
    header: html`<code>Authorization: Bearer KEY</code>`,
    count: active.length,
    limit,
    plan: owner.plan,
  };
  return html`<section aria-labelledby="keys-title"><h2 id="keys-title">${texts.keys}</h2>
<p>${fill(texts.keysHelp, help)}</p>
${keys.length > 0 && html`<ul class="own">${keys.map((key) => keyItem(request, key))}</ul>`}
${
  active.length < limit
    ? form(
        '/me/settings/keys',
        texts.createKey,
        html`${line(texts.keyName, 'name', '')}${checkboxes(
          'scope',
          texts.canRead,
          scopes.map((scope) => [scope, texts.scopes[scope]] as const),
          new Set<string>(scopes),
        )}`,
      )
    : html`<p class="hint">${texts.keysFull}</p>`
}
</section>`;
}

/** Lists passkeys. A script unhides the form, since browsers offer passkeys to scripts only. */
function passkeysSection(page: PageWords, passkeys: readonly Passkey[]): Html {
  const { settings: texts } = page.words;
  return html`<section aria-labelledby="passkeys-title"><h2 id="passkeys-title">${texts.passkeys}</h2>
<p>${texts.passkeysHelp}</p>
${passkeys.length > 0 && html`<ul class="own">${passkeys.map((passkey) => passkeyOf(page, passkey))}</ul>`}
<p class="hint" id="no-passkeys">${texts.noPasskeys}</p>
<form class="decide" method="post" action="/me/settings/passkeys" data-passkey="create" data-options="/me/settings/passkeys/options" hidden>
${line(texts.passkeyName, 'name', '')}<input type="hidden" name="response">
<button>${texts.createPasskey}</button>
</form>
</section>`;
}

function passkeyOf(page: PageWords, { id, name, created_at, last_used_at }: Passkey): Html {
  const { settings: texts } = page.words;
  return ownItem(
    html`<bdi>${name}</bdi>`,
    [at(page, texts.created, created_at), lastUse(page, last_used_at)],
    namedForm(
      `/me/settings/passkeys/${id}/remove`,
      texts.remove,
      fill(texts.removeNamed, { name }),
    ),
  );
}

/** Says when a passkey was used last. */
const lastUse = (page: PageWords, value: string | null): HtmlContent =>
  value === null ? page.words.settings.never : at(page, page.words.settings.used, value);

/** Says how often a key or share link was used, and when last. */
export function usesOf(
  page: PageWords,
  { last_used_at, requests }: Pick<ApiKey, 'last_used_at' | 'requests'>,
): HtmlContent {
  if (last_used_at === null) return page.words.settings.never;
  const { language } = page.context;
  const count = language.counted(page.words.settings.requests, requests);
  return html`${count}, ${lastUse(page, last_used_at)}`;
}

function keyItem(
  page: PageWords,
  { id, name, scopes: granted, created_at, revoked_at, ...use }: ApiKey,
): Html {
  const { settings: texts } = page.words;
  const items = [
    granted.join(', '),
    at(page, texts.created, created_at),
    usesOf(page, use),
    revoked_at !== null && at(page, texts.revokedAt, revoked_at),
  ];
  const action = `/me/settings/keys/${id}/revoke`;
  const revoke = namedForm(action, texts.revoke, fill(texts.revokeNamed, { name }));
  return ownItem(html`<bdi>${name}</bdi>`, items, revoked_at === null && revoke);
}

function sessionOf(request: SignedInRequest, { id, agent, created_at, seen_at }: Session): Html {
  const { settings: texts } = request.words;
  const browser = browserName(agent, texts);
  const title = id === request.session.id ? fill(texts.thisBrowser, { browser }) : browser;
  const times = [at(request, texts.signedIn, created_at), at(request, texts.active, seen_at)];
  const name = fill(texts.endNamed, { instant: created_at });
  return ownItem(
    title,
    times,
    namedForm(`/me/settings/sessions/${id}/end`, texts.endSession, name),
  );
}
