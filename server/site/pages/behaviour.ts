import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { answerOfBehaviour } from '../parts/answers.ts';
import { behaviour, behaviourFigures } from '../parts/behaviour.ts';
import { byMagicNumber, bySymbol } from '../parts/breakdown.ts';
import { news } from '../parts/news.ts';
import { partsOf } from '../parts/section.ts';
import { sides } from '../parts/sides.ts';
import { tradingHours } from '../parts/trading-hours.ts';
import { weekHours } from '../parts/week-hours.ts';
import { answerWith } from './account-answer.ts';
import { recordPage } from './record.ts';

/** Builds the page that says how an account trades, warnings first. */
function behaviourPage(account: PageAccount, context: Context): Html {
  const { language } = context;
  const { words } = language;
  const { behaviour: texts } = words;
  const part = partsOf(account, language);
  const ofAdvanced = { flags: ['advanced'], isSilent: true } as const;
  const main = html`${part('behaviour', texts.title, behaviour)}
${part('behaviour-figures', texts.figures, behaviourFigures, { flags: ['behaviour'], isSilent: true })}
<div class="beside even">
${part('week-hours', words.weekHours.title, weekHours, { ...ofAdvanced, isMoney: true })}
${part('sides', words.sides.title, sides, { ...ofAdvanced, isMoney: true })}
</div>
${part('tradingHours', words.tradingHours.title, tradingHours, ofAdvanced)}
${part('by_symbol', words.breakdown.by_symbol, bySymbol)}${part('by_magic_number', words.breakdown.by_magic_number, byMagicNumber)}
<div class="beside even">
${part('news', words.news.title, news)}
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
