import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { partsOf } from '../parts/section.ts';
import { confidence, statistics } from '../parts/statistics.ts';
import { answerWith } from './account-answer.ts';
import { recordPage } from './record.ts';

/** Builds the page of all figures in groups, each with its definition. */
function statisticsPage(account: PageAccount, context: Context): Html {
  const { language } = context;
  const { statistics: title } = language.words.account;
  const part = partsOf(account, language)('statistics', title, statistics, { flags: ['advanced'] });
  const main = html`${part}`;
  const answer = confidence(account, language);
  return recordPage(account, 'statistics', { main, answer }, context);
}

/** Answers with the page of all figures. */
export const statisticsAnswer = answerWith('statistics page', statisticsPage);
