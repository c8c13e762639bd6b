import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { BrokerConnection } from '../../../pipeline/registry/broker-connections.ts';
import type { ApiKey, ConnectionKey } from '../../../pipeline/registry/schema.ts';
import { hidables } from '../../../pipeline/registry/words.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import type { Statement } from '../../../pipeline/statements/statement.ts';
import { figure, instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { OwnAccount, OwnAccounts } from '../own-accounts.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { undescribedNotice, withheldAdvice } from './account-notices.ts';
import { facts, outcomeNotices, ownItem } from './fields.ts';
import { ownersPage } from './frame.ts';
import { quotaTable } from './quota.ts';
import { rejectedLink } from './refused-rows.ts';
import { usesOf } from './settings.ts';
import { discardForm, openState } from './statement.ts';
import { uploadForm } from './upload.ts';

/** Data of the dashboard in addition to the accounts. */
interface DashboardParts {
  /** Statements that wait for their owner. */
  readonly open: readonly Statement[];
  /** Connections whose sign-in the broker refused. */
  readonly paused: readonly BrokerConnection[];
  /** Ids of accounts with data that no run has loaded yet. */
  readonly waiting: ReadonlySet<string>;
  /** Slugs of accounts that a connection to a broker reads. */
  readonly reading: ReadonlySet<string>;
  readonly use: Use | null;
  readonly last: RunRecord | null;
  /** Keys in force, for programs that read and for those that send. */
  readonly keys: readonly ApiKey[];
  readonly senders: readonly ConnectionKey[];
}

/** Returns the page that owners see first: every account and portfolio with its state. */
export function dashboardPage(
  request: SignedInRequest,
  { accounts, asOf }: OwnAccounts,
  { open, paused, waiting, reading, use, last, keys, senders }: DashboardParts,
): Html {
  const { owner, words } = request;
  const { dashboard: texts } = words;
  const of = (wanted: string) => accounts.filter(({ account }) => account.type === wanted);
  const cards = (wanted: string) => {
    const items = of(wanted).map((ownAccount) => {
      const { account_id: id, slug } = ownAccount.account;
      return card(request, ownAccount, {
        isWaiting: waiting.has(id ?? ''),
        isRead: reading.has(slug),
      });
    });
    return items.length > 0 && html`<ul class="cards">${items}</ul>`;
  };
  const lead = {
    owner: owner.name ?? owner.slug,
    plan: owner.plan,
    freshness: freshness(request, asOf, last),
  };
  const isEmpty = of('account').length === 0;
  return ownersPage(
    request,
    texts.title,
    '/me',
    html`<h1>${texts.title}</h1>
<p class="lead">${fill(texts.lead, lead)}</p>
${outcomeNotices(request, {}, { deleted: texts.deleted })}${paused.map((connection) => pausedNotice(request, connection))}${open.length > 0 && openStatements(request, open)}
<section><h2>${texts.accounts}</h2>
${cards('account') || html`<p class="empty">${texts.noAccounts}</p>${uploadForm(request)}`}
<p><a${!isEmpty && html` class="button"`} href="/me/add">${isEmpty ? texts.addOther : texts.add}</a></p>
</section>
${
  (!isEmpty || of('portfolio').length > 0) &&
  html`<section><h2>${texts.portfolios}</h2>
${cards('portfolio') || html`<p class="empty">${texts.noPortfolios}</p>`}
<p><a href="/me/portfolios">${texts.createPortfolio}</a></p>
</section>`
}
${keys.length + senders.length > 0 && keysInUse(request, accounts, keys, senders)}
<details class="more"><summary>${texts.quota.title}</summary>
${quotaTable(request, owner.plan, use, of('account').length)}
</details>`,
  );
}

/** Tells owners that a connection reads nothing until they sign in again. */
const pausedNotice = (
  { words: { dashboard: words } }: SignedInRequest,
  { id, label }: BrokerConnection,
): Html =>
  html`<p class="notice gap">${fill(words.connectionPaused, {
    name: html`<bdi>${label}</bdi>`,
    link: html`<a href="/me/connections/${id}">${words.signInAgain}</a>`,
  })}</p>
`;

function freshness(
  { words: { dashboard }, context: { language } }: SignedInRequest,
  asOf: string | null,
  last: RunRecord | null,
): Html | string {
  if (asOf === null) return dashboard.noFigures;
  const at = (value: string) => ({ instant: instant(value, language) });
  const checked = last?.outcome === 'failed' ? dashboard.failed : dashboard.checked;
  return html`${fill(dashboard.asOf, at(asOf))}${last && html` ${fill(checked, at(last.ended_at))}`}`;
}

/** Lists statements that wait for their owner to confirm or correct them. */
const openStatements = (request: SignedInRequest, open: readonly Statement[]): Html =>
  html`<section><h2>${request.words.dashboard.open}</h2>
<ul class="own">${open.map((statement) => ownItem(html`<a href="/me/add/${statement.id}"><bdi>${statement.name}</bdi></a>`, [openState(request.words, statement)], discardForm(request, statement)))}</ul>
</section>
`;

/** Way in which data of an account arrives. */
interface Arrival {
  /** True if data waits for the next run. */
  readonly isWaiting: boolean;
  /** True if a connection to a broker reads it. */
  readonly isRead: boolean;
}

/** Card of an account: its curve and return, a sentence about its state, and a few facts. */
function card(request: SignedInRequest, ownAccount: OwnAccount, arrival: Arrival): Html {
  const { account, published, drawing } = ownAccount;
  const { format } = request.context.language;
  const gain = published?.performance?.twr_percent ?? null;
  const common = [published?.platform, published?.currency ?? account.currency];
  return html`<li class="card"><h3><a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a></h3>
${gain !== null && html`<p class="gain">${figure(format.signedPercent(gain), gain)}</p>`}${drawing}
<p class="state">${stateSentence(request, ownAccount, arrival)}</p>
${facts([...stateOf(request, ownAccount).slice(1), ...common])}${undescribedNotice(request, ownAccount)}${waitingNotice(request, ownAccount)}</li>
`;
}

/** Says in a sentence what state an account is in, and what its owner can do about it. */
function stateSentence(
  request: SignedInRequest,
  own: OwnAccount,
  { isWaiting, isRead }: Arrival,
): HtmlContent {
  const { account, published, withheldSince } = own;
  const { states } = request.words.dashboard;
  if (withheldSince !== null) {
    return html`<span class="gap">${fill(states.heldBack, { advice: withheldAdvice(request, own) })}</span>`;
  }
  if (isWaiting) return states.waiting;
  if (published?.updated_at) return account.published ? states.published : states.private;
  if (account.type === 'portfolio') return states.portfolioWaits;
  return isRead ? states.reading : states.empty;
}

/** Lists the keys in force, each with its last use. */
function keysInUse(
  request: SignedInRequest,
  accounts: readonly OwnAccount[],
  keys: readonly ApiKey[],
  senders: readonly ConnectionKey[],
): Html {
  const { keys: texts } = request.words.dashboard;
  const nameOf = (slug: string) =>
    accounts.find(({ account }) => account.slug === slug)?.account.name ?? slug;
  return html`<section><h2>${texts.title}</h2>
<ul class="own">${keys.map(({ name, ...use }) => html`<li><a href="/me/settings"><bdi>${name}</bdi></a> <span class="facts-small">${texts.reads} · ${usesOf(request, use)}</span></li>`)}${senders.map(({ name, account, ...use }) => html`<li><a href="/me/accounts/${account}/connections"><bdi>${name}</bdi></a> <span class="facts-small">${fill(texts.sends, { account: html`<bdi>${nameOf(account)}</bdi>` })} · ${usesOf(request, use)}</span></li>`)}</ul>
</section>`;
}

/** Tells owners why their newest data can't be added yet, and what to do. */
export function waitingNotice(page: SignedInRequest, { waiting }: OwnAccount): HtmlContent {
  if (waiting === null) return null;
  const { dashboard: words } = page.words;
  return html`<p class="notice gap">${fill(words.waiting, {
    lead: html`<strong>${words.waitingLead}</strong>`,
    instant: instant(waiting.since, page.context.language),
    why: waiting.is_for_owner
      ? fill(words.waitingForOwner, { reason: reasonText(waiting.reason, page) })
      : words.waitingForOperator,
  })}</p>`;
}

/** Describes the state of an account in a few words each, for its owner or an operator. */
export function stateOf(
  { words: { dashboard: words }, context: { language } }: PageWords,
  { account, published, withheldSince, refused }: OwnAccount,
  section: '/me' | '/operator' = '/me',
): HtmlContent[] {
  const at = (value: string) => ({ instant: instant(value, language) });
  const { hide, history_cut_at: cut } = account;
  const states: HtmlContent[] = [
    account.published ? words.public : words.private,
    published?.updated_at ? fill(words.lastData, at(published.updated_at)) : words.noData,
    withheldSince !== null &&
      html`<span class="gap">${fill(words.heldBack, at(withheldSince))}</span>`,
    published?.reconciled === true && words.reconciles,
    published?.reconciled === false && html`<span class="gap">${words.differs}</span>`,
    refused &&
      rejectedLink(
        `${section}/accounts/${account.slug}/refused`,
        language.counted(words.rejected, refused.count),
      ),
    hide.length > 0 && fill(words.hidden, { count: hide.length, all: hidables.length }),
    cut !== null && fill(words.cut, { day: language.format.day(cut) }),
  ];
  return states.filter((state) => state);
}
