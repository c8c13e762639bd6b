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
import { answerWith } from './account-answer.ts';
import { markedForOwner, recordPage } from './record.ts';

/** Builds the page that says how deep a record falls, for how long, and how much of it is luck. */
function riskPage(account: PageAccount, context: Context): Html {
  const { language } = context;
  const section = markedForOwner(account, language);
  const main = html`${section('drawdowns', drawdowns(account, language))}
${section('rolling', rolling(account, language))}
${section('distribution', histograms(account, language))}
<div class="beside even">
${section('benchmark', benchmark(account, language))}
${section('exposure', exposure(account, language))}
${section('luck', luck(account, language))}
${section('advanced', riskOfRuin(account, language))}
</div>
${section('excursion', excursion(account, language))}`;
  const answer = answerOfRisk(account, language);
  return recordPage(account, 'risk', { main, answer }, context);
}

/** Answers with the page of how deep a record falls. */
export const riskAnswer = answerWith('risk page', riskPage);
