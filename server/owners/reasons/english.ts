/**
 * Texts of the pipeline that owners see: why a row, a file or a delivery was refused, and what an
 * import says about a file. Names in braces are values. The pipeline writes these texts, so a
 * change there is a change here.
 */
export const english = {
  // Rows: a column with its value and what is wrong with it.

  // Deliveries and accounts.
  rate: 'no rate {from} to {to} on or before {day}',

  // Files that can't be read, or lack something.
  unreadable: '{file}: no {noun}: {detail}',
  unreachable: 'cannot read {file}: {detail}',
  unreadFormat: '{file} cannot be read: its format is not known',
  unknownFormat: '{file} is not in a known format. Drop the file exactly as the platform saved it.',
  severalFormats:
    '{file} could be in several formats: {names}. Drop the file exactly as the platform saved it.',
  noNumber: '{file} names no account number; give it in the field Account number.',
  severalNumbers:
    '{file} holds {count} accounts ({names}): leave the field Account number empty, and each is named after its number.',
  noCurrency: "{file} names no currency; give the account's currency in the field Currency.",
  unknownCurrency:
    '{file} has the currency "{value}", which must be three capital letters, such as EUR, or the code of a coin, such as USDT; give the account\'s currency in the field Currency.',
  noPlatform: '{file} names no platform; give it in the field Platform.',
  noMap:
    '{file} is a table with unknown columns. Drop the file exactly as the platform saved it, or ask the operator to import it.',
  noSymbols:
    '{file} lacks the name and lot size of symbol {names}; add ProtoOASymbolsListRes and ProtoOASymbolByIdRes to it.',
  noAnswer: '{file}: {detail}; add the answer of {value} to it as `{name}`.',
  severalAccounts:
    '{file}: lists {count} accounts; add `accountId` to say which of them the answers are about',
  backtest:
    '{file} is a report of the strategy tester. A backtest is not the record of an account. Upload the history of the account.',
  calendar: '{file} is a calendar, not a statement of an account',
  noAccount: '{file} has no account in it',
  manyAccounts: '{file} has {count} accounts; add at most {max} at a time',
  timezone:
    '{file}: no such time zone; give an IANA zone (Europe/Athens), NY+7 (New York plus hours) or an offset (+02:00), of 14 hours at most',
  otherCurrency:
    "{account} is in {from} and this statement is in {to}; one account can't add up both. Correct the currency if you gave a wrong one, or give another account number, to add it as an account of its own.",

  // Parts of a file that were not imported.
  lineNotImported: 'line {line} not imported: {detail}: {text}',
  rowNotImported: '{name} not imported: {detail}',
  more: '{count} more {what}',
  field: '{name}: {fault}',
  cellNotTime: '`{value}` is not a date and time',
  fieldNotTime: '{name} `{value}` is not a date and time ({text})',
  fieldNotNumber: '{name} `{value}` is not a number',
  fieldNotPositive: '{name} `{value}` is not above 0',
  fieldEmpty: '{name} is empty',
  unknownType: 'type `{value}` is unknown',
  unknownAction: 'action `{value}` is unknown',
  unknownSide: '`{value}` is neither buy nor sell',
  noSide: 'the direction is neither buy nor sell',
  noDirection: 'neither direction is buy or sell',
  noResult: 'neither net nor gross is printed',
  noTicket: 'no ticket',
  noClosing: 'it has a closing price but no closing time',
  oneCell: 'one cell is all that it has',
  manyCells: 'it has more cells than the {max} columns',
  endsBefore: 'it ends before {name}',
  fieldNotTimeOf: '{name}: `{value}` is not a date and time',
  fieldNotDate: '{name} `{value}` is not a date ({text}) and time',
  fieldOffset: '{name} `{value}` has an offset of its own: give times in UTC',
  fieldNotAmount: '{name} `{value}` is not a number above 0',
  fieldNotWhole: '{name} `{value}` is not a whole number',
  fieldNotInstant: '{name} `{value}` is not an instant',
  fieldMissing: '{name}: missing or none',
  sideOf: 'side `{value}` is neither buy nor sell',
  mappedSide: "side `{value}` is neither buy nor sell, and the map's `words` do not say what it is",
  unknownRow: 'unknown kind of row',
  unknownRowOf: 'unknown kind of row: type `{value}`',
  unknownRowCells: 'unknown kind of row: type `{value}`, {count} cells',
  pricedEntry: 'a balance entry of type `{value}` with a price',
  partialEntry: 'a balance entry without ticket, time or amount',
  partialPosition: 'a position without its closing and without its result',
  unknownDeals: 'deals of {count} columns are none that are known',
  oddDeal: 'type `{value}` of a deal that goes `{other}`',
  closedBefore: 'closed before it was opened',
  valueCount: '{count} values where the configuration has {max}',
  leftOpen: 'its orders leave it open, but the list of open positions lacks it',
  otherOpen: 'its orders leave {value} open, but it is listed as {other}',
  closeMore: 'its orders close more than they opened',
  lineNotTime: 'line {line} not imported: {name}: `{value}` is not a date and time: {text}',
  lineOfKind:
    'line {line} not imported: unknown kind of row: type `{value}`, {count} cells: {text}',
  lineOfType: 'line {line} not imported: unknown kind of row: type `{value}`: {text}',
  lineLacks: 'line {line} not imported: {name}: missing or none: {text}',
  fieldNotPrice: '{name} `{value}` is not a price',
  fieldUnknown: '{name} `{value}` is unknown',
  fieldNotWholeAmount: '{name} `{value}` is not a whole number above 0',

  // Formats of exports.
  mt4: 'MetaTrader 4 statement, detailed or plain (.htm)',
  mt5: 'MetaTrader 5 history or strategy tester report (.html, .xlsx)',
  ctrader: 'cTrader statement (.csv, .xlsx), or messages of its Open API (.json, or a folder)',
  tradelocker: "answers of TradeLocker's API (.json, or a folder of them)",
  myfxbook: 'history of an account at Myfxbook (.csv)',
  fxblue: 'trades of one account or several at FX Blue (.csv)',
  mql5: 'history of a signal at mql5.com (.csv)',
  table: 'any table of trades, or of events (.csv, .xlsx, .json), by a map of its columns',

  // Assumptions about what a file doesn't say.
  utc: 'the file names no time zone, so its times count as UTC; give the time zone in the field Time zone',
  encoding: 'text read as {value}, because the file does not name its encoding',
  clockProbable:
    'the time zone is probably {name}: with it, the trades of {count} weeks run from {from} to {to} in New York, where the market is open from Sun 17:00 to Fri 17:00; not applied',
  clockProbableOthers:
    'the time zone is probably {name}, less likely {names}: with it, the trades of {count} weeks run from {from} to {to} in New York, where the market is open from Sun 17:00 to Fri 17:00; not applied',
  clockDoubtful:
    'with the time zone {name}, at least {count} times of currencies and metals are on a weekend, when the market is closed; they fit {names}',
  clockTwice:
    'with the time zone {name}, these times come twice, because clocks went back (the first counts, or the second if a trade would close before it opened): {text}',
  clockNever:
    'with the time zone {name}, these times do not exist, because clocks went forward (read as if they had not): {text}',
  clockAhead:
    "the newest time is {value} hours later than the date in the heading: the clock of the export is ahead of the computer's by at least that much",
  clockChecked: 'the time zone is checked with the first {count} deals only',

  // What was found.
  balanceAgrees: 'the printed balance agrees after each of {count} deals',
  messagesAgree: 'the balance agrees in {count} messages',
  entriesFlow: '{count} balance entries counted as deposits or withdrawals: {amount}',
  entriesAdjustment:
    '{count} balance entries counted as adjustments (results that belong to no trade): {amount}',
  entriesCredit: '{count} balance entries kept as credit (counted in no figure): {amount}',
  rowFlow: '{count} balance row counted as deposits or withdrawals: {amount}',
  rowsFlow: '{count} balance rows counted as deposits or withdrawals: {amount}',
  rowAdjustment:
    '{count} balance row counted as adjustments (results that belong to no trade): {amount}',
  rowsAdjustment:
    '{count} balance rows counted as adjustments (results that belong to no trade): {amount}',
  rowCredit: '{count} credit row kept as credit (part of no figure): {amount}',
  rowsCredit: '{count} credit rows kept as credit (part of no figure): {amount}',
  tradesNet: '{count} trades, net {amount}',
  accountTradesNet: '{account}: {count} trades, net {amount}',
  openPositions: '{count} open positions',
  dealsFound: '{count} closing deals, {min} opening deals, {max} not filled',
  transfers: '{count} deposits, withdrawals and charges',
  bonuses: '{count} bonuses kept as credit (part of no figure)',
  ordersFound: '{count} filled orders, {max} unfilled ones left out',
  closedPositions: '{count} closed positions as the platform lists them',
  computedResults:
    '{count} results computed from prices, volume and lot size, because no column has them',

  // Notes.
  demoReport: 'a demo account, as the report says',
  demoStatement: 'a demo account, as the statement says',
  openingRow: 'opening balance {amount}: the first printed balance less its row',
  openingDeal: 'opening balance {amount}: the first printed balance less its deal',
  openingMessage: 'opening balance {amount}: the first balance less its message',
  openingListed:
    'opening balance {amount}: printed balance less the balance rows and trades listed',
  openingTrades:
    'opening balance {amount}: the balance less the results of the trades; it includes deposits and withdrawals, because no answer lists them',
  paired: '{count} trades paired from deals, as the report lists no positions',
  openCosts:
    '{amount} of costs for positions that are still open: the printed balance includes them, the trades include them once they are closed',
  wholePositions:
    "{count} positions without their closing deals: one trade each, at the position's end",
  alike:
    '{count} deals could have closed one of several positions with the same result: the oldest of the same volume is taken, so the opening times of those trades are not certain',
  ordersLeftOut: '{count} orders left out',
  pendingLeftOut: '{count} pending orders left out',
  pendingOrCancelled: '{count} pending or cancelled orders left out',
  skipped: '{count} rows to be skipped left out',
  archived:
    '{count} archived results (Summary trade result) kept as trades, as the broker counts them',
  unknownTypes: '{count} balance entries of unknown types counted as adjustments: {text}',
  unknownText: 'deposits or withdrawals with an unknown text: {count} row, {amount} in all: {text}',
  unknownTexts:
    'deposits or withdrawals with an unknown text: {count} rows, {amount} in all: {text}',
  noBroker: 'the heading `{text}` names no broker: left empty',
  noSumsBelowRows: 'no sums are printed below the rows, so a cut file could not be noticed',
  noSumsBelowDeals: 'no sums are printed below the deals, so a cut file could not be noticed',
  noBalances: 'no message has a balance, so missing deals could not be noticed',
  unitVolumes:
    '{count} volumes in units: those of currency pairs are 100,000 to a lot, others are kept',
  sharedResults:
    '{count} open positions without a result of their own: the printed total is shared among them by volume and price. Only the total is known; the result of each is an estimate',
  unopened:
    '{count} trades without their opening deal: their closing time counts as the opening time too',
  noOpenList: 'no message lists open positions; add ProtoOAReconcileRes',
  noFloating:
    '{count} open positions left out: their floating result is missing; add ProtoOAGetPositionUnrealizedPnLRes',
  dealsTwice: '{count} deals listed twice',
  ordersTwice: '{count} orders listed twice',
  becameOpen: '{count} rows without a closing time became open positions',
  turned: '{count} withdrawals are printed without a minus sign and were read as money paid out',
  knownColumns: 'the columns are those of {name}; its map is used',
  maybeCut: 'the file does not end with a line break: it may be cut off',
  noClosedList: 'no answer lists orders or closed positions: closed trades are not known',
  noCommission: 'no column has a commission: it counts as 0',
  positionCounts: '{count} open positions listed, {max} counted in the account',
  noDetails: 'no account details: balance and equity are not known',

  // Contradictions and losses.
  notPrinted: '{name}: not printed: is the file cut off?',
  cutOff: 'the file does not end with </html>: is it cut off?',
  noFigures: 'no figures are printed below the tables: is the file cut off?',
  noBalanceRow: 'no balance and equity are printed below the tables: is a row of them lost?',
  notCompared: '{name}: `{value}` is not a number, and not compared',
  unknownBelow: 'figures below the trades: not compared, because their rows are of an unknown kind',
  unknownDetails:
    'figures of the section Details: not compared, because their rows are of an unknown kind',
  balanceBefore: 'Balance: the printed trades and deposits leave {amount} before the first row',
  balanceBeforeMessage: 'Balance: before the first message it would be {amount}',
  balanceBelow: 'the opening balance would be {amount}; it is below 0 and counts as 0',
  balanceBreaks:
    'line {line}: the balance {amount} does not follow from {from} before and the deal, which give {to}',
  balanceMoved:
    'line {line}: the balance moved by {amount} before this deal and no row says why; counted as a deposit or withdrawal',
  balanceMovedMessage:
    'the balance moved by {amount} {name} and no message says why; counted as a deposit or withdrawal',
  unevenDeal:
    'line {line}: net {amount} is printed, gross, commission and swap add up to {value}, which is taken',
  unevenRow:
    'line {line}: Net profit prints {amount}, profit, swap and commission add up to {value}',
  unevenFlow: 'line {line}: Net profit prints {amount}, profit {value}',
  unordered:
    'more than {max} deals not in the order of their closing: the balance in each row is not checked',
  rowPlace: 'line {line}: row {value} is where row {other} should be',
  ticketTwice: 'line {line}: ticket {value} is in line {other} too; the later row counts',
  closesTwice: 'line {line}: ticket {value} closes twice at that time; both are kept',
  beforeReport:
    'line {line}: deal {value} closes a position from before the report; its {amount} is kept as an adjustment, not as a trade',
  closedOneOf:
    'line {line}: deal {value} closed one of several positions: {detail}; the oldest of the same volume is taken',
  fitsNone: 'its result of {amount} fits no open position',
  tooFewResults:
    'the report does not say which, and too few results show what a price move of {name} is worth',
  otherPosition: 'line {line}: position {value} is `{text}`, the deal that opened it `{other}`',
  noOpening: 'line {line}: no deal opened position {value}',
  lotsDiffer: '{name}: deals leave {amount} lots open, the open positions are {value}',
  brokenRows:
    '{count} rows have a cell of several lines or a quote that is never closed: check that no rows were lost',
  unvalued:
    '{count} open positions left out: neither their results nor an equity are printed; export the statement with its summary',
  again: '{name} comes again with other values; the last counts',
  accountAmount: '{name} of the account is not a number: not compared',
  priceDiffers: 'trade {value}: the platform says {amount}, its prices give {other}',
  foreignPrices:
    '{count} trades of {name} not imported: its prices are not in {value}, and no answer has their results',
  historyCut: 'the history is not complete: hasMore is true, and no later answer follows',
  dealsCut: 'the deals are not complete: hasMore is true, and no later list follows',
} as const;

/** Texts of the pipeline in any language. */
export type ReasonWords = { readonly [Code in keyof typeof english]: string };
