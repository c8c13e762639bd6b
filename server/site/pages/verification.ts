import { broker, terminal } from '../../../pipeline/registry/words.ts';
import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { answerOfVerification } from '../parts/answers.ts';
import { badgeMeanings, badgeTexts, isWithoutDeposits } from '../parts/identity.ts';
import { observed } from '../parts/observed.ts';
import { provenance } from '../parts/provenance.ts';
import { record } from '../parts/verification.ts';
import { answerWith } from './account-answer.ts';
import { markedForOwner, recordPage } from './record.ts';

/** Builds the page that says which data was read, from which source, and who confirmed what. */
function verificationPage(account: PageAccount, context: Context): Html {
  const { language } = context;
  const { verification: texts } = language.words;
  const section = markedForOwner(account, language);
  const main = html`<div class="beside even">
<section id="confirmed" aria-labelledby="confirmed-title">
<h2 id="confirmed-title">${texts.confirmed}</h2>
${confirmations(account, language)}
${lapse(account, language)}
${withoutDeposits(account, language)}
</section>
${account.updated_at !== null && record(account, language)}
${section('observed', observed(account, language))}
<section id="means" aria-labelledby="means-title">
<h2 id="means-title">${texts.means}</h2>
<p>${texts.meansIdentity}</p>
<p>${texts.meansSource}</p>
<p>${texts.meansLapse}</p>
</section>
</div>
${section('provenance', provenance(account, language))}`;
  const answer = answerOfVerification(account, language);
  return recordPage(account, 'verification', { main, answer }, context);
}

/** Answers with the page about where the data of an account comes from and who confirmed it. */
export const verificationAnswer = answerWith('verification page', verificationPage);

/** Says who confirmed what, and how the owner proved their identity. Portfolios rest on members. */
function confirmations(account: PageAccount, language: Language): Html {
  const { verification: texts } = language.words;
  const sentences =
    account.type === 'portfolio'
      ? badgeTexts(account, language).map((text) => `${text}.`)
      : badgeMeanings(account, language);
  return html`${sentences.map(
    (sentence) => html`<p>${sentence}</p>
`,
  )}${account.type === 'account' && html`<dl class="record"><div data-record="proof"><dt>${texts.proof}</dt><dd>${proofOf(account, texts.proofs)}</dd></div></dl>`}`;
}

/** Says how the identity was proved. */
function proofOf(
  { verified_by }: PageAccount,
  proofs: Language['words']['verification']['proofs'],
) {
  const by = verified_by.identity?.by;
  if (by === undefined) return proofs.none;
  return by === broker || by === terminal ? proofs[by] : proofs.operator;
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
