import type {
  RowCounts,
  SentDelivery,
  Withdrawal,
} from '../../../pipeline/deliveries/sent-deliveries.ts';
import { isOwnersToWithdraw } from '../../../pipeline/deliveries/withdraw.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { FiguresWithout } from '../../../pipeline/withdrawals/trial.ts';
import type { Plural } from '../../language/words.ts';
import { cell, instant, rare } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import type { OwnAccount } from '../own-accounts.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { form, outcomeNotices } from './fields.ts';
import { ownersPage } from './frame.ts';

function stateOf(
  { words: { deliveries }, context: { language } }: PageWords,
  delivery: SentDelivery,
): HtmlContent {
  const { state, withdrawn_at } = delivery;
  if (withdrawn_at !== null) {
    return fill(deliveries.withdrawn, { instant: instant(withdrawn_at, language) });
  }
  return isReplaced(delivery) ? deliveries.replaced : deliveries.states[state];
}

/** Returns true if later data replaced all rows, such as a correction of the same statement. */
const isReplaced = ({ state, accepted, rows }: SentDelivery): boolean =>
  state !== 'refused' && accepted > 0 && rows === 0;

const isFromBroker = ({ source }: SentDelivery): boolean => source === 'broker_api';

function nameOf({ words: { deliveries } }: PageWords, { file, source }: SentDelivery): HtmlContent {
  const name = deliveries.sources[source];
  return file === null ? name : html`${name} <bdi>${file}</bdi>`;
}

/**
 * Returns the page that lists everything that was sent in for an account. `canWithdraw` is false if
 * the operator loads the account.
 */
export function deliveriesPage(
  request: SignedInRequest,
  { slug, name }: RegistryAccount,
  deliveries: readonly SentDelivery[],
  canWithdraw: boolean,
): Html {
  const { deliveries: words } = request.words;
  const { language } = request.context;
  const link = (delivery: SentDelivery): HtmlContent =>
    canWithdraw &&
    isOwnersToWithdraw(delivery) &&
    !isReplaced(delivery) &&
    html`<a href="/me/accounts/${slug}/deliveries/${delivery.receipt}">${words.withdrawLink}</a>`;
  const account = html`<a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>`;
  const heads = html`<th scope="col">${words.received}</th><th scope="col">${words.from}</th><th scope="col" class="num rare">${words.rows}</th><th scope="col" class="num rare">${words.rejected}</th><th scope="col">${words.state}</th><th scope="col">${words.action}</th>`;
  return ownersPage(
    request,
    `${words.title} · ${name}`,
    '/me',
    html`<h1>${words.title}</h1>
<p class="lead">${fill(words.lead, { account })}</p>
${outcomeNotices(request, {}, { withdrawn: words.done })}
${!canWithdraw && html`<p class="notice">${words.closed}</p>`}
${canWithdraw && deliveries.some(isFromBroker) && html`<p>${words.fromBroker}</p>`}
${
  deliveries.length === 0
    ? html`<p class="empty">${words.none}</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="${words.title}"><table>
<thead><tr>${heads}</tr></thead>
<tbody>${deliveries.map(
        (delivery) =>
          html`<tr><th scope="row">${instant(delivery.received_at, language)}</th><td>${nameOf(request, delivery)}</td>${cell(language.format.count(delivery.accepted), 0, rare)}${cell(language.format.count(delivery.rejected_count), 0, rare)}<td>${stateOf(request, delivery)}</td><td>${link(delivery)}</td></tr>
`,
      )}</tbody></table></div>`
}`,
  );
}

/** Lists how many rows of each kind a delivery has, in words. */
function countWords(
  { words: { deliveries }, context: { language } }: PageWords,
  counts: RowCounts,
): string[] {
  return Object.entries<Plural>(deliveries.nouns).flatMap(([table, noun]) => {
    const count = counts[table] ?? 0;
    return count === 0 ? [] : [language.counted(noun, count)];
  });
}

/**
 * Figures of an account without one delivery. `computing` means that they are not ready yet,
 * `unknown` that they could not be computed. `publishedTrades` counts the published trades; null if
 * the published figures lack some data.
 */
export type FiguresAfterWithdrawal =
  | 'computing'
  | 'unknown'
  | (FiguresWithout & { readonly publishedTrades: number | null });

interface OwnWithout {
  readonly own: Pick<OwnAccount, 'account' | 'published'>;
  readonly without: FiguresAfterWithdrawal;
}

