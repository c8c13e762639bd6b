import { balanceGap } from '../../../pipeline/reconcile/balance-gap.ts';
import type { BrokerConnection } from '../../../pipeline/registry/broker-connections.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { kindTitle } from '../broker-connections.ts';
import type { OperatorOverview } from '../operator-overview.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { connectionState } from './broker-connections.ts';
import { form, line } from './fields.ts';

const listed = 100;

/** A section that lists accounts, connections or owners. */
interface AttentionSection {
  readonly id: string;
  readonly title: string;
  readonly lead?: HtmlContent;
  /** The first 100 or more. */
  readonly items: readonly Html[];
  /** Null if they can't be counted now. */
  readonly count: number | null;
}

const nameOf = ({ words }: PageWords, { owner, slug, name }: RegistryAccount): Html =>
  fill(words.operator.ofOwner, {
    account: html`<a href="/operator/owners/${owner}#${slug}">${slug}</a>`,
    name: html`<bdi>${name}</bdi>`,
    owner,
  });

/** Lists the sections that have something in them. */
function sectionsOf(request: SignedInRequest, overview: OperatorOverview): AttentionSection[] {
  const {
    withoutEntry,
    withheld,
    waiting,
    waitingCount,
    gaps,
    rejected,
    connections,
    lapsed,
    near,
  } = overview;
  const { attention: texts, operator: words } = request.words;
  const listOf = <Item>(
    id: string,
    title: string,
    found: readonly Item[],
    itemOf: (page: SignedInRequest, item: Item) => Html,
    rest: Partial<AttentionSection> = {},
  ): AttentionSection => ({
    id,
    title,
    items: found.slice(0, listed).map((item) => itemOf(request, item)),
    count: found.length,
    ...rest,
  });
  const { title, lead } = words.withoutEntry;
  const command = html`<code>trackrecord status</code>`;
  return [
    listOf('new', title, withoutEntry.ids, addItem, { lead, count: withoutEntry.count }),
    listOf('held', words.held.title, withheld, heldBackItem, {
      lead: fill(words.held.lead, { command }),
    }),
    listOf('waiting', words.waiting.title, waiting, waitingItem, {
      lead: words.waiting.lead,
      count: waitingCount,
    }),
    listOf('gaps', words.gaps.title, gaps, gapItem),
    listOf('rejected', texts.rejected, rejected ?? [], rejectedItem, {
      lead: rejected === null && texts.unreadable,
      count: rejected?.length ?? null,
    }),
    listOf('failing', texts.connections, connections, connectionItem),
    listOf('lapsed', texts.lapsed, lapsed, lapsedItem),
    listOf('near', texts.near, near, nearItem),
  ].filter(({ count }) => count !== 0);
}

/** Links to the sections that list something, each with its number. */
export function attentionSummary(request: SignedInRequest, overview: OperatorOverview): Html {
  const { words, context } = request;
  const sections = sectionsOf(request, overview);
  if (sections.length === 0) return html`<p class="lead">${words.attention.nothing}</p>`;
  return html`<ul class="facts">${sections.map(({ id, title, count }) => html`<li><a href="#${id}-title">${title}</a> ${context.language.format.count(count)}</li>`)}</ul>`;
}

/** Sections of the accounts, connections and owners that need attention; none without any. */
export const attentionSections = (
  request: SignedInRequest,
  overview: OperatorOverview,
): HtmlContent =>
  sectionsOf(request, overview).map((section) => {
    const { id, title, lead, items, count } = section;
    const rest = (count ?? 0) - items.length;
    const more = fillText(request.words.operator.andMore, {
      count: request.context.language.format.count(rest),
    });
    return html`<section aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${lead && html`<p>${lead}</p>`}
<ul class="told">${items}${rest > 0 && html`<li>${more}</li>`}</ul>
</section>
`;
  });

/** Asks whose account it is that the operator's files have, and what to call it. */
function addItem({ words }: PageWords, id: string): Html {
  const { title, owner, add } = words.operator.withoutEntry;
  const fields = html`<input type="hidden" name="account_id" value="${id}">${line(owner, 'owner', '', 64)}${line(words.operator.shownName, 'name', '')}`;
  return html`<li><bdi>${id}</bdi><details class="more"><summary aria-label="${title}: ${id}">${add}</summary>
${form('/operator/accounts', add, fields)}</details></li>`;
}

