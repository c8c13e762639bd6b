import { makeAccount } from '../../pipeline/connectors/ctrader/account.ts';
import { startDouble as startCtrader } from '../../pipeline/connectors/ctrader/double.ts';
import { brokerRecord, trade } from '../../pipeline/connectors/metaapi/account.ts';
import { startDouble as startMetaapi } from '../../pipeline/connectors/metaapi/double.ts';
import { roundTrip, startTradelocker } from '../../pipeline/connectors/tradelocker-server.ts';

/** Accounts at a broker. Each has the same number of trades, evenly spread over its days. */
export interface BrokerSize {
  readonly accounts: number;
  readonly trips: number;
  readonly days: number;
}

/** Server of a broker. */
export interface RunningBroker {
  readonly address: string;
  /**
   * Never answers requests for the histories of some accounts. Answers those of others with an
   * error.
   */
  misbehave(hanging: readonly string[], failing: readonly string[]): void;
  /** Enforces the rate limits that the broker documents. */
  limit(): void;
  /** Number of requests for histories so far. */
  historyRequests(): number;
}

/** Number of an account, by which the bench and the servers find it. */
export const numberOf = (at: number): string => String(700_000 + at);

/** Id of an account at MetaApi. */
export const gatewayId = (at: number): string => `account-${numberOf(at)}`;

const dayMilliseconds = 86_400_000;

/** Returns the opening and closing time of each trade of an account, oldest first. */
function tripsOf({ trips, days }: BrokerSize): (readonly [opened: number, closed: number])[] {
  const apart = (days * dayMilliseconds) / trips;
  const newest = Date.now() - 60_000;
  return Array.from({ length: trips }, (_, at) => {
    const closed = Math.floor(newest - (trips - 1 - at) * apart);
    return [Math.floor(closed - apart / 2), closed];
  });
}

const listOf = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

async function tradelocker(size: BrokerSize): Promise<RunningBroker> {
  const { address, accounts, knobs, requests } = await startTradelocker();
  knobs.isPersonal = true;
  accounts.splice(0);
  const times = tripsOf(size);
  for (let at = 0; at < size.accounts; at += 1) {
    accounts.push({
      id: numberOf(at),
      accNum: String(at + 1),
      currency: 'USD',
      balance: `${10_000 + size.trips}.00`,
      resting: [],
      positions: [],
      orders: times.flatMap(([opened, closed]) => roundTrip(opened, closed, 1)),
    });
  }
  const pathOf = (ids: readonly string[]) => new RegExp(`accounts/(${ids.join('|')})/`);
  return {
    address,
    misbehave(hanging, failing) {
      knobs.hang = pathOf(hanging);
      knobs.status = { path: pathOf(failing), code: 500 };
    },
    limit() {},
    historyRequests: () => requests.filter((path) => path.includes('ordersHistory')).length,
  };
}

async function ctrader(size: BrokerSize): Promise<RunningBroker> {
  const times = tripsOf(size);
  const { knobs, requests, address } = await startCtrader(
    listOf(size.accounts, (at) => {
      const { account } = makeAccount('bench', { deals: 0 }, BigInt(numberOf(at)));
      const [symbol] = account.symbols;
      const about = { symbolId: symbol?.symbolId, orderId: 1n, volume: 100_000n };
      let [id, balance] = [0n, 1_000_000n];
      const deals = times.flatMap(([opened, closed]) => {
        const position = id + 1n;
        return [opened, closed].map((executionTimestamp, side) => {
          id += 1n;
          const isClosing = side === 1;
          if (isClosing) balance += 100n;
          return {
            ...about,
            dealId: id,
            positionId: position,
            filledVolume: 100_000n,
            createTimestamp: BigInt(executionTimestamp),
            tradeSide: side + 1,
            executionTimestamp: BigInt(executionTimestamp),
            executionPrice: 1.08,
            dealStatus: 2,
            commission: 0n,
            moneyDigits: 2,
            ...(isClosing && {
              closePositionDetail: {
                entryPrice: 1.07,
                grossProfit: 100n,
                swap: 0n,
                commission: 0n,
                balance,
                closedVolume: 100_000n,
                moneyDigits: 2,
              },
            }),
          };
        });
      });
      const trader = { ...account.trader, balance, moneyDigits: 2 };
      const registrationTimestamp = BigInt((times[0]?.[0] ?? Date.now()) - 3_600_000);
      return Object.assign(account, {
        deals,
        flows: [],
        positions: [],
        unrealized: [],
        trader: { ...trader, registrationTimestamp },
        listed: { ...account.listed, traderLogin: BigInt(numberOf(at)) },
      });
    }),
  );
  const { perSecond, historicalPerSecond } = knobs;
  const documented = { perSecond, historicalPerSecond };
  Object.assign(knobs, { perSecond: 1e6, historicalPerSecond: 1e6 });
  return {
    address,
    misbehave(hanging, failing) {
      Object.assign(knobs, { hanging: new Set(hanging), unreachable: new Set(failing) });
    },
    limit() {
      Object.assign(knobs, documented);
    },
    historyRequests: () => requests.filter((name) => /DealList|CashFlow/.test(name)).length,
  };
}

async function metaapi(size: BrokerSize): Promise<RunningBroker> {
  const times = tripsOf(size);
  const deals = times.flatMap(([opened, closed], trip) =>
    [opened, closed].map((at, side) =>
      trade('mt5', String(2 * trip + side + 1), String(2 * trip + 1), at, {
        type: side === 0 ? 'DEAL_TYPE_BUY' : 'DEAL_TYPE_SELL',
        entryType: side === 0 ? 'DEAL_ENTRY_IN' : 'DEAL_ENTRY_OUT',
        volume: 0.1,
        price: 1.08,
        profit: side,
      }),
    ),
  );
  const balance = 10_000 + size.trips;
  const brokers = new Map(
    listOf(size.accounts, (at) => {
      const login = Number(numberOf(at));
      const record = brokerRecord('mt5', { login, balance, equity: balance });
      return [`${login}@MEADOW`, Object.assign(record, { deals })] as const;
    }),
  );
  for (const { information } of brokers.values()) Object.assign(information, { server: 'MEADOW' });
  const { address, accounts, knobs, requests } = await startMetaapi(brokers);
  for (let at = 0; at < size.accounts; at += 1) {
    const [_id, login] = [gatewayId(at), numberOf(at)];
    accounts.set(_id, { _id, login, server: 'MEADOW', name: login, region: 'london' });
  }
  const pathOf = (ids: readonly string[]) =>
    new RegExp(`account-(${ids.join('|')})/history-deals/`);
  return {
    address,
    misbehave(hanging, failing) {
      Object.assign(knobs, { hang: pathOf(hanging), failing: pathOf(failing) });
    },
    limit() {},
    historyRequests: () => requests.filter((path) => path.includes('/history-deals/')).length,
  };
}

/** Starts of servers, by kind. */
export const startOf = { tradelocker, ctrader, metaapi };
