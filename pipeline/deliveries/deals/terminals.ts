import type { JsonText } from '../../base/json-text.ts';
import type { Database } from '../../duckdb/database.ts';
import type { DeliveredLines } from '../../load/delivered-lines.ts';
import type { TextAnswers } from '../../platforms/source/cash-flow-kinds.ts';
import { maxHeldBytes } from '../batches.ts';
import { readContent } from '../contents.ts';
import type { DeliveryDatabase } from '../database.ts';
import type { PendingDelivery } from '../pending-deliveries.ts';
import {
  clockOf,
  type Pairing,
  pairAll,
  pairChanged,
  writeAccount,
  writePositions,
} from './pair.ts';
import { type ChangedPosition, dealSource } from './stored-deals.ts';
import type { DealKey, TerminalReport } from './terminal.ts';
import {
  keyText,
  readTerminals,
  storeTerminals,
  type TerminalState,
  withReport,
} from './terminal-states.ts';

interface TerminalsOptions {
  /** Database of the run, which stores the terminals. */
  readonly home: Database;
  readonly database: DeliveryDatabase;
  readonly lines: DeliveredLines;
  /** Returns the number of the newest delivery of an account that was loaded before. */
  readonly startOf: (accountId: string) => number;
  /** Number of the newest delivery of this load. */
  readonly upTo: number;
  /** Answers of an account's owner about texts of balance entries. */
  readonly answersOf: (accountId: string) => TextAnswers;
}

/** Terminal in a load. */
interface LoadedTerminal {
  readonly key: DealKey;
  state: TerminalState | undefined;
  /** Clock by which its deals were last paired; null if none was. */
  clock: string | null;
  /** Receipts of its deliveries that are not paired yet, by number. */
  readonly receipts: Map<number, string>;
  /** Number of its newest delivery in this load; 0 if it has none. */
  newest: number;
  isAnyPaired: boolean;
  isListNew: boolean;
  /** Newest list of positions, if it is in memory. */
  positions: readonly JsonText[] | null;
}

type ByAccount = Map<string, Map<string, LoadedTerminal>>;

/** Returns a terminal of an account. Enters it if it is new. */
function terminalOf(byAccount: ByAccount, key: DealKey): LoadedTerminal {
  const ofAccount = byAccount.get(key.accountId) ?? new Map<string, LoadedTerminal>();
  byAccount.set(key.accountId, ofAccount);
  const terminal = ofAccount.get(keyText(key)) ?? {
    key,
    state: undefined,
    clock: null,
    receipts: new Map(),
    newest: 0,
    isAnyPaired: false,
    isListNew: false,
    positions: null,
  };
  ofAccount.set(keyText(key), terminal);
  return terminal;
}

/** Pairs what is new of a terminal. Rows get the delivery that changed their position last. */
async function pairNew(
  terminal: LoadedTerminal,
  changed: readonly ChangedPosition[],
  pairingOf: (terminal: LoadedTerminal, delivery: string) => Pairing,
): Promise<void> {
  const { state, receipts, clock: last } = terminal;
  if (state === undefined || receipts.size === 0) return;
  const clock = clockOf(state);
  // All deals of this load count, since a later batch may move a deal to another position.
  const pairing = (number: number) => pairingOf(terminal, receipts.get(number) ?? '');
  if (last !== null && last !== clock) {
    // Another clock changes every time.
    await pairAll(pairing(terminal.newest));
    terminal.isAnyPaired = true;
  } else {
    for (const number of receipts.keys()) {
      const some = changed.filter((position) => position.number === number);
      if (some.length === 0) continue;
      await pairChanged(pairing(number), some);
      terminal.isAnyPaired = true;
    }
  }
  terminal.clock = clock;
  receipts.clear();
}

/** Reads the list of open positions of a delivery. */
async function readList(
  database: TerminalsOptions['database'],
  number: number,
): Promise<readonly JsonText[]> {
  const content = await database.read((db) => readContent(db, number));
  const positions = content?.terminal?.positions;
  if (!positions) throw new Error(`the content of delivery ${number} is damaged`);
  return positions;
}

