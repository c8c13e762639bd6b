import {
  type TextAnswers,
  textAnswers,
} from '../../../pipeline/platforms/source/cash-flow-kinds.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { CorrectionEffect } from '../../../pipeline/statements/correct.ts';
import type { Correction } from '../../../pipeline/statements/corrected-rows.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { choice } from '../../site/parts/form.ts';
import type { SignedInRequest } from '../page-request.ts';
import { fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';
import { timezoneField, zoneName } from './timezones.ts';

/** Values in the statements of an account; an empty text is unknown. */
export interface CorrectionValues {
  /** Null if the files say their time zone themselves. */
  readonly timezone: string | null;
  readonly currency: string;
  readonly type: string;
  readonly broker: string;
}

/** Returns the page that asks what the statements of an account should have said. */
export function correctionPage(
  request: SignedInRequest,
  account: RegistryAccount,
  { timezone, currency, type, broker }: CorrectionValues,
  hasStatements: boolean,
  answers: TextAnswers,
  problem: string | null,
): Html {
  const { corrections: words, statement } = request.words;
  const { real, demo, unknown } = statement.types;
  const options = [
    ...(type === '' ? [['', unknown] as const] : []),
    ['real', real] as const,
    ['demo', demo] as const,
  ];
  const fields = html`${timezone !== null && html`${timezoneField(request, timezone)}<p class="hint" id="timezone-reason">${words.timezoneHint}</p>`}
${line(words.currency, 'currency', currency, 12)}${choice('type', words.type, options, type)}${line(words.broker, 'broker', broker)}<p class="hint">${words.brokerHint}</p>`;
  return page(
    request,
    account,
    words.title,
    html`${fault(problem)}${hasStatements ? form(`/me/accounts/${account.slug}/correct`, words.check, fields) : html`<p class="empty">${words.none}</p>`}${textsForm(request, account, answers)}`,
  );
}

/** Returns the form that changes what the owner said about texts of balance entries. */
function textsForm(
  { words: { corrections: words, statement } }: SignedInRequest,
  { slug }: RegistryAccount,
  answers: TextAnswers,
): HtmlContent {
  const { choices } = statement.questions.texts;
  const options = [
    ...textAnswers.map((answer) => [answer, choices[answer]] as const),
    ['', words.askAgain] as const,
  ];
  const all = Object.entries(answers);
  const fields = all.map(
    ([key, answer], at) =>
      html`<input type="hidden" name="key${at}" value="${key}">${choice(`text${at}`, key, options, answer)}`,
  );
  return (
    all.length > 0 &&
    html`<section aria-labelledby="texts-title"><h2 id="texts-title">${words.texts}</h2>
<p>${words.textsLead} ${words.marks}</p>
${form(`/me/accounts/${slug}/texts`, words.textsSave, html`${fields}`)}
</section>`
  );
}

/** Returns the page that shows what a correction changes, and asks whether to make it. */
export function previewPage(
  request: SignedInRequest,
  account: RegistryAccount,
  correction: Correction,
  effect: CorrectionEffect,
): Html {
  const { corrections: words } = request.words;
  const { language } = request.context;
  const { timezone, currency, type, broker } = correction;
  const changes = [
    timezone !== undefined && movesOf(request, timezone, effect),
    currency !== undefined && fillText(words.becomesCurrency, { to: currency }),
    type !== undefined && words.becomesType[type],
    broker !== undefined && fillText(words.becomesBroker, { to: broker }),
  ];
  const hidden = { confirmed: 'yes', clock: timezone, currency, type, broker };
  return page(
    request,
    account,
    words.checkTitle,
    html`<div class="notice">${changes.map((change) => change && html`<p><strong>${change}</strong></p>`)}</div>
<p>${language.counted(words.statements, effect.statements)} ${words.marks}</p>
${form(
  `/me/accounts/${account.slug}/correct`,
  words.confirm,
  html`${Object.entries(hidden).map(
    ([name, value]) =>
      value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  )}`,
)}
<p><a href="/me/accounts/${account.slug}/correct">${words.back}</a></p>`,
  );
}

function movesOf(
  { words: { corrections: words, statement }, context: { language } }: SignedInRequest,
  zone: string,
  { moved, leastHours, mostHours }: CorrectionEffect,
): string {
  const timezone = zoneName(zone, statement);
  if (moved === 0) return fillText(words.movesNone, { timezone });
  const longest = language.counted(statement.hours, mostHours);
  const hours =
    leastHours === mostHours
      ? longest
      : fillText(statement.range, { min: leastHours, max: longest });
  const trades = language.counted(statement.movedTrades, moved);
  return fillText(words.moves, { timezone, trades, hours });
}

function page(
  request: SignedInRequest,
  { slug, name }: RegistryAccount,
  title: string,
  content: HtmlContent,
): Html {
  const account = html`<a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>`;
  return ownersPage(
    request,
    `${title} · ${name}`,
    '/me',
    html`<h1>${title}</h1>
<p class="lead">${fill(request.words.corrections.lead, { account })}</p>
${content}`,
  );
}
