import Type, { type TSchema } from 'typebox';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { words } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';
import { listPagination } from './pagination.ts';

const listOf = <Schema extends TSchema>(row: Schema, title: string, description: string) =>
  Type.Object(
    {
      data: Type.Array(row, words('Newest first. Empty if hidden', 'hidden by trades')),
      pagination: listPagination,
      attribution,
    },
    { title, description },
  );

/** Schema of the trades as CSV, with the fields of a trade as columns. */
export const tradeTable = Type.String({
  title: 'TradeTable',
  description: `A header line, \`${Object.keys(trade.properties).join()}\`, then one line per trade`,
});

export const tradeList = listOf(trade, 'TradeList', 'A page of closed trades');
export const positionList = listOf(position, 'PositionList', 'A page of open positions');
