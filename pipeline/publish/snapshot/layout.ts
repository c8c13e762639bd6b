import { sectionNames } from '../../../sql/marts/index.ts';
import { pages as drawn } from '../../../sql/pages/index.ts';
import type { Searched } from './searched.ts';

/** Version of the snapshot layout; a reader refuses any other. */
export const layoutFormat = 5;

/** Parts that pages and widgets draw. Their size does not grow with the history. */
export const pageParts = Object.keys(drawn).filter((name): name is PagePartName => name in drawn);
export type PagePartName = keyof typeof drawn;

/**
 * Parts for the comparison with the next version, the sources of its data, and the restatements
 * that such comparisons found.
 */
const recordParts = ['record', 'data_sources', 'restatements'] as const;

/**
 * Parts with one JSON value per account. All but `record`, `data_sources` and those of pages are as
 * the API sends them; an object leaves days of `returns` out, which reading puts back.
 */
export const jsonParts = ['summary' as const, ...sectionNames, ...pageParts, ...recordParts];

/** Tabular parts, published as CSV next to the JSON. */
export const csvParts = [
  'daily_performance.csv',
  'deposits_withdrawals.csv',
  'monthly_performance.csv',
  'yearly_performance.csv',
  'by_symbol.csv',
  'by_magic_number.csv',
] as const;

/** Lists, newest first: one JSON object a line, with an index of the lines. */
export const listParts = ['trades', 'positions'] as const;
export type ListName = (typeof listParts)[number];

export type PartName =
  | (typeof jsonParts)[number]
  | ListName
  | `${ListName}.index`
  | (typeof csvParts)[number];
export const partNames: readonly PartName[] = [
  ...jsonParts,
  ...listParts,
  'trades.index',
  'positions.index',
  ...csvParts,
];

/** Place of a part in its object, and its content. */
export interface PartIndex {
  /** Offset from the end of the head. */
  readonly at: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
}

/** Everything known of an account or portfolio except its parts. */
export interface Identity {
  /** The account_id, or `portfolio:` and the slug. */
  id: string;
  type: 'account' | 'portfolio';
  /** Day from which history counts; null without a cut. */
  history_cut_at: string | null;
  /** Accounts whose rows the lists hold; an index names them by position. */
  members: string[];
  /** Day from which each member's history counts; null without a cut. */
  member_cuts: (string | null)[];
  /**
   * Instant of its figures, set if they are older than the version because the account is withheld.
   */
  as_of?: string;
}

/** Indexes of the parts of an account. They are the head of its object. */
export type PartIndexes = Partial<Record<PartName, PartIndex>>;

/** An account or portfolio and its parts. */
export interface AccountEntry extends Identity, Pick<Subject, 'data' | 'searched'> {
  /** Read from its object when they are needed first. */
  readonly parts: PartIndexes;
}

/** An account or portfolio in a version: one line of a bucket. */
export interface Subject {
  readonly identity: Identity;
  /** SHA-256 of the file that holds its parts, which names that file. */
  readonly object: string;
  readonly bytes: number;
  /** Length and SHA-256 of the first line of that file. */
  readonly head: { readonly bytes: number; readonly sha256: string };
  /** SHA-256 over the name and hash of each part except restatements. */
  readonly content: string;
  /** SHA-256 of the restatements. */
  readonly restatements: string;
  /**
   * Names its data. Two versions with the same trades, deposits, equity and sources of it have the
   * same name.
   */
  readonly data: string;
  readonly searched: Searched;
  readonly trades: number;
}

/**
 * Number of buckets that the entries of a version are divided into, by a hash of their ids. A
 * version writes the buckets that differ from the version before, and names the others.
 */
export const bucketCount = 1024;

/** A bucket as a manifest has it. Its file has a line for each subject, in order of the ids. */
export interface BucketIndex {
  /** SHA-256 of the file, which names it. */
  readonly sha256: string;
  readonly bytes: number;
  /** Accounts and portfolios; the entry of `emptyId` is neither. */
  readonly accounts: number;
  /** Trades of the accounts, those of portfolios not counted again. */
  readonly trades: number;
  /** SHA-256 over the content of the accounts. */
  readonly content: string;
  /** SHA-256 over the restatements of the accounts. */
  readonly restatements: string;
}

/** A file that holds part of a version. It is named by its SHA-256, and never changes. */
export interface FileEntry {
  /** Relative to the snapshots folder. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Folders of such files. */
export const fileFolders = ['objects', 'buckets'] as const;

const fileNamed = (
  folder: (typeof fileFolders)[number],
  { sha256, bytes }: Omit<FileEntry, 'path'>,
): FileEntry => ({ path: `${folder}/${sha256.slice(0, 2)}/${sha256}`, sha256, bytes });

/** The file of an account or portfolio. */
export const objectFile = ({ object, bytes }: Pick<Subject, 'object' | 'bytes'>): FileEntry =>
  fileNamed('objects', { sha256: object, bytes });

/** The file of a bucket. */
export const bucketFile = (bucket: Pick<BucketIndex, 'sha256' | 'bytes'>): FileEntry =>
  fileNamed('buckets', bucket);

export interface Manifest {
  format: number;
  /**
   * Published form of the program that wrote it. A program with a lower form can't publish over it.
   */
  form: number;
  version: string;
  sequence: number;
  as_of: string;
  /** Accounts and portfolios; the entry of `emptyId` is neither. */
  accounts: number;
  trades: number;
  /** Buckets that have accounts, by number. */
  buckets: Record<string, BucketIndex>;
  /** SHA-256 of the line of the chain that it follows; null of the first. */
  previous: string | null;
  /**
   * Kinds of change that restate the version before, by the `chainId` of the account or portfolio.
   */
  restated?: Record<string, string[]>;
  /** Number of accounts and portfolios of the version before that their owners deleted. */
  removed?: number;
  /**
   * Number of entries about badges in the audit trail, a SHA-256 over them, and the time of the
   * newest deletion, which removes entries.
   */
  marks?: { entries: number; sha256: string; deleted_at: string | null };
  /** SHA-256 over every account's restatements, which are history and no content of its own. */
  restatements?: string;
  /** Over the JSON of all above, so that the file can be checked too. */
  sha256: string;
}

/** Entry that stands for every registered account no source has named yet. */
export const emptyId = '';

/** Id of a portfolio in the snapshot and the warehouse. */
export const portfolioId = (slug: string): string => `portfolio:${slug}`;

export const versionPattern = /^[0-9]{6,}-[0-9a-f]{12}$/;
