import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { TextAnswers } from '../../../pipeline/platforms/source/cash-flow-kinds.ts';
import type { BrokerConnection } from '../../../pipeline/registry/broker-connections.ts';
import type { OwnerOverview } from '../../../pipeline/registry/overview.ts';
import type { Confirmation } from '../../../pipeline/registry/schema.ts';
import { operator, type Plan, plans } from '../../../pipeline/registry/words.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { choice } from '../../site/parts/form.ts';
import type { OwnAccount } from '../own-accounts.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { stateOf } from './dashboard.ts';
import { at, type FormOutcome, facts, form, line, outcomeNotices } from './fields.ts';
import { ownersPage } from './frame.ts';
import { connectionsSection } from './operator-attention.ts';
import { quotaTable } from './quota.ts';

/** Plans to choose from. */
export const planChoices = plans.map((plan) => [plan, plan] as const);

/** Plan of an owner as it was decided, with the day it ends. */
export const planOf = (
  { words, context }: PageWords,
  { plan, plan_until }: OwnerOverview,
): string =>
  plan_until === null
    ? plan
    : fillText(words.operator.planUntil, { plan, day: context.language.format.day(plan_until) });

/** Use of one owner: data, null if it can't be read, and requests with keys so far. */
interface OwnerUse {
  /** Plan in force, whose limits hold. */
  readonly plan: Plan;
  readonly data: Use | null;
  readonly reading: number;
  readonly sending: number;
}

/** Use and connections of an owner, and the number of their share links by slug of the account. */
interface OwnerParts {
  readonly use: OwnerUse;
  readonly connections: readonly BrokerConnection[];
  readonly shares: ReadonlyMap<string, number>;
  /** SHA-256 of the owner's picture; null without one. */
  readonly picture: string | null;
  /** Owner's answers about texts of balance rows, by the id of the account. */
  readonly answers: ReadonlyMap<string, TextAnswers>;
}

/** Returns the page of one owner: plan, sign-in link, use, and accounts with state and badges. */
export function ownerPage(
  request: SignedInRequest,
  owner: OwnerOverview,
  accounts: readonly OwnAccount[],
  { use, connections, shares, picture, answers }: OwnerParts,
  outcome: FormOutcome,
): Html {
  const { slug, name, password_at } = owner;
  const action = `/operator/owners/${slug}`;
  const { words, context } = request;
  const { operator } = words;
  const { link: linkWords, use: useWords, badges } = operator;
  const { language } = context;
  const password =
    password_at === null ? operator.noPassword : at(request, operator.passwordSet, password_at);
  const invitation = {
    title: fillText(linkWords.title, { owner: slug }),
    help: fillText(linkWords.lead, { owner: slug }),
    label: linkWords.label,
  };
  const requests = fillText(useWords.requests, {
    reading: language.format.count(use.reading),
    sending: language.format.count(use.sending),
  });
  return ownersPage(
    request,
    slug,
    '/operator',
    html`<h1>${slug}</h1>
<p class="lead">${name !== null && html`<bdi>${name}</bdi>, `}${planOf(request, owner)}; ${password}.</p>
${outcomeNotices(request, outcome, operator.done, invitation)}
<section aria-labelledby="link-title"><h2 id="link-title">${operator.signIn.title}</h2>
${form(`${action}/invite`, operator.signIn.button, html`<p class="hint">${operator.signIn.hint}</p>`)}
</section>
<section aria-labelledby="plan-title"><h2 id="plan-title">${operator.plan}</h2>
${form(
  `${action}/plan`,
  operator.savePlan,
  html`${choice('plan', operator.plan, planChoices, owner.plan)}<label>${operator.planEnd} <input name="until" type="date" value="${owner.plan_until?.slice(0, 10) ?? ''}"></label>`,
)}
</section>
${profileOf(request, owner, picture)}
<section aria-labelledby="use-title"><h2 id="use-title">${useWords.title}</h2>
${quotaTable(request, use.plan, use.data, accounts.filter(({ account }) => account.type === 'account').length, { title: useWords.limits, used: useWords.used })}
<p>${requests}</p>
</section>
${connectionsSection(request, connections)}<section aria-labelledby="marks-title"><h2 id="marks-title">${words.dashboard.accounts}</h2>
<p>${badges.lead}</p>
${accounts.length === 0 ? html`<p class="empty">${badges.noAccount}</p>` : html`<ul class="own">${accounts.map((each) => accountItem(request, each, shares.get(each.account.slug), answers.get(each.account.account_id ?? '') ?? {}))}</ul>`}
</section>`,
  );
}

