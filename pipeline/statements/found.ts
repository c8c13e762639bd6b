import type { RefusedRows } from '../connect/loadable-rows.ts';
import type { Delivered } from '../deliveries/contents.ts';
import { sizeOf } from '../deliveries/quota.ts';
import type { HeldPart } from '../platforms/source/source-files.ts';
import type { SourceRows } from '../platforms/source/source-tables.ts';
import type { ComparedFigure } from '../reconcile/compared.ts';
import type { Plan } from '../registry/words.ts';

/** What a statement says of one account, for its owner to look at. */
export interface FoundAccount {
  /** Made of what the statement says; the account may be known by another in the end. */
  readonly id: string;
  readonly platform: string;
  /** The id without all but the last signs of its number. */
  readonly masked: string;
  readonly currency: string;
  readonly broker: string;
  readonly isDemo: boolean | null;
  /** Instants of the first thing that happened and of the last, empty where nothing did. */
  readonly from: string;
  readonly until: string;
  readonly trades: number;
  readonly positions: number;
  readonly flows: number;
  /** Rows left out because load would refuse them, and which is the first and why. */
  readonly refused: number;
  readonly reason: string | null;
  /** Whether it lists open positions, or says that there are none. */
  readonly saysPositions: boolean;
  /** What it counts for the plan of its owner once it is confirmed. */
  readonly rows: number;
  readonly bytes: number;
  /** Every figure that the statement prints, beside ours; empty where it prints none. */
  readonly compared: readonly ComparedFigure[];
}

/** What was found in a statement. */
export interface Found {
  /** In words, such as `MetaTrader 5 history report`. */
  readonly format: string;
  /** The time zone that times were read by; empty where the file says it itself. */
  readonly clock: string;
  readonly accounts: readonly FoundAccount[];
  /** What agrees, what should be known, and what does not agree. */
  readonly facts: readonly string[];
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

/** What a statement came to when it was read: what was found, or one line on why nothing was. */
export type Reading = { readonly found: Found } | { readonly problem: string };

/** What a statement may not say by itself; empty where its owner said nothing. */
export interface StatementOptions {
  /** The clock of its times, as `--tz` takes it. */
  readonly clock: string;
  readonly currency: string;
  /** What the account is called at its platform. */
  readonly number: string;
  readonly platform: string;
}

/** Who dropped a statement, and their plan in force. */
export interface StatementOwner {
  readonly slug: string;
  readonly plan: Plan;
}

/** Accounts that a statement was confirmed for, and the receipts of their deliveries, in its order. */
export interface ConfirmedAs {
  readonly slugs: readonly string[];
  readonly receipts: readonly string[];
}

/** How far a statement has come: a run takes what is confirmed. */
export type StatementState = 'open' | 'confirmed' | 'taken' | 'refused';

/** A statement that an owner dropped. */
export interface Statement {
  readonly id: string;
  readonly owner: string;
  /** What the file was called where it came from. */
  readonly name: string;
  readonly options: StatementOptions;
  /** Null while it is being read; once it is refused, why. */
  readonly reading: Reading | null;
  readonly state: StatementState;
  /** Slugs of its accounts, once it is confirmed. */
  readonly slugs: readonly string[];
}

/** Files in the folder where a statement is read. */
export const statementFiles = { statement: 'statement', contents: 'contents.ndjson.gz' } as const;

/** An account of a statement, as its owner sees it before it is taken. */
export function describeAccount(
  { id, tables }: HeldPart,
  content: Delivered,
  refused: RefusedRows,
): Omit<FoundAccount, 'compared'> {
  const [account] = tables.accounts ?? [];
  const instants = instantsOf(tables);
  return {
    id,
    platform: account?.platform ?? '',
    masked: maskId(id),
    currency: account?.currency ?? '',
    broker: account?.broker ?? '',
    isDemo: account?.demo ? account.demo === 'true' : null,
    from: instants[0] ?? '',
    until: instants.at(-1) ?? '',
    trades: tables.trades?.length ?? 0,
    positions: tables.positions?.length ?? 0,
    flows: tables.cash_flows?.length ?? 0,
    refused: refused.count,
    reason: refused.lines[0] ?? null,
    saysPositions: 'positions' in content.lines || 'position_reports' in content.lines,
    ...sizeOf(content),
  };
}

function instantsOf({ trades = [], cash_flows = [] }: SourceRows): string[] {
  const all = [
    ...trades.flatMap(({ opened_at, closed_at }) => [opened_at, closed_at]),
    ...cash_flows.map(({ at }) => at),
  ];
  return all.filter((at) => at !== '').sort();
}

const shownSigns = 3;

/** An id with its number told apart by its last signs alone. */
export function maskId(id: string): string {
  const [, platform = '', number = '', rest = ''] = /^([^:]*:)?([^@]*)(@.*)?$/s.exec(id) ?? [];
  const shown = number.length > shownSigns ? number.slice(-shownSigns) : '';
  return `${platform}…${shown}${rest}`;
}
