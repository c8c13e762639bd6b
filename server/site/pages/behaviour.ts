import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { behaviour, behaviourFigures } from '../parts/behaviour.ts';
import { breakdowns } from '../parts/breakdown.ts';
import { badgesOf, noFigures } from '../parts/identity.ts';
import { sides } from '../parts/sides.ts';
import { tradingHours } from '../parts/trading-hours.ts';
import { weekHours } from '../parts/week-hours.ts';
import { answerWith } from './account-answer.ts';

/** Builds the page that says how an account trades, warnings first. */
function behaviourPage(account: PageAccount, context: Context): Html {
  const { slug, name } = account;
  const { language } = context;
  const { words, to } = language;
  const { behaviour: texts } = words;
  const main = html`<article class="account one-page">
<header class="identity">
<div class="title"><h1>${texts.title}: <bdi>${name}</bdi></h1>${badgesOf(account, language)}</div>
<p class="owner"><a href="${to(`/account/${slug}`)}">← <bdi>${name}</bdi></a></p>
${account.updated_at === null && noFigures(account, language)}
</header>
${behaviour(account, language, true)}
${behaviourFigures(account, language)}
${tradingHours(account, language)}
${weekHours(account, language)}
${sides(account, language)}
${breakdowns(account, language)}
<section id="means" aria-labelledby="means-title">
<h2 id="means-title">${texts.badge}</h2>
<p>${texts.badgeMeans}</p>
<p>${texts.unseen} <a href="${to('/numbers#how-it-trades')}">${texts.definitions}</a></p>
</section>
</article>`;
  return layout(
    {
      title: `${texts.title} · ${name} · ${context.site.name}`,
      description: `${texts.title}: ${name}.`,
      path: `/account/${slug}/behaviour`,
      isIndexed: account.isShared !== true,
      section: '/',
      main,
      style: 'account.css',
    },
    context,
  );
}

/** Answers with the page that says how an account trades. */
export const behaviourAnswer = answerWith('behaviour page', behaviourPage);
