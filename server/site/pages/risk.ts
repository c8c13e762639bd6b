import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { answerOfRisk } from '../parts/answers.ts';
import { benchmark } from '../parts/benchmark.ts';
import { drawdowns } from '../parts/drawdowns.ts';
import { excursion } from '../parts/excursion.ts';
import { exposure } from '../parts/exposure.ts';
import { histograms } from '../parts/histogram.ts';
import { luck } from '../parts/luck.ts';
import { riskOfRuin } from '../parts/risk-of-ruin.ts';
import { rolling } from '../parts/rolling.ts';
import { partsOf } from '../parts/section.ts';
import { answerWith } from './account-answer.ts';
import { recordPage } from './record.ts';

/** Builds the page that says how deep a record falls, for how long, and how much of it is luck. */
function riskPage(account: PageAccount, context: Context): Html {
  const { language } = context;
  const { words } = language;
  const part = partsOf(account, language);
  const main = html`${part('drawdowns', words.drawdowns.title, drawdowns)}
${part('rolling', words.rolling.title, rolling)}
${part('distribution', words.histogram.title, histograms)}
<div class="beside even">
${part('benchmark', words.benchmark.title, benchmark, { isWhole: true })}
${part('exposure', words.exposure.title, exposure, { flags: ['exposure', 'trades'] })}
${part('luck', words.luck.title, luck)}
${part('risk-of-ruin', words.riskOfRuin.title, riskOfRuin, { flags: ['advanced'], isSilent: true })}
</div>
${part('excursion', words.excursion.title, excursion, { isMoney: true })}`;
  const answer = answerOfRisk(account, language);
  return recordPage(account, 'risk', { main, answer }, context);
}

/** Answers with the page of how deep a record falls. */
export const riskAnswer = answerWith('risk page', riskPage);
