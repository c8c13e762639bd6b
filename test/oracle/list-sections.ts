import type { Book, Position } from './book.ts';
import { instantText } from './instants.ts';
import type { JsonObject } from './json.ts';
import { moneyNumber } from './money.ts';

/** Lists closed trades, newest first. */
export function tradesSection(book: Book): JsonObject[] {
  return [...book.trades].reverse().map((trade) => ({
    ...positionObject(trade),
    close_price: trade.closePrice,
    closed_at: instantText(trade.closedAt),
    net_profit: moneyNumber(trade.net),
  }));
}

/** Lists open positions, newest first. */
export function positionsSection(book: Book): JsonObject[] {
  return book.positions.map(positionObject);
}

function positionObject(position: Position): JsonObject {
  return {
    ticket: position.ticket,
    symbol: position.symbol,
    side: position.side,
    volume: moneyNumber(position.volume),
    open_price: position.openPrice,
    stop_loss: position.stopLoss,
    take_profit: position.takeProfit,
    opened_at: instantText(position.openedAt),
    profit: moneyNumber(position.profit),
    commission: moneyNumber(position.commission),
    swap: moneyNumber(position.swap),
    comment: position.comment,
    // The number of JavaScript that is closest to the text.
    magic_number: position.magicNumber === null ? null : Number(position.magicNumber),
  };
}
