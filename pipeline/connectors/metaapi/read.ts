import { makeReason } from '../../base/reasons/reason.ts';
import type { TerminalDeal } from '../../deliveries/deals/terminal.ts';
import { instant } from '../../platforms/source/orders.ts';
import { type ExactObject, isJsonList, type JsonValue, textOf } from '../../read/json-values.ts';
import { fieldsOf } from '../answers.ts';
import { ConnectorError, otherValue, unexpectedField } from '../errors.ts';
import type { Access, AccountRead, ReadPage } from '../kind.ts';
import { isClosing, isOpening, mt4Order, mt5Deal, openPosition } from './deals.ts';
import { type Gateway, objectOf } from './gateway.ts';
import { accountInformation, pathOf, terminalAccount } from './terminal.ts';

/** Range of time that is being read, and the deals of it that are stored. */
interface State {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const dealsAtOnce = 1000;
/** MetaTrader 4 came out in 2005. */
const earliest = Date.UTC(2005, 0, 1);
/** Time by which the server's clock and ours may differ. */
const skewMilliseconds = 3_600_000;

/** Reads an account: its deals, oldest first, then how it stands. */
export async function* readAccount(
  access: Access,
  gateway: Gateway,
  { secret, account, since, state }: AccountRead,
): AsyncGenerator<ReadPage> {
  const { account: id = '' } = secret;
  const path = pathOf(id);
  const information = await accountInformation(gateway, id);
  const terminal = terminalAccount(access, account, information);
  const now = access.clock().getTime();
  const openings = new Map<string, ExactObject>();
  // The newest time is read in the end, also after a read that was interrupted long ago.
  let range: State = (since === null ? (state as State | null) : null) ?? {
    from: since?.getTime() ?? earliest,
    to: now + skewMilliseconds,
    offset: 0,
  };
  for (;;) {
    const listed = await dealsOf(gateway, path, range);
    const deals =
      terminal.platform === 'MT5'
        ? listed.map(mt5Deal)
        : await ordersOf(gateway, path, listed, openings);
    const isFull = listed.length === dealsAtOnce;
    if (!isFull && range.to >= now) {
      yield await lastPage(access, gateway, id, { ...terminal, listed: 0 }, deals);
      return;
    }
    range = isFull
      ? { ...range, offset: range.offset + dealsAtOnce }
      : { from: range.to - 2 * skewMilliseconds, to: now + skewMilliseconds, offset: 0 };
    // More deals follow, so the balance does not yet fit the deals that were read.
    const unfinished = { ...terminal, listed: Number.MAX_SAFE_INTEGER };
    const content = { account: unfinished, deals, positions: null };
    yield { rows: {}, terminal: content, state: { ...range }, notes: [] };
  }
}

/** Reads how an account stands after all deals were read. */
async function lastPage(
  { clock }: Access,
  gateway: Gateway,
  id: string,
  before: ReturnType<typeof terminalAccount>,
  deals: readonly TerminalDeal[],
): Promise<ReadPage> {
  const { json } = await gateway.client({ path: `${pathOf(id)}/positions` });
  const positions = objectsOf('Positions', json).map((each) => openPosition(before.platform, each));
  const information = await accountInformation(gateway, id);
  const { decimal } = fieldsOf('Account information', information);
  const [balance, equity] = [decimal('balance'), decimal('equity')];
  const at = instant(clock().getTime());
  return {
    rows: { equity: [{ account_id: '', at, balance, equity, margin: decimal('margin') }] },
    terminal: { account: { ...before, balance }, deals, positions },
    state: null,
    notes: [],
  };
}

async function dealsOf(
  gateway: Gateway,
  path: string,
  { from, to, offset }: State,
): Promise<ExactObject[]> {
  const [start, end] = [from, to].map((at) => encodeURIComponent(new Date(at).toISOString()));
  const { status, json } = await gateway.client({
    path: `${path}/history-deals/time/${start}/${end}`,
    query: { offset: String(offset), limit: String(dealsAtOnce) },
  });
  if (status !== 200) throw otherValue('History deals', 'status', '200');
  return objectsOf('History deals', json);
}

/** Returns the objects of a list, or of its wrapping, which says whether the list is whole. */
function objectsOf(answer: string, json: JsonValue | undefined): ExactObject[] {
  if (isJsonList(json)) return json.map((each) => objectOf(answer, each));
  const { object, objects } = fieldsOf(answer, json);
  if (object.get('synchronizing') === true) {
    throw new ConnectorError('unavailable', makeReason('connector_metaapi_loading'));
  }
  return objects('deals').map((each) => each.object);
}

/**
 * Makes closed orders and balance operations of deals of MT4. An order whose opening is not among
 * the deals is asked for.
 */
async function ordersOf(
  gateway: Gateway,
  path: string,
  deals: readonly ExactObject[],
  openings: Map<string, ExactObject>,
): Promise<TerminalDeal[]> {
  const idOf = (deal: ExactObject) => textOf(deal.get('id'));
  for (const deal of deals) if (isOpening(deal)) openings.set(idOf(deal), deal);
  const orders: TerminalDeal[] = [];
  for (const deal of deals) {
    if (isOpening(deal)) continue;
    if (!isClosing(deal)) {
      orders.push(mt4Order({ opening: undefined, closing: deal }));
      continue;
    }
    const id = idOf(deal);
    if (!openings.has(id)) {
      const position = encodeURIComponent(textOf(deal.get('positionId')));
      const { json } = await gateway.client({ path: `${path}/history-deals/position/${position}` });
      const opening = objectsOf('History deals', json).find(
        (each) => isOpening(each) && idOf(each) === id,
      );
      if (opening === undefined)
        throw unexpectedField('History deals', 'entryType', 'wanted_opening');
      openings.set(id, opening);
    }
    orders.push(mt4Order({ opening: openings.get(id), closing: deal }));
    openings.delete(id);
  }
  return orders;
}
