export interface StatementParts {
  leverage?: string;
  date?: string;
  closed?: string[];
  open?: string[];
  deposits?: string;
  credit?: string;
  closedProfit?: string;
  floatingProfit?: string;
  balance?: string;
  equity?: string;
  /** Leaves out everything from the section Summary on, like an incomplete download. */
  cutOff?: boolean;
}

const columns =
  '<td>Ticket</td><td nowrap>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td>' +
  '<td>S / L</td><td>T / P</td><td nowrap>Close Time</td><td>Price</td><td>Commission</td>' +
  '<td>Taxes</td><td>Swap</td><td>Profit</td>';
const nothing = '<tr align=right><td colspan=13 align=center>No transactions</td></tr>';
/** Writes a statement like MetaTrader 4, with these rows and figures. */
export function statementHtml(parts: StatementParts): string {
  const { closed = [], open = [], balance = '0.00' } = parts;
  const summary = `<tr align=left><td colspan=14><b>Summary:</b></td></tr>
<tr align=right><td colspan=2><b>Deposit/Withdrawal:</b></td><td colspan=2 class=mspt><b>${parts.deposits ?? '0.00'}</b></td><td colspan=4><b>Credit Facility:</b></td><td class=mspt><b>${parts.credit ?? '0.00'}</b></td><td colspan=5>&nbsp;</td></tr>
<tr align=right><td colspan=2><b>Closed Trade P/L:</b></td><td colspan=2 class=mspt><b>${parts.closedProfit ?? '0.00'}</b></td><td colspan=4><b>Floating P/L:</b></td><td class=mspt><b>${parts.floatingProfit ?? '0.00'}</b></td><td colspan=3><b>Margin:</b></td><td colspan=2 class=mspt><b>0.00</b></td></tr>
<tr align=right><td colspan=2><b>Balance:</b></td><td colspan=2 class=mspt><b>${balance}</b></td><td colspan=4><b>Equity:</b></td><td class=mspt><b>${parts.equity ?? balance}</b></td><td colspan=3><b>Free Margin:</b></td><td colspan=2 class=mspt><b>${parts.equity ?? balance}</b></td></tr>
</table></body></html>`;
  return `<html><head><title>Statement: 1 - Somebody</title><style>td { font: 8pt }</style></head>
<body topmargin=1>
<div align=center><div style="font: 20pt"><b>Broker &amp; Sons</b></div><br>
<table cellspacing=1 cellpadding=3 border=0>
<tr align=left><td colspan=2><b>Account: 1</b></td><td colspan=5><b>Name: Somebody</b></td><td colspan=2><b>Currency: USD</b></td><td colspan=2><b>Leverage: ${parts.leverage ?? '1:100'}</b></td><td colspan=3 align=right><b>${parts.date ?? '2024 May 2, 12:00'}</b></td></tr>
<tr align=left><td colspan=13><b>Closed Transactions:</b></td></tr>
<tr align=center bgcolor="#C0C0C0">${columns}</tr>
${closed.join('\n') || nothing}
<tr align=left><td colspan=14><b>Open Trades:</b></td></tr>
<tr align=center bgcolor="#C0C0C0">${columns.replace('Close Time', '&nbsp;')}</tr>
${open.join('\n') || nothing}
<tr align=left><td colspan=14><b>Working Orders:</b></td></tr>
${nothing}
${parts.cutOff ? '' : summary}`;
}

interface TradeCells {
  ticket?: string;
  opened?: string;
  closed?: string;
  profit?: string;
}

/** Writes a row of 14 cells: a closed trade, or an open one if `closed` is `&nbsp;`. */
export function tradeRow(cells: TradeCells): string {
  const zero = '0.00';
  const values = [
    ...[cells.opened ?? '2024.05.01 08:00:00', 'buy', '0.10', 'eurusd', '1.07000', zero, zero],
    ...[cells.closed ?? '2024.05.01 09:30:00', '1.07100', zero, zero, zero],
    cells.profit ?? '10.00',
  ];
  const rest = values.map((value) => `<td class=mspt>${value}</td>`).join('');
  return `<tr bgcolor=#E0E0E0 align=right><td>${cells.ticket ?? '101'}</td>${rest}</tr>`;
}

/** Writes a balance or credit row. */
export function bookingRow(
  ticket: string,
  at: string,
  text: string,
  amount: string,
  type = 'balance',
): string {
  return `<tr align=right><td title="${text}">${ticket}</td><td class=msdate nowrap>${at}</td><td>${type}</td><td colspan=10 align=left>${text}</td><td class=mspt>${amount}</td></tr>`;
}
