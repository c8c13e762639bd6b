import { undescribedReason } from '../../../pipeline/deliveries/states.ts';
import type { WithheldRecord } from '../../../pipeline/run/withheld.ts';
import * as format from '../../site/english-format.ts';
import { type HtmlContent, html } from '../../site/html.ts';
import type { OwnAccount } from '../own-accounts.ts';

const oddValue =
  'A value has an impossible size. Look for a wrong price, amount or equity report, and send the corrected rows: a row with the same ticket or id replaces the earlier one.';

/** Advice to owners for each failed check, by the check's name. */
const advices: Readonly<Record<string, (reason: string) => string>> = {
  missing_rates: (reason) =>
    `Exchange rates are missing: ${reason}. Under Members, choose accounts of one currency and that currency, or ask the operator to load the rates.`,
  member_held_back: () =>
    'An account in it is held back. Open that account’s page to see why, or take it out under Members.',
  amounts_are_exact: () =>
    'An amount is too large, or has too many decimals. Look for an amount in another currency than the account’s, and send the corrected row: a row with the same ticket or id replaces the earlier one.',
  figures_are_finite: () => oddValue,
  statistics: () => oddValue,
};

const adviceOf = (why: WithheldRecord | null): string => {
  if (why === null) return 'Ask the operator why.';
  const advice = advices[why.check];
  return advice === undefined
    ? `Our own check ${why.check} failed, which is a fault of ours. Ask the operator to report it.`
    : advice(why.reason);
};

/** Explains why an account or portfolio is held back, and what to do. */
export function heldBackNotice({ facts, heldBackSince, heldBackWhy }: OwnAccount): HtmlContent {
  if (heldBackSince === null) return null;
  return html`<p class="notice gap"><strong>Held back.</strong> ${adviceOf(heldBackWhy)} Until then ${facts?.updated_at ? html`the figures stay as they were on ${format.minute(heldBackSince)}` : 'there are no figures yet'}.</p>`;
}

/** Says which exchange rates a portfolio without figures needs. */
export function ratesNotice({ account, facts, heldBackSince, foreign }: OwnAccount): HtmlContent {
  if (foreign.length === 0 || heldBackSince !== null || facts?.updated_at) return null;
  const { currency } = account;
  const pairs = foreign.map((code) => `${code} to ${currency}`).join(', ');
  return html`<p class="notice"><strong>Needs exchange rates.</strong> Its figures are in ${currency} and accounts in it are in ${foreign.join(', ')}. If the operator has loaded no rates for ${pairs}, it stays without figures: choose accounts of one currency and that currency under Members, or ask the operator.</p>`;
}

/** Says that an account has no figures because the row that describes it was refused, and why. */
export function undescribedNotice({ facts, refused }: OwnAccount): HtmlContent {
  const row = refused?.rows.find(({ table }) => table === 'accounts');
  if (row === undefined || facts?.updated_at) return null;
  // A receipt that was refused for it, of line 0, says all of it already.
  const text = row.line === 0 ? row.reason : undescribedReason(row.reason);
  return html`<p class="notice gap"><strong>Can’t be shown.</strong> ${text}</p>`;
}