/** Text, link and picture of the owner's page, with a button that removes them. */
function profileOf(page: PageWords, owner: OwnerOverview, picture: string | null): Html {
  const { slug, about, link } = owner;
  const { page: texts } = page.words.operator;
  const action = `/operator/owners/${slug}`;
  const isEmpty = about === null && link === null && picture === null;
  return html`<section aria-labelledby="page-title"><h2 id="page-title">${texts.title}</h2>
${picture !== null && html`<p><img class="picture" src="${action}/picture?${picture.slice(0, 8)}" width="80" height="80" alt=""></p>`}
${about !== null && html`<p class="about"><bdi>${about}</bdi></p>`}${link !== null && html`<p class="about">${link}</p>`}
${isEmpty ? html`<p class="empty">${texts.empty}</p>` : form(`${action}/profile`, texts.remove, null)}
</section>`;
}

function accountItem(
  page: PageWords,
  ownAccount: OwnAccount,
  shares: number | undefined,
  answers: TextAnswers,
): Html {
  const { words, context } = page;
  const { badges } = words.operator;
  const { language } = context;
  const { account, withheldReason, waiting } = ownAccount;
  const { slug, name, confirmed, lapsed_at } = account;
  const markNames = [
    ['identity', badges.identity],
    ['track_record', badges.track_record],
  ] as const;
  const items: HtmlContent[] = [
    ...stateOf(page, ownAccount, '/operator'),
    withheldReason && html`${withheldReason.check} (${reasonText(withheldReason.reason, page)})`,
    waiting &&
      html`<span class="gap">${at(page, words.attention.waits, waiting.since)}</span>: ${reasonText(waiting.reason, page)}`,
    ...markNames.map(([mark, badge]) =>
      fill(badges.state, { badge, confirmed: confirmedBy(page, confirmed[mark]) }),
    ),
    lapsed_at !== null &&
      html`<span class="gap">${at(page, words.attention.lapsedAt, lapsed_at)}</span>`,
    saidOf(page, answers),
    shares !== undefined && language.counted(badges.shares, shares),
  ];
  return html`<li id="${slug}"><h3>${slug} <bdi>${name}</bdi></h3>
${facts(items)}
<details class="more"><summary>${fillText(badges.change, { account: slug })}</summary>
${form(
  `/operator/accounts/${slug}/marks`,
  badges.save,
  html`${choice('mark', badges.badge, markNames, '')}${choice(
    'does',
    badges.action,
    [
      ['give', badges.give],
      ['take', badges.take],
    ],
    'give',
  )}${line(badges.by, 'by', '')}${line(badges.how, 'how', '')}`,
)}</details></li>
`;
}

/** Says which texts of balance rows the owner decided: that changes returns. */
function saidOf({ words }: PageWords, answers: TextAnswers): HtmlContent {
  const { says, said } = words.operator.badges;
  const texts = Object.entries(answers).flatMap(([text, answer]) =>
    answer === 'unknown' ? [] : [fillText(said[answer], { text })],
  );
  return (
    texts.length > 0 &&
    html`<span class="gap">${fillText(says, { texts: texts.join(', ') })}</span>`
  );
}

const confirmedBy = ({ words, context }: PageWords, mark: Confirmation | null): HtmlContent =>
  mark === null
    ? words.operator.badges.unconfirmed
    : html`${mark.by === operator ? words.trail.operator : html`<bdi>${mark.by}</bdi>`}${mark.at !== null && html`, ${instant(mark.at, context.language)}`}${mark.how !== null && html`, <bdi>${mark.how}</bdi>`}`;
