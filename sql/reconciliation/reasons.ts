/** Why a printed figure may be another than ours, by the names that the mart `reconciliation` has. */
export const reasons = {
  zero_counted_as_won: 'a result of exactly 0 counts as won there; here it is neither won nor lost',
  costs_apart: 'commission and swap are left out there',
  taxes_in_commission: 'taxes are part of the commission here',
  adjustments_counted:
    'interest, dividends and fees count there among what is paid in or earned; here they are results of no trade',
  credit_counted: "the broker's credit counts there; here it is part of no figure",
  open_commission_paid:
    'the commission for opening positions that are still open is charged there already; here trades have it once they are closed',
  drawdown_ignores_flows:
    'later deposits and withdrawals do not move the balance that falls are measured on there; here they move neither peak nor fall',
  same_instant: 'trades closed in the same second stand in another order there',
  of_rounded_score: 'worked out there from the score as it is rounded',
  nothing_counted: 'there is nothing of the kind: printed as 0 there, unknown here',
  defined_otherwise: 'defined otherwise there',
  not_computed: 'not computed here',
  capital_unknown: 'no deposit and no opening balance is known',
  earlier_history: 'the export begins after deposits or results that it does not list',
  opening_balance_of_later:
    'the opening balance is that of a later export: what stands before it counts twice',
  archived_history: 'the platform has put older trades together in one row',
  rows_missing: 'the statement counts trades that were not loaded',
  rows_of_elsewhere: 'trades that the statement does not list were loaded for its time',
} as const;

export type Reason = keyof typeof reasons;
