import { benchAccountId } from './registry.ts';

/** Makes ten new trades of one account as a CSV file. Each round takes another account. */
export function tenTrades(accounts: number, round: number): string {
  const account = benchAccountId((round * 137) % accounts);
  const columns =
    'account_id,ticket,symbol,side,volume,open_price,close_price,opened_at,closed_at,profit';
  const rows = Array.from({ length: 10 }, (_, at) => {
    const minute = String(at).padStart(2, '0');
    const times = `2026-06-26T18:${minute}:00Z,2026-06-26T19:${minute}:00Z`;
    return `${account},new-${round}-${at},EURUSD,buy,0.1,1.1,1.101,${times},${10 - at}`;
  });
  return `${[columns, ...rows].join('\n')}\n`;
}