/**
 * Returns the page that asks before a delivery is withdrawn. It shows what the delivery brought and
 * which figures would change.
 */
export function withdrawPage(
  request: SignedInRequest,
  { own, without }: OwnWithout,
  { delivery, ...effect }: { readonly delivery: SentDelivery } & Withdrawal,
  canWithdraw: boolean,
): Html {
  const { slug, name } = own.account;
  const { deliveries: words } = request.words;
  const list = countWords(request, effect.counts);
  const action = `/me/accounts/${slug}/deliveries/${delivery.receipt}`;
  const lead = {
    delivery: nameOf(request, delivery),
    instant: instant(delivery.received_at, request.context.language),
    account: html`<a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>`,
  };
  return ownersPage(
    request,
    `${words.withdrawTitle} · ${name}`,
    '/me',
    html`<h1>${words.withdrawTitle}</h1>
<p class="lead">${fill(words.withdrawLead, lead)}</p>
${canWithdraw && html`<div class="notice" role="status">${removal(request, own, effect, without)}${returns(request, own, effect, without)}</div>`}
<p>${list.length === 0 ? words.nothing : words.brought}</p>
${list.length > 0 && html`<ul>${list.map((line) => html`<li>${line}</li>`)}</ul>`}
<p>${words.effect}</p>
${canWithdraw ? form(action, words.withdraw, html``) : html`<p class="notice">${isFromBroker(delivery) ? words.fromBroker : fill(words.cannot, { state: stateOf(request, delivery) })}</p>`}
<p><a href="/me/accounts/${slug}/deliveries">${words.back}</a></p>`,
  );
}

/** Says how many trades would be removed, and what they earned if the rows tell it. */
function removal(
  page: PageWords,
  { published }: Pick<OwnAccount, 'published'>,
  { removedTrades, removedProfit, hasDeals }: Withdrawal,
  without: FiguresAfterWithdrawal,
): HtmlContent {
  // With deals of a terminal the number of trades is known only with the figures.
  if (hasDeals) {
    const text = tradesWithout(page, without);
    return text && html`<p><strong>${text}</strong></p>`;
  }
  const {
    words: { deliveries: words },
    context: { language },
  } = page;
  if (removedTrades === 0) return html`<p>${words.removesNone}</p>`;
  const { format } = language;
  const currency = published?.currency ?? null;
  const amount = format.signedAmount(Number(removedProfit), currency);
  const profit = currency === null ? amount : `${amount} ${currency}`;
  const removes = fillText(language.counted(words.removes, removedTrades), { profit });
  return html`<p><strong>${removes}</strong></p>`;
}

/** Compares the trades that there are without a delivery with the published ones. */
function tradesWithout(
  { words: { deliveries: words }, context: { language } }: PageWords,
  without: FiguresAfterWithdrawal,
): string | null {
  if (typeof without === 'string') return null;
  const { trades, publishedTrades } = without;
  const removed = publishedTrades === null ? null : publishedTrades - trades;
  if (removed === 0) return words.removesNone;
  if (removed !== null && removed > 0) return language.counted(words.removesTrades, removed);
  return language.counted(words.tradesWithout, trades);
}

/** Says how the return would change. If that isn't known (yet), says the present return. */
function returns(
  {
    words: {
      deliveries: words,
      statement: { reload },
    },
    context: { language },
  }: PageWords,
  { published }: Pick<OwnAccount, 'published'>,
  { removedTrades }: Withdrawal,
  without: FiguresAfterWithdrawal,
): HtmlContent {
  const { signedPercent } = language.format;
  const gain = published?.performance?.twr_percent ?? null;
  if (typeof without === 'string') {
    const isTold = gain !== null && removedTrades > 0;
    const now = isTold && fillText(words.returnNow, { return: signedPercent(gain) });
    return html`${now && html`<p>${now}</p>`}${without === 'computing' && html`<p>${words.computing} <a href="">${reload}</a></p>`}`;
  }
  if (!without.hasData) return html`<p><strong>${words.noData}</strong></p>`;
  if (without.return === null) return html`<p><strong>${words.noReturn}</strong></p>`;
  const after = signedPercent(without.return);
  if (gain === null || without.publishedTrades === null) {
    return html`<p><strong>${fillText(words.returnWithout, { return: after })}</strong></p>`;
  }
  const before = signedPercent(gain);
  const change =
    before === after
      ? fillText(words.returnStays, { return: after })
      : fillText(words.returnGoes, { before, after });
  return html`<p><strong>${change}</strong></p>`;
}
