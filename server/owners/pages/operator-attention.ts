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

const listed = 100;

/** List of at most 100 items, with the number of those left out. */
function shortList(
  { words, context }: PageWords,
  items: readonly Html[],
  count = items.length,
): Html {
  const { operator } = words;
  if (items.length === 0) return html`<p class="empty">${operator.none}</p>`;
  const rest = count - Math.min(items.length, listed);
  const more = fillText(operator.andMore, { count: context.language.format.count(rest) });
  return html`<ul class="links">${items.slice(0, listed)}${rest > 0 && html`<li>${more}</li>`}</ul>`;
}

const nameOf = ({ words }: PageWords, { owner, slug, name }: RegistryAccount): Html =>
  fill(words.operator.ofOwner, {
    account: html`<a href="/operator/owners/${owner}#${slug}">${slug}</a>`,
    name: html`<bdi>${name}</bdi>`,
    owner,
  });

/** Links to the sections that list something, each with its number. */
export function attentionSummary(
  { words: { attention: texts, operator }, context: { language } }: PageWords,
  { withheld, waitingCount, gaps, rejected, connections, lapsed, near }: OperatorOverview,
): Html {
  const sections: readonly (readonly [id: string, title: string, count: number])[] = [
    ['held', operator.held.title, withheld.length],
    ['waiting', operator.waiting.title, waitingCount],
    ['gaps', operator.gaps.title, gaps.length],
    ['rejected', texts.rejected, rejected?.length ?? 0],
    ['failing', texts.connections, connections.length],
    ['lapsed', texts.lapsed, lapsed.length],
    ['near', texts.near, near.length],
  ];
  const due = sections.filter(([, , count]) => count > 0);
  if (due.length === 0) return html`<p class="lead">${texts.nothing}</p>`;
  return html`<ul class="facts">${due.map(([id, title, count]) => html`<li><a href="#${id}-title">${title}</a> ${language.format.count(count)}</li>`)}</ul>`;
}

/** Sections of the accounts, connections and owners that need attention. */
export const attentionSections = (
  request: SignedInRequest,
  { withheld, waiting, waitingCount, gaps, rejected, connections, lapsed, near }: OperatorOverview,
): Html => {
  const { attention: texts, operator: words } = request.words;
  return html`<section aria-labelledby="held-title"><h2 id="held-title">${words.held.title}</h2>
<p>${fill(words.held.lead, { command: html`<code>trackrecord status</code>` })}</p>
${shortList(
  request,
  withheld.map((held) => heldBackItem(request, held)),
)}
</section>
<section aria-labelledby="waiting-title"><h2 id="waiting-title">${words.waiting.title}</h2>
<p>${words.waiting.lead}</p>
${shortList(
  request,
  waiting.map((waits) => waitingItem(request, waits)),
  waitingCount,
)}
</section>
<section aria-labelledby="gaps-title"><h2 id="gaps-title">${words.gaps.title}</h2>
${shortList(
  request,
  gaps.map(
    ({ account, summary }) =>
      html`<li>${nameOf(request, account)}: ${gapOf(request, summary)}</li>`,
  ),
)}
</section>
<section aria-labelledby="rejected-title"><h2 id="rejected-title">${texts.rejected}</h2>
${
  rejected === null
    ? html`<p class="empty">${texts.unreadable}</p>`
    : shortList(
        request,
        rejected.map((each) => rejectedItem(request, each)),
      )
}
<p><a href="/operator/refused">${words.rejected.link}</a></p>
</section>
<section aria-labelledby="failing-title"><h2 id="failing-title">${texts.connections}</h2>
${shortList(
  request,
  connections.map((each) => connectionItem(request, each)),
)}
</section>
<section aria-labelledby="lapsed-title"><h2 id="lapsed-title">${texts.lapsed}</h2>
${shortList(
  request,
  lapsed.map(
    ({ account, why }) =>
      html`<li>${sinceOf(request, nameOf(request, account), account.lapsed_at ?? '')}${why !== null && html`: ${reasonText(why, request)}`}</li>`,
  ),
)}
</section>
<section aria-labelledby="near-title"><h2 id="near-title">${texts.near}</h2>
${shortList(
  request,
  near.map((each) => nearItem(request, each)),
)}
</section>`;
};

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