const sinceOf = ({ words, context }: PageWords, account: HtmlContent, since: string): Html =>
  fill(words.operator.held.since, { account, instant: instant(since, context.language) });

function heldBackItem(
  page: PageWords,
  { account, since, why }: OperatorOverview['withheld'][number],
): Html {
  const { held } = page.words.operator;
  return html`<li>${sinceOf(page, nameOf(page, account), since)}${why !== null && html`: ${why.check} (${reasonText(why.reason, page)}); ${why.keeps_published ? held.keeps : held.none}`}</li>`;
}

function waitingItem(
  page: PageWords,
  { account, id, since, reason }: OperatorOverview['waiting'][number],
): Html {
  const name = account === null ? id : nameOf(page, account);
  return html`<li>${sinceOf(page, name, since)}: ${reasonText(reason, page)}</li>`;
}

const gapItem = (page: PageWords, { account, summary }: OperatorOverview['gaps'][number]): Html =>
  html`<li>${nameOf(page, account)}: ${gapOf(page, summary)}</li>`;

const lapsedItem = (page: PageWords, { account, why }: OperatorOverview['lapsed'][number]): Html =>
  html`<li>${sinceOf(page, nameOf(page, account), account.lapsed_at ?? '')}${why !== null && html`: ${reasonText(why, page)}`}</li>`;

function gapOf(
  { words, context }: PageWords,
  { currency, reconciliation }: OperatorOverview['gaps'][number]['summary'],
): string {
  const { reported_balance: printed, balance } = reconciliation ?? {};
  const gap = balanceGap(reconciliation);
  const { gaps } = words.operator;
  if (gap === null) return gaps.total;
  const money = (value: number | null | undefined) =>
    context.language.format.amount(value, currency);
  return fillText(gaps.balance, {
    printed: money(printed),
    balance: money(balance),
    gap: money(gap),
    currency: currency ?? '',
  });
}

function rejectedItem(
  page: PageWords,
  { account, accountId, newest }: NonNullable<OperatorOverview['rejected']>[number],
): Html {
  const { operator, senders } = page.words;
  const which =
    account === null
      ? html`<bdi>${accountId ?? operator.rejected.unknown}</bdi>`
      : html`${nameOf(page, account)}, <a class="gap" href="/operator/accounts/${account.slug}/refused">${senders.rejected.title}</a>`;
  return html`<li>${which}, ${instant(newest.at, page.context.language)}: ${reasonText(newest.reason, page)}</li>`;
}

function connectionItem(request: SignedInRequest, connection: BrokerConnection): Html {
  const { owner, label } = connection;
  const name = html`<a href="/operator/owners/${owner}#connections"><bdi>${label}</bdi></a>`;
  const title = fill(request.words.attention.connection, { name, owner });
  return html`<li>${title} (${connectionFacts(request, connection)})</li>`;
}

/** Broker, state and last fault of a connection, in one line. */
function connectionFacts(request: SignedInRequest, connection: BrokerConnection): Html {
  const { words } = request;
  const { kind, fault } = connection;
  const title = kindTitle(request, kind);
  const states = connectionState(request, connection, words.attention.pausedByOwner);
  return html`${title}${states.map((state) => html`, ${state}`)}${fault !== null && html`: ${reasonText(fault, request)}`}`;
}

/** Section of an owner's connections to brokers; nothing without any. */
export const connectionsSection = (
  request: SignedInRequest,
  connections: readonly BrokerConnection[],
): HtmlContent =>
  connections.length > 0 &&
  html`<section aria-labelledby="connections"><h2 id="connections">${request.words.attention.ownConnections}</h2>
<ul class="links">${connections.map((each) => html`<li><bdi>${each.label}</bdi> (${connectionFacts(request, each)})</li>`)}</ul>
</section>
`;

function nearItem(page: PageWords, { owner, plan, near }: OperatorOverview['near'][number]): Html {
  const { attention: texts, dashboard } = page.words;
  const names = {
    rows: dashboard.quota.rows,
    bytes: dashboard.quota.size,
    bytes_a_day: dashboard.quota.today,
  };
  const used = near.map(({ limit, percent }) => fill(texts.used, { limit: names[limit], percent }));
  return html`<li><a href="/operator/owners/${owner}#plan-title">${owner}</a> (${plan}): ${used.map((part, at) => html`${at > 0 && ', '}${part}`)}</li>`;
}
