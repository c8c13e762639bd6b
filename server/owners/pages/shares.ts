import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { isOpen, maxActiveShares, type Share } from '../../../pipeline/registry/shares.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import type { SignedInRequest } from '../page-request.ts';
import { at, type FormOutcome, form, line, namedForm, outcomeNotices, ownItem } from './fields.ts';
import { ownersPage } from './frame.ts';
import { usesOf } from './settings.ts';

/** Allowed length of the password of a share link, in characters. */
export const sharePassword = { min: 8, max: 200 } as const;

/** Returns the page with the share links of an account or portfolio. */
export function sharesPage(
  request: SignedInRequest,
  { slug, name, published }: RegistryAccount,
  shares: readonly Share[],
  outcome: FormOutcome,
  now: Date,
): Html {
  const action = `/me/accounts/${slug}/shares`;
  const texts = request.words.shares;
  const active = shares.filter((share) => isOpen(share, now));
  const ended = shares.filter((share) => !active.includes(share));
  const account = html`<a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>`;
  const newLink = { title: texts.made, help: texts.copy, label: texts.link };
  return ownersPage(
    request,
    `${texts.title} · ${name}`,
    '/me',
    html`<h1>${texts.title}</h1>
<p class="lead">${fill(texts.lead, { account })}${published && ` ${texts.isPublic}`}</p>
${outcomeNotices(request, outcome, texts.done, newLink)}
<section aria-labelledby="links-title"><h2 id="links-title">${texts.working}</h2>
${active.length === 0 ? html`<p class="empty">${texts.none}</p>` : html`<ul class="own">${active.map((share) => item(request, share, action, true))}</ul>`}
</section>
<section aria-labelledby="make-title"><h2 id="make-title">${texts.new}</h2>
${
  active.length < maxActiveShares
    ? form(
        action,
        texts.create,
        html`${line(texts.name, 'name', '')}<label>${texts.until} <input name="until" type="date" min="${now.toISOString().slice(0, 10)}"></label>
<label>${texts.password} <input name="password" type="password" autocomplete="new-password" minlength="${sharePassword.min}" maxlength="${sharePassword.max}"></label>`,
      )
    : html`<p class="hint">${texts.full}</p>`
}
</section>
${
  ended.length > 0 &&
  html`<section aria-labelledby="ended-title"><h2 id="ended-title">${texts.ended}</h2>
<ul class="own">${ended.map((share) => item(request, share, action, false))}</ul>
</section>`
}`,
  );
}

/** Says when a link ends or ended by itself; nothing if it was revoked before. */
function endOf(
  page: SignedInRequest,
  { expires_at, revoked_at }: Pick<Share, 'expires_at' | 'revoked_at'>,
  isActive: boolean,
): HtmlContent {
  const { shares: texts } = page.words;
  if (revoked_at !== null && (expires_at === null || revoked_at < expires_at)) return false;
  if (expires_at === null) return texts.noEnd;
  const end = Date.parse(expires_at);
  // Owners choose a last day. The registry file may have any instant.
  if (end % millisecondsADay === 0) {
    const lastDay = new Date(end - millisecondsADay).toISOString();
    return fillText(texts.lastDay, { day: page.context.language.format.day(lastDay) });
  }
  return at(page, isActive ? texts.ends : texts.over, expires_at);
}

const millisecondsADay = 24 * 60 * 60 * 1000;

function item(
  request: SignedInRequest,
  { id, name, hasPassword, created_at, expires_at, revoked_at, ...use }: Share,
  action: string,
  isActive: boolean,
): Html {
  const { shares: texts } = request.words;
  const items = [
    hasPassword ? texts.withPassword : texts.withoutPassword,
    at(request, texts.created, created_at),
    usesOf(request, use),
    endOf(request, { expires_at, revoked_at }, isActive),
    revoked_at !== null && at(request, texts.revokedAt, revoked_at),
  ];
  const revokeName = fillText(texts.revokeNamed, { name });
  const revoke = namedForm(`${action}/${id}/revoke`, texts.revoke, revokeName);
  return ownItem(html`<bdi>${name}</bdi>`, items, isActive && revoke);
}
