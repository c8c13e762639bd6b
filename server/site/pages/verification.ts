import { broker, terminal } from '../../../pipeline/registry/words.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import type { PageAccount } from '../account.ts';
import { cell, instant } from '../cells.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import { badgesOf, isWithoutDeposits, noFigures } from '../parts/identity.ts';
import { observed } from '../parts/observed.ts';
import { restatementCount } from '../parts/verification.ts';
import { answerWith } from './account-answer.ts';

/** Builds the page that says which data was read, from which source, and who confirmed what. */
function verificationPage(account: PageAccount, context: Context): Html {
  const { slug, name } = account;
  const { language } = context;
  const { words, to } = language;
  const { verification: texts } = words;
  const main = html`<article class="account checked">
<header class="identity"><h1>${texts.title}</h1>
<p class="owner"><a href="${to(`/account/${slug}`)}"><bdi>${name}</bdi></a></p></header>
<section id="confirmed" aria-labelledby="confirmed-title">
<h2 id="confirmed-title">${texts.confirmed}</h2>
${badgesOf(account, language)}
<dl class="record"><div data-record="proof"><dt>${texts.proof}</dt><dd>${proofOf(account, texts.proofs)}</dd></div></dl>
${lapse(account, language)}
${withoutDeposits(account, language)}
</section>
${observed(account, language)}
${sourcesOf(account, language)}
${comparisons(account, language)}
<section id="means" aria-labelledby="means-title">
<h2 id="means-title">${texts.means}</h2>
<p>${texts.meansIdentity}</p>
<p>${texts.meansSource}</p>
<p>${texts.meansLapse}</p>
</section>
</article>`;
  return layout(
    {
      title: `${texts.title} · ${name} · ${context.site.name}`,
      description: `${texts.title}: ${name}.`,
      path: `/account/${slug}/verification`,
      isIndexed: account.isShared !== true,
      section: '/',
      main,
    },
    context,
  );
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
  return html`<p class="notice gap" id="lapsed"><strong>${fillText(texts.lapsed, { day: format.day(lapsed_at) })}</strong> ${texts.lapsedMeans}</p>`;
}

/** Notice that deposits are unknown; null if they are known. */
function withoutDeposits(
  account: PageAccount,
  { words: { account: texts } }: Language,
): Html | null {
  if (!isWithoutDeposits(account)) return null;
  return html`<p class="notice" id="deposits"><strong>${texts.depositsUnknown}</strong> ${texts.depositsUnknownMeans}</p>`;
}

/** Table of trades and deposits by source. It says how many of them a better source confirms. */
function sourcesOf(account: PageAccount, language: Language): Html | null {
  const { provenance: counts, hidden } = account;
  const { words, format } = language;
  const { verification: texts, provenance } = words;
  if (hidden.includes('provenance')) {
    return html`<section id="sources"><h2>${texts.sources}</h2>
<p class="notice">${words.account.notShownHere}</p></section>`;
  }
  if (counts === null) return null;
  const found = sourceNames.filter((source) =>
    Object.values(counts[source]).some((count) => count > 0),
  );
  if (found.length === 0) return null;
  return html`<section id="sources" aria-labelledby="sources-title">
<h2 id="sources-title">${texts.sources}</h2>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.sources}: ${texts.trades}"><table>
<thead><tr><th scope="col">${texts.source}</th><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num">${texts.flows}</th><th scope="col" class="num">${texts.compared}</th><th scope="col" class="num">${texts.differing}</th></tr></thead>
<tbody>${found.map((source) => {
    const { trades, flows, compared, differing } = counts[source];
    return html`<tr><th scope="row">${provenance.names[source]}</th>${[trades, flows, compared, differing].map((count) => cell(format.count(count)))}</tr>
`;
  })}</tbody></table></div>
<p>${texts.comparedMeans} ${texts.notCounted}</p>
</section>`;
}

/** List of days covered, statements compared and days restated. */
function comparisons(account: PageAccount, language: Language): Html | null {
  const { slug, performance, updated_at, reconciled } = account;
  const { words, format, to } = language;
  const { account: texts, verification } = words;
  if (updated_at === null) return noFigures(account, language);
  const verdict = reconciled === null ? texts.nothingPrinted : texts.differs;
  const rows = [
    [texts.since, performance.since && format.day(performance.since)],
    [texts.until, instant(updated_at, language)],
    [
      texts.reconciled,
      html`${reconciled ? texts.reconciles : verdict} · <a href="${to(`/account/${slug}/checked`)}">${texts.howChecked}</a>`,
    ],
    [texts.restatements, restatementCount(account, language)],
  ] as const;
  return html`<section id="compared" aria-labelledby="compared-title">
<h2 id="compared-title">${verification.checks}</h2>
<dl class="record">${rows.map(
    ([label, value]) => value !== null && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>
</section>`;
}

/** Answers with the page about where the data of an account comes from and who confirmed it. */
export const verificationAnswer = answerWith('verification page', verificationPage);
