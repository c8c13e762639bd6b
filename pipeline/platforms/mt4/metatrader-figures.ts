import type { FigureNames } from '../source/printed-figures.ts';
import { cashFlowKind } from './cash-flow-kinds.ts';
import type { Mt4Statement } from './statement.ts';

/** What MetaTrader's figures are, by the English names that both its reports are read with. */
export const metatraderFigures: FigureNames = {
  Balance: ['balance'],
  Equity: ['equity'],
  'Credit Facility': ['credit'],
  'Floating P/L': ['floating_profit'],
  'Floating P/L of open trades': ['floating_profit'],
  Margin: ['margin'],
  'Free Margin': ['free_margin'],
  'Margin Level': ['margin_level'],
  'Deposit/Withdrawal': ['net_deposits'],
  'Closed Trade P/L': ['closed_profit'],
  'Closed P/L': ['closed_profit'],
  'Profit of closed trades': ['profit_before_costs'],
  'Commission of closed trades': ['commission'],
  'Taxes of closed trades': ['taxes'],
  'Swap of closed trades': ['swap'],
  'Profit of open trades': ['open_profit_before_costs'],
  'Commission of open trades': ['open_commission'],
  'Taxes of open trades': ['open_taxes'],
  'Swap of open trades': ['open_swap'],
  'Total Net Profit': ['net_profit'],
  'Gross Profit': ['gross_profit'],
  'Gross Loss': ['gross_loss'],
  'Profit Factor': ['profit_factor'],
  'Expected Payoff': ['expected_payoff'],
  'Recovery Factor': ['recovery_factor'],
  'Sharpe Ratio': ['sharpe_ratio'],
  'Z-Score': ['z_score', 'z_score_percent'],
  AHPR: ['ahpr', 'ahpr_percent'],
  GHPR: ['ghpr', 'ghpr_percent'],
  'LR Correlation': ['lr_correlation'],
  'LR Standard Error': ['lr_standard_error'],
  'Absolute Drawdown': ['drawdown_absolute'],
  'Maximal Drawdown': ['drawdown_maximal', 'drawdown_maximal_percent'],
  'Relative Drawdown': ['drawdown_relative_percent', 'drawdown_relative'],
  'Balance Drawdown Absolute': ['drawdown_absolute'],
  'Balance Drawdown Maximal': ['drawdown_maximal', 'drawdown_maximal_percent'],
  'Balance Drawdown Relative': ['drawdown_relative_percent', 'drawdown_relative'],
  'Equity Drawdown Absolute': ['equity_drawdown_absolute'],
  'Equity Drawdown Maximal': ['equity_drawdown_maximal', 'equity_drawdown_maximal_percent'],
  'Equity Drawdown Relative': ['equity_drawdown_relative_percent', 'equity_drawdown_relative'],
  'Total Trades': ['total_trades'],
  'Total Deals': ['total_deals'],
  'Short Positions': ['short_trades', 'short_trades_won_percent'],
  'Short Trades': ['short_trades', 'short_trades_won_percent'],
  'Long Positions': ['long_trades', 'long_trades_won_percent'],
  'Long Trades': ['long_trades', 'long_trades_won_percent'],
  'Profit Trades': ['profit_trades', 'profit_trades_percent'],
  'Loss Trades': ['loss_trades', 'loss_trades_percent'],
  'Largest profit trade': ['largest_profit_trade'],
  'Largest loss trade': ['largest_loss_trade'],
  'Average profit trade': ['average_profit_trade'],
  'Average loss trade': ['average_loss_trade'],
  'Maximum consecutive wins': ['max_consecutive_wins', 'max_consecutive_wins_profit'],
  'Maximum consecutive losses': ['max_consecutive_losses', 'max_consecutive_losses_loss'],
  'Maximal consecutive profit': ['max_consecutive_profit', 'max_consecutive_profit_trades'],
  'Maximal consecutive loss': ['max_consecutive_loss', 'max_consecutive_loss_trades'],
  'Average consecutive wins': ['average_consecutive_wins'],
  'Average consecutive losses': ['average_consecutive_losses'],
};

/** What a numbered report prints, whatever its bookings are. */
const numberedFigures: FigureNames = {
  Balance: ['balance'],
  'commission of all rows': ['commission'],
  'swap of all rows': ['swap'],
};

/**
 * What the figures of a statement are. A numbered report counts every booking but `Deposit` among
 * what is earned, also a withdrawal: its sums are known ones only where no money moved otherwise.
 */
export function figuresOf({ isNumbered, bookings }: Mt4Statement): FigureNames {
  if (!isNumbered) return metatraderFigures;
  const isUsual = bookings.every(
    ({ type, text }) => /^deposit$/i.test(text) || cashFlowKind(type, text) === 'adjustment',
  );
  if (!isUsual) return numberedFigures;
  return {
    ...numberedFigures,
    'Deposit/Withdrawal': ['net_deposits'],
    'Closed Trade P/L': ['closed_profit'],
    'profit of all rows': ['profit_before_costs'],
  };
}
