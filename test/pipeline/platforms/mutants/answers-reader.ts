import { amountOf, type Figures, total } from './second-reader.ts';

// Reads answers of APIs a second time, as a person would. Shares nothing with `pipeline/`.

export type Tree = null | boolean | number | string | Tree[] | { [name: string]: Tree };
type Fields = { [name: string]: Tree };

/** Lists every object and list of a tree, from the outside in. */
export function* insides(tree: Tree): Generator<Tree[] | Fields> {
  if (tree === null || typeof tree !== 'object') return;
  yield tree;
  for (const inner of Object.values(tree)) yield* insides(inner);
}

const isFields = (tree: Tree | undefined): tree is Fields =>
  tree !== null && typeof tree === 'object' && !Array.isArray(tree);

/** Lists the objects of all lists with a name. */
const listed = (tree: Tree, name: string): Fields[] =>
  [...insides(tree)].flatMap((each) =>
    isFields(each) && Array.isArray(each[name]) ? each[name].filter(isFields) : [],
  );

/** Of objects with one id the last counts. */
const byId = (list: readonly Fields[], id: string): Fields[] => [
  ...new Map(list.map((each) => [`${each[id]}`, each])).values(),
];

/** Reads messages of cTrader's Open API. */
export function readMessages(tree: Tree): Figures {
  const sizes = new Map(
    listed(tree, 'symbol').flatMap(({ symbolId, lotSize }) =>
      lotSize === undefined ? [] : [[`${symbolId}`, Number(lotSize)] as const],
    ),
  );
  const deals = byId(listed(tree, 'deal'), 'dealId').flatMap((deal) => {
    const detail = deal.closePositionDetail;
    if (!isFields(detail) || !/^([23]|FILLED|PARTIALLY_FILLED)$/.test(`${deal.dealStatus}`)) {
      return [];
    }
    const costs = ['grossProfit', 'swap', 'commission', 'pnlConversionFee'];
    const sum = costs.reduce((all, name) => all + Number(detail[name] ?? 0), 0);
    return {
      is: 'trade' as const,
      amount: Math.round((sum * 1e6) / 10 ** Number(detail.moneyDigits ?? deal.moneyDigits)),
      lots: Math.round(
        (Number(detail.closedVolume ?? deal.filledVolume) / (sizes.get(`${deal.symbolId}`) ?? 0)) *
          1e6,
      ),
      at: Number(deal.executionTimestamp),
    };
  });
  const transfers = byId(listed(tree, 'depositWithdraw'), 'balanceHistoryId').map((transfer) => {
    const type = `${transfer.operationType}`;
    const isOut = /WITHDRAW|^(1|35)$/.test(type);
    const amount = (Number(transfer.delta) * 1e6) / 10 ** Number(transfer.moneyDigits);
    return {
      is: /^([01]|BALANCE_(DEPOSIT|WITHDRAW))$/.test(type)
        ? ('booked' as const)
        : ('charge' as const),
      amount: Math.round(isOut ? -Math.abs(amount) : amount),
    };
  });
  const bonuses = byId(listed(tree, 'bonusDepositWithdraw'), 'bonusHistoryId').map((bonus) => {
    const isOut = /^(1|BONUS_WITHDRAW)$/.test(`${bonus.operationType}`);
    const whole = Number(bonus.managerDelta) + Number(bonus.ibDelta);
    const amount = Math.round((whole * 1e6) / 10 ** Number(bonus.moneyDigits));
    return { is: 'credit' as const, amount: isOut ? -amount : amount };
  });
  const open = byId(listed(tree, 'position'), 'positionId').map(() => ({ is: 'open' as const }));
  return { ...total([...deals, ...transfers, ...bonuses, ...open]), unexplained: 0 };
}

/** Reads answers of TradeLocker whose orders have their results. */
export function readAnswers(tree: Tree): Figures {
  const columnsOf = (name: string): string[] =>
    listedIn(tree, name).flatMap((config) =>
      isFields(config) ? listed(config, 'columns').map(({ id }) => `${id}`) : [],
    );
  const rowsOf = (list: string, config: string): Map<string, Tree>[] =>
    listedIn(tree, list).flatMap((rows) =>
      Array.isArray(rows)
        ? rows.flatMap((row) =>
            Array.isArray(row)
              ? [new Map(columnsOf(config).map((id, at) => [id, row[at] ?? '']))]
              : [],
          )
        : [],
    );
  const orders = [
    ...new Map(
      rowsOf('ordersHistory', 'ordersHistoryConfig').map((row) => [row.get('id'), row]),
    ).values(),
  ]
    .filter((row) => row.get('status') === 'Filled')
    .sort(
      (before, after) => Number(before.get('lastModified')) - Number(after.get('lastModified')),
    );
  const sides = new Map<Tree | undefined, Tree | undefined>();
  const trades = orders.flatMap((row) => {
    const position = row.get('positionId');
    if (!sides.has(position)) sides.set(position, row.get('side'));
    if (sides.get(position) === row.get('side')) return [];
    return {
      is: 'trade' as const,
      amount: amountOf(`${row.get('pnl')}`),
      lots: amountOf(`${row.get('filledQty')}`),
      at: Number(row.get('lastModified')),
    };
  });
  const open = rowsOf('positions', 'positionsConfig').map(() => ({ is: 'open' as const }));
  return total([...trades, ...open]);
}

const listedIn = (tree: Tree, name: string): Tree[] =>
  [...insides(tree)].flatMap((each) =>
    isFields(each) && name in each ? [each[name] ?? null] : [],
  );
