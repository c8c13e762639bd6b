/** Reasons why a printed figure differs from ours, by their names in the view `reconciliation`. */
export const reasons = {
  zero_counted_as_won:
    'the platform counts a trade at exactly 0 as won; here it is neither won nor lost',
  costs_apart: 'the platform leaves out commission and swap',
  opening_costs_apart:
    'the platform takes the costs of opening deals out of trades, and adds them to the gross loss',
  taxes_in_commission: 'taxes are part of the commission here',
  adjustments_counted:
    'the platform counts interest, dividends and fees as deposits or profit; here they belong to no trade',
  credit_counted: "the platform counts the broker's credit; here it is in no figure",
  open_commission_paid:
    'the platform has already charged the opening commission of open positions; here it counts at closing',
  drawdown_ignores_flows:
    'the platform measures drawdown on a balance without later deposits and withdrawals; here on the return',
  same_instant: 'the platform lists trades of the same second in another order',
  of_rounded_score: 'the platform computes it from the rounded score',
  nothing_counted: 'there is nothing to count: the platform prints 0, here it is unknown',
  defined_otherwise: 'the platform defines it differently',
  not_computed: 'not computed here',
  capital_unknown: 'no deposit and no opening balance is known',
  earlier_history: 'the export begins after deposits or trades that it does not list',
  opening_balance_of_later:
    'the opening balance comes from a later export, so what is before it counts twice',
  archived_history: 'the platform has merged older trades into one row',
  rows_missing: 'the statement counts trades that were not loaded',
  rows_of_elsewhere: 'trades were loaded for its time range that the statement does not list',
} as const;
