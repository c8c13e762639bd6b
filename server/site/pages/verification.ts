import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { operatorName } from '../layout.ts';
import { answerOfVerification } from '../parts/answers.ts';
import { checked } from '../parts/checked.ts';
import { confirmations } from '../parts/confirmations.ts';
import { isWithoutDeposits } from '../parts/identity.ts';
import { lanes } from '../parts/lanes.ts';
import { observed } from '../parts/observed.ts';
import { provenance } from '../parts/provenance.ts';
import { partsOf } from '../parts/section.ts';
import { record } from '../parts/verification.ts';
import { answerWith } from './account-answer.ts';
import { recordPage } from './record.ts';

/** Builds the page that says which data was read, from which source, and who confirmed what. */
function verificationPage(account: PageAccount, context: Context): Html {
  const { language } = context;
  const { verification: texts, observed: watched, provenance: sources } = language.words;
  const part = partsOf(account, language);
  const main = html`<section id="confirmed" aria-labelledby="confirmed-title">
<h2 id="confirmed-title">${texts.confirmed}</h2>
${confirmations(account, language)}
${lapse(account, language)}
${withoutDeposits(account, language)}
</section>
${part('history', texts.history, lanes, { flags: ['observed'], isSilent: true })}
<div class="beside even">
${account.updated_at !== null && record(account, language)}
${part('observed', watched.title, observed)}
<section id="means" aria-labelledby="means-title">
<h2 id="means-title">${texts.means}</h2>
<p>${texts.meansIdentity}</p>
<p>${texts.meansSource}</p>
<p>${texts.meansLapse}</p>
</section>
${limits(context)}
</div>
${part('provenance', sources.title, provenance)}
${account.updated_at !== null && checked(account, language)}`;
  const answer = answerOfVerification(account, language);
  return recordPage(account, 'verification', { main, answer }, context);
}

/** Answers with the page about where the data of an account comes from and who confirmed it. */
export const verificationAnswer = answerWith('verification page', verificationPage);

/** Says what nobody can prove, what keeps old versions, and whom to ask. */
function limits({ language, site }: Context): Html {
  const { verification: texts } = language.words;
  const name = operatorName(site);
  const email = site.operatorEmail;
  const contact = [name, email && html`<a href="mailto:${email}">${email}</a>`].filter(
    (part) => part !== null,
  );
  return html`<section id="limits" aria-labelledby="limits-title">
<h2 id="limits-title">${texts.limits}</h2>
<ul>${Object.values(texts.limited).map((text) => html`<li>${text}</li>`)}</ul>
<p>${texts.chain}</p>
${contact.length > 0 && html`<p>${fill(texts.ask, { contact: html`${contact.map((part, at) => html`${at > 0 && ' · '}${part}`)}` })}</p>`}
</section>`;
}

/** Notice that a confirmation no longer holds, and since when; null otherwise. */
function lapse({ verified }: PageAccount, { words, format }: Language): Html | null {
  const { lapsed_at, track_record } = verified;
  if (lapsed_at === null || track_record) return null;
  const { account: texts } = words;
  return html`<p class="notice gap"><strong>${fillText(texts.lapsed, { day: format.day(lapsed_at) })}</strong> ${texts.lapsedMeans}</p>`;
}

/** Notice that deposits are unknown; null if they are known. */
function withoutDeposits(
  account: PageAccount,
  { words: { account: texts } }: Language,
): Html | null {
  if (!isWithoutDeposits(account)) return null;
  return html`<p class="notice"><strong>${texts.depositsUnknown}</strong> ${texts.depositsUnknownMeans}</p>`;
}
