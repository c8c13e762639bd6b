/** Map of a table of trades with headings of its own. */
export const shortTableMap = {
  holds: 'trades',
  columns: {
    symbol: 'Item',
    side: 'Way',
    volume: 'Lots',
    profit: 'Result',
    open_price: 'In',
    close_price: 'Out',
    opened_at: 'From',
    closed_at: 'To',
  },
} as const;