/** Opens the terminals and brokers whose deals a load pairs. */
export function openTerminals({
  home,
  database,
  lines,
  startOf,
  upTo,
  answersOf,
}: TerminalsOptions) {
  const byAccount: ByAccount = new Map();
  /** Number of the newest delivery with a row of `accounts`, by account. */
  const described = new Map<string, number>();
  const reporting = new Set<string>();
  let heldBytes = 0;

  const of = (accountId: string): LoadedTerminal[] =>
    [...(byAccount.get(accountId)?.values() ?? [])].filter(({ newest }) => newest > 0);
  const pairingOf = ({ key, state: terminal }: LoadedTerminal, delivery: string): Pairing => {
    if (terminal === undefined) throw new Error(`no terminal of ${key.accountId} is known`);
    const write: Pairing['write'] = (rows, receivedAt) =>
      lines.append(rows, { source: key.source, delivery, receivedAt: receivedAt ?? null });
    return { database, key, terminal, answers: answersOf(key.accountId), upTo, write };
  };
  return {
    /** Reads what earlier runs stored of terminals, before their deliveries are reported. */
    async read(accountIds: readonly string[]): Promise<void> {
      const unread = [...new Set(accountIds)].filter((id) => !byAccount.has(id));
      if (unread.length === 0) return;
      for (const id of unread) byAccount.set(id, new Map());
      for (const { key, state, number } of await readTerminals(home, unread)) {
        // What is loaded anew is not known yet.
        if (number > startOf(key.accountId)) continue;
        Object.assign(terminalOf(byAccount, key), { state, clock: clockOf(state) });
      }
    },
    /** Notes that a delivery describes the account by a row of its own. */
    describedBy: ({ accountId, number }: PendingDelivery): void =>
      void described.set(accountId, number),
    /** Takes the account and positions of a delivery. Its deals are paired later. */
    report({ accountId, source, number, receipt }: PendingDelivery, report: TerminalReport): void {
      const terminal = terminalOf(byAccount, { accountId, source: dealSource(source) });
      const before = terminal.state?.list;
      terminal.state = withReport(terminal.state, report, number);
      terminal.receipts.set(number, receipt);
      terminal.newest = number;
      reporting.add(accountId);
      if (terminal.state.list === before) return;
      const size = (report.positions ?? []).reduce((sum, { length }) => sum + length, 0);
      heldBytes += size;
      terminal.isListNew = true;
      terminal.positions = heldBytes > maxHeldBytes ? null : report.positions;
    },
    /** Lists the accounts with deliveries that are not paired yet, and forgets them. */
    reporting(): string[] {
      const accounts = [...reporting];
      reporting.clear();
      return accounts;
    },
    /** Writes the trades and flows of an account's new deals. Writes nothing if it fails. */
    async pair(accountId: string, changed: readonly ChangedPosition[]): Promise<void> {
      const undo = lines.mark();
      try {
        for (const terminal of of(accountId)) {
          const { source } = terminal.key;
          const ofTerminal = changed.filter((position) => position.source === source);
          await pairNew(terminal, ofTerminal, pairingOf);
        }
      } catch (error) {
        await undo();
        throw error;
      }
    },
    /** Lists the accounts with any delivery. */
    paired: (): string[] => [...byAccount.keys()].filter((id) => of(id).length > 0),
    /** Writes the row of an account and its open positions, by its newest delivery. */
    async describe(accountId: string): Promise<void> {
      for (const terminal of of(accountId)) {
        const { state, newest, positions, isListNew, isAnyPaired } = terminal;
        const pairing = pairingOf(terminal, '');
        if (newest > (described.get(accountId) ?? 0)) await writeAccount(pairing);
        if (!state?.list || !(isListNew || isAnyPaired)) continue;
        const { number, at } = state.list;
        await writePositions(pairing, {
          at,
          positions: positions ?? (await readList(database, number)),
        });
      }
    },
    /** Stores the terminals but for those of accounts that wait, in the transaction of the load. */
    store: (waiting: ReadonlyMap<string, unknown>): Promise<void> =>
      storeTerminals(
        home,
        [...byAccount.keys()]
          .filter((id) => !waiting.has(id))
          .flatMap(of)
          .flatMap(({ key, state, newest: number }) => (state ? [{ key, state, number }] : [])),
      ),
  };
}
