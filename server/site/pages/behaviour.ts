import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { answerOfBehaviour } from '../parts/answers.ts';
import { behaviour, behaviourFigures } from '../parts/behaviour.ts';
import { breakdowns } from '../parts/breakdown.ts';
import { news } from '../parts/news.ts';
import { sides } from '../parts/sides.ts';
import { tradingHours } from '../parts/trading-hours.ts';
import { weekHours } from '../parts/week-hours.ts';
import { answerWith } from './account-answer.ts';
import { markedForOwner, recordPage } from './record.ts';

/** Builds the page that says how an account trades, warnings first. */
function behaviourPage(account: PageAccount, context: Context): Html {
  const { language } = context;
  const { behaviour: texts } = language.words;
  const section = markedForOwner(account, language);
  const main = html`${section('behaviour', behaviour(account, language))}
${section('behaviour', behaviourFigures(account, language))}
<div class="beside even">
${section('advanced', weekHours(account, language))}
${section('advanced', sides(account, language))}
</div>
${section('advanced', tradingHours(account, language))}
${breakdowns(account, language)}
<div class="beside even">
${section('news', news(account, language))}
<section id="means" aria-labelledby="means-title">
<h2 id="means-title">${texts.badge}</h2>
<p>${texts.badgeMeans}</p>
<p>${texts.unseen} <a href="${language.to('/numbers#how-it-trades')}">${texts.definitions}</a></p>
</section>
</div>`;
  const answer = answerOfBehaviour(account, language);
  return recordPage(account, 'behaviour', { main, answer }, context);
}

/** Answers with the page that says how an account trades. */
export const behaviourAnswer = answerWith('behaviour page', behaviourPage);
