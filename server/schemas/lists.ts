import Type, { type TSchema } from 'typebox';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { words } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';
import { pagination } from './pagination.ts';

const listOf = <Schema extends TSchema>(row: Schema, title: string, description: string) =>
  Type.Object(
    {
      data: Type.Array(row, words('Newest first; empty if hidden', 'hidden by trades')),
      pagination,
      attribution,
    },
    { title, description },
  );

/** The same list as a table, whose columns are the fields of a trade. */
export const tradeTable = Type.String({
  title: 'TradeTable',
  description: `A header line, \`${Object.keys(trade.properties).join()}\`, then one line a trade`,
});

export const tradeList = listOf(trade, 'TradeList', 'A page of closed trades');
export const positionList = listOf(position, 'PositionList', 'A page of open positions');
