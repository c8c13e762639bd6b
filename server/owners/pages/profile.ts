import { maxAbout, maxLink } from '../../../pipeline/registry/profiles.ts';
import type { ShownOwner } from '../../../pipeline/registry/reads.ts';
import { type Html, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import type { SignedInRequest } from '../page-request.ts';
import { maxPictureBytes } from '../picture.ts';
import { form } from './fields.ts';

/** Text, link and picture of the owner's page, with the forms that change them. */
export function profileSection(request: SignedInRequest, shown: ShownOwner): Html {
  const { owner, words, context, form: sent } = request;
  const { profile: texts } = words.settings;
  const { upload } = words.statement;
  const { language } = context;
  const page = `/owner/${owner.slug}`;
  const address = html`<a href="${language.to(page)}">${page}</a>`;
  const about = sent.text('about') || shown.about;
  const link = sent.text('link') || shown.link;
  const size = maxPictureBytes >> 20;
  return html`<section aria-labelledby="profile-title"><h2 id="profile-title">${texts.title}</h2>
<p>${fill(texts.help, { address })}</p>
${form(
  '/me/settings/profile',
  texts.save,
  html`<label>${fillText(texts.about, { count: maxAbout })} <textarea name="about" rows="5" maxlength="${maxAbout}">
${about}</textarea></label>
<label>${texts.link} <input name="link" type="url" value="${link}" maxlength="${maxLink}" placeholder="https://" autocomplete="url"></label>
<p class="hint">${texts.linkHint}</p>
`,
)}
<h3>${texts.picture}</h3>
${shown.picture !== null && html`<p><img class="picture" src="/me/settings/picture?${shown.picture.slice(0, 8)}" width="80" height="80" alt="${texts.picture}"></p>`}
<form class="decide" method="post" action="/me/settings/picture" enctype="multipart/form-data" data-offline="${upload.offline}" data-ended="${upload.ended}" data-sign-in="${upload.signIn}" data-sending="${upload.sending}">
<label>${fillText(texts.file, { size })} <input name="picture" type="file" accept="image/png,image/jpeg" required></label>
<p class="hint">${texts.fileHint}</p>
<button>${texts.upload}</button>
</form>
${shown.picture !== null && form('/me/settings/picture/remove', texts.remove, null)}
</section>`;
}
