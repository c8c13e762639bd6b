import {
  type MadeMessages,
  type MessageTraits,
  makeMessages,
} from '../../../../fixtures/statements/openapi.ts';

type Fields = Record<string, unknown>;

/** Account that a double shows. A test changes its lists at any time. */
export interface DoubleAccount {
  readonly id: bigint;
  readonly listed: Fields;
  readonly trader: Fields;
  readonly assets: Fields[];
  deals: Fields[];
  flows: Fields[];
  positions: Fields[];
  unrealized: Fields[];
  readonly moneyDigits: number;
  lightSymbols: Fields[];
  symbols: Fields[];
  archived: Fields[];
}

/** Account of a double, and the expected result of reading it. */
export interface MadeAccount {
  readonly account: DoubleAccount;
  readonly made: MadeMessages;
}

/** Makes up an account. The same name and traits give the same account. */
export function makeAccount(
  name: string,
  traits: MessageTraits,
  id = 9_007_199_254_740_993n,
): MadeAccount {
  const made = makeMessages(name, { ...traits, isProtoJson: false });
  const bodies = made.messages.map((message) => {
    const { payload, ...bare } = message as Fields;
    return (payload ?? bare) as Fields;
  });
  const all = (list: string): Fields[] =>
    bodies.flatMap((body) => (body[list] ?? []) as Fields[]).map((each) => ({ ...each }));
  const symbols = all('symbol');
  const trader = bodies.find((body) => 'trader' in body)?.trader as Fields;
  const flows = all('depositWithdraw');
  const deals = all('deal');
  const times = [
    ...deals.map((deal) => Number(deal.executionTimestamp)),
    ...flows.map((flow) => Number(flow.changeBalanceTimestamp)),
  ];
  return {
    made,
    account: {
      id,
      listed: {
        ctidTraderAccountId: id,
        isLive: true,
        traderLogin: Number(made.login),
        brokerTitleShort: made.broker,
      },
      trader: {
        ...trader,
        ctidTraderAccountId: id,
        registrationTimestamp: Math.min(...times) - 3_600_000,
      },
      assets: all('asset'),
      deals,
      flows,
      positions: all('position'),
      unrealized: all('positionUnrealizedPnL'),
      moneyDigits: made.digits,
      lightSymbols: symbols.filter((symbol) => 'symbolName' in symbol),
      symbols: symbols
        .filter((symbol) => 'lotSize' in symbol)
        .map((symbol) => ({ ...symbol, digits: 5, pipPosition: 4 })),
      archived: [],
    },
  };
}

/** Moves all times of an account, so that its newest deal or cash flow is at this instant. */
export function endAt(account: DoubleAccount, end: number): void {
  const newest = [...account.deals, ...account.flows].reduce((last, event) => {
    const at = Number(event.executionTimestamp ?? event.changeBalanceTimestamp);
    return Math.max(last, at);
  }, 0);
  moveTimes(account, Math.floor(end - newest));
}

function moveTimes(values: object, milliseconds: number): void {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object' && value !== null) moveTimes(value, milliseconds);
    else if (!name.endsWith('Timestamp')) continue;
    else if (typeof value === 'bigint') {
      Object.assign(values, { [name]: value + BigInt(milliseconds) });
    } else Object.assign(values, { [name]: Number(value) + milliseconds });
  }
}
