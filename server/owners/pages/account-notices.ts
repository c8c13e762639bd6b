import { undescribed } from '../../../pipeline/deliveries/states.ts';
import { balanceGap } from '../../../pipeline/reconcile/balance-gap.ts';
import type { WithheldRecord } from '../../../pipeline/run/withheld.ts';
import type { OwnerWords } from '../../language/words.ts';
import { instant } from '../../site/cells.ts';
import { type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import type { OwnAccount } from '../own-accounts.ts';
import type { PageWords } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';

type Notices = OwnerWords['account']['notices'];

/** Advice to owners for each failed check, by the check's name. */
const advices: Readonly<Record<string, (notices: Notices, reason: HtmlContent) => HtmlContent>> = {
  missing_rates: ({ missing_rates }, reason) => fill(missing_rates, { reason }),
  member_held_back: ({ member_held_back }) => member_held_back,
  amounts_are_exact: ({ amounts_are_exact }) => amounts_are_exact,
  figures_are_finite: ({ oddValue }) => oddValue,
  statistics: ({ oddValue }) => oddValue,
};

function adviceOf(page: PageWords, why: WithheldRecord | null): HtmlContent {
  const { notices } = page.words.account;
  if (why === null) return notices.unknown;
  const advice = advices[why.check];
  const reason = reasonText(why.reason, page);
  return advice?.(notices, reason) ?? fillText(notices.ours, { check: why.check });
}

/** Says what the owner of a withheld account can do. */
export const withheldAdvice = (
  page: PageWords,
  { withheldReason }: Pick<OwnAccount, 'withheldReason'>,
): HtmlContent => adviceOf(page, withheldReason);

/** Explains why an account or portfolio is withheld, and what to do. */
export function withheldNotice(
  page: PageWords,
  { published, withheldSince, withheldReason }: OwnAccount,
): HtmlContent {
  if (withheldSince === null) return null;
  const { notices } = page.words.account;
  const until = published?.updated_at
    ? fill(notices.keeps, { instant: instant(withheldSince, page.context.language) })
    : notices.none;
  return html`<p class="notice gap"><strong>${notices.heldBack}</strong> ${adviceOf(page, withheldReason)} ${until}</p>`;
}

/** Says which exchange rates a portfolio without figures needs. */
export function ratesNotice(
  { words }: PageWords,
  { account, published, withheldSince, foreign }: OwnAccount,
): HtmlContent {
  if (foreign.length === 0 || withheldSince !== null || published?.updated_at) return null;
  const { notices } = words.account;
  const currency = account.currency ?? '';
  const pairs = foreign.map((from) => fillText(notices.pair, { from, to: currency })).join(', ');
  const text = fillText(notices.rates, { currency, pairs, foreign: foreign.join(', ') });
  return html`<p class="notice"><strong>${notices.needsRates}</strong> ${text}</p>`;
}

/** Says that an account has no figures because the row that describes it was refused, and why. */
export function undescribedNotice(
  page: PageWords,
  { published, refused }: OwnAccount,
): HtmlContent {
  const row = refused?.rows.find(({ table }) => table === 'accounts');
  if (row === undefined || published?.updated_at) return null;
  // Line 0 stands for a delivery that was refused as a whole. Its reason is complete already.
  const text = row.line === 0 ? row.reason : undescribed(row.reason);
  return html`<p class="notice gap"><strong>${page.words.account.notices.cannotShow}</strong> ${reasonText(text, page)}</p>`;
}

/** Says that the platform printed other figures than the data here gives. */
export function reconciliationNotice(
  { words, context: { language } }: PageWords,
  { account: { type }, published }: OwnAccount,
): HtmlContent {
  if (published?.reconciled !== false) return null;
  const { notices } = words.account;
  if (type === 'portfolio') {
    return html`<p class="notice gap"><strong>${notices.gap}</strong> ${notices.gapOfMember}</p>`;
  }
  const { reported_balance: printed, balance } = published.reconciliation ?? {};
  const gap = balanceGap(published.reconciliation);
  const money = (value: number | null | undefined) =>
    language.format.amount(value, published.currency);
  const what =
    gap === null
      ? notices.gapTotals
      : fillText(notices.gapBalance, {
          printed: money(printed),
          balance: money(balance),
          gap: money(gap),
        });
  return html`<p class="notice gap"><strong>${notices.gap}</strong> ${what} ${notices.gapNext}</p>`;
}
