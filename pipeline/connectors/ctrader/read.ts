import { amountOf } from '../../platforms/ctrader/openapi-values.ts';
import { compareDecimals } from '../../read/decimals.ts';
import { type ExactObject, textOf } from '../../read/json-values.ts';
import { fieldsOf } from '../answers.ts';
import { unexpectedField } from '../errors.ts';
import type { Access, AccountRead, ReadPage } from '../kind.ts';
import { listOf, openingOf, readHistory } from './history.ts';
import { accountStatePage, historyPage, readPart, rowsOf } from './pages.ts';
import type { OpenApiSession } from './session.ts';
import { listSymbols } from './symbols.ts';

/** State between the pages and the reads of an account. */
interface State {
  /** Instant up to which the history is stored, in milliseconds. */
  readonly next: number;
  /** Balance before the first event, and after the newest one. */
  readonly opening: string;
  readonly balance: string;
  /** Times at which positions were opened whose opening is older than the next read. */
  readonly openings: Readonly<Record<string, number>>;
}

const none: State = { next: 0, opening: '', balance: '', openings: {} };

/** No account of cTrader is older. */
const earliest = Date.UTC(2011, 0, 1);
const dayMilliseconds = 86_400_000;
/** Time by which the server's clock and ours may differ. */
const skewMilliseconds = 3_600_000;
/** Openings that the state holds. Those of further positions are asked for again. */
const openingsInState = 500;
/** Times that an account is read again because a deal came in meanwhile. */
const rereads = 3;

/** Reads an account: its history from where the last read ended, then how it stands. */
export async function* readAccount(
  access: Access,
  session: OpenApiSession,
  { account, since, state: stored }: AccountRead,
): AsyncGenerator<ReadPage> {
  const id = BigInt(account.id);
  let state = { ...none, ...(stored as Partial<State> | null) };
  let trader = await traderOf(session, id);
  const registered = Number(textOf(trader.get('registrationTimestamp'))) || earliest;
  const from = Math.max(since?.getTime() ?? state.next, registered);
  const symbols = await listSymbols(session, id);
  const openings = new Map(Object.entries(state.openings));
  const early = new Map<string, number>();

  const pages = async function* (start: number, end: number): AsyncGenerator<ReadPage> {
    for await (const part of readHistory(session, id, start, end)) {
      const read = readPart(part);
      for (const [position, at] of read.openings) openings.set(position, at);
      await symbols.learn(read.closings.map(({ symbolId }) => symbolId));
      for (const { position } of read.closings) {
        const opened = openings.get(position) ?? (await openingOf(session, id, position));
        if (opened === null) continue;
        openings.set(position, opened);
        if (opened < from + dayMilliseconds) early.set(position, opened);
      }
      const { rows, opening, balance, notes } = historyPage(read, openings, symbols);
      state = {
        ...state,
        next: part.until,
        opening: state.balance === '' ? opening : state.opening,
        balance: balance || state.balance,
      };
      yield { rows, terminal: null, state, notes };
    }
  };

  yield* pages(from, access.clock().getTime() + skewMilliseconds);
  const currency = await currencyOf(session, id, trader);
  for (let again = 0; ; again++) {
    const standing = await standingOf(session, id);
    trader = standing.trader;
    const at = access.clock().getTime();
    // A deal may have come in after the history was read. Then the balance is ahead of the deals.
    const isAhead = state.balance !== '' && isOther(state.balance, amountOf(trader, 'balance'));
    if (isAhead && again < rereads) {
      yield* pages(at - skewMilliseconds, at + skewMilliseconds);
      continue;
    }
    const { holdings = [] } = rowsOf(standing);
    await symbols.learn(holdings.map(({ symbolId }) => symbolId));
    const rows = accountStatePage(
      account,
      { ...standing, at, currency, opening: state.opening },
      symbols,
    );
    const open = holdings.map(({ ticket, opened }) => [ticket, opened] as const);
    const remembered = [...open, ...early].slice(0, openingsInState);
    state = { ...state, openings: Object.fromEntries(remembered) };
    yield { rows, terminal: null, state, notes: [] };
    return;
  }
}

const isOther = (first: string, second: string): boolean =>
  second !== '' && compareDecimals(first, second) !== 0;

async function traderOf(session: OpenApiSession, account: bigint): Promise<ExactObject> {
  const answer = await session.ofAccount(account, 'ProtoOATraderReq');
  return fieldsOf('ProtoOATraderRes', answer).fields('trader').object;
}

/** Asks how an account stands now. */
async function standingOf(session: OpenApiSession, account: bigint) {
  const reconciled = await session.ofAccount(account, 'ProtoOAReconcileReq');
  const positions = listOf('ProtoOAReconcileRes', reconciled, 'position', account);
  const profits =
    positions.length === 0
      ? new Map()
      : await session.ofAccount(account, 'ProtoOAGetPositionUnrealizedPnLReq');
  const unrealized =
    positions.length === 0
      ? []
      : listOf('ProtoOAGetPositionUnrealizedPnLRes', profits, 'positionUnrealizedPnL', account);
  const digits = profits.get('moneyDigits') ?? null;
  return {
    positions,
    unrealized: unrealized.map((each) => new Map([...each, ['moneyDigits', digits] as const])),
    trader: await traderOf(session, account),
  };
}

async function currencyOf(
  session: OpenApiSession,
  account: bigint,
  trader: ExactObject,
): Promise<string> {
  const answer = await session.ofAccount(account, 'ProtoOAAssetListReq');
  const asset = listOf('ProtoOAAssetListRes', answer, 'asset', account).find(
    (each) => textOf(each.get('assetId')) === textOf(trader.get('depositAssetId')),
  );
  const name = textOf(asset?.get('name')).toUpperCase();
  if (name === '') throw unexpectedField('ProtoOAAssetListRes', 'asset', 'wanted_currency');
  return name;
}
