import type { MadeMessages } from '../../../../fixtures/statements/openapi.ts';
import { instant } from '../same-rows.ts';

/** Returns the rows that follow from made-up messages of the Open API. */
export function messageRows({ closings, transfers, open, digits }: MadeMessages) {
  const money = (units: number) => units / 10 ** digits;
  return {
    trades: closings.map((deal) => ({
      ticket: deal.deal,
      symbol: deal.symbol,
      side: deal.side,
      volume: deal.volume / deal.lotSize,
      opened_at: instant(deal.opened),
      closed_at: instant(deal.closed),
      open_price: deal.openPrice,
      close_price: deal.closePrice,
      profit: money(deal.gross),
      swap: money(deal.swap),
      commission: money(deal.commission + deal.fee),
    })),
    flows: transfers.map(({ id, at, amount, kind }) => ({
      id,
      at: instant(at),
      amount: money(amount),
      kind,
    })),
    positions: open.map(({ position, symbol, volume, lotSize, gross }) => ({
      ticket: position,
      symbol,
      volume: volume / lotSize,
      profit: money(gross),
    })),
  };
}
