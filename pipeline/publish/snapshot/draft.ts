import { createHash } from 'node:crypto';
import {
  type BucketIndex,
  bucketFile,
  emptyId,
  type FileEntry,
  type Identity,
  objectFile,
  type Subject,
} from './layout.ts';
import { type Folders, type PartContents, writeNamed, writeObject } from './object.ts';
import { bucketOf, type StoredSnapshot } from './reader.ts';

/** Everything a version holds, before it is given a name. */
export interface Drafted {
  readonly buckets: Readonly<Record<string, BucketIndex>>;
  /** Accounts and portfolios. */
  readonly accounts: number;
  /** Trades of the accounts. */
  readonly trades: number;
  /** SHA-256 over the content of every account, whatever file it lies in. */
  readonly sha256: string;
  /**
   * SHA-256 over all restatements. They are history, so the content hash above does not cover them.
   */
  readonly restatements: string;
  /** Files that were written for it. */
  readonly written: readonly FileEntry[];
}

/** A new version that is being put together: old objects where nothing changed, else new ones. */
export class Draft {
  readonly #folders: Folders;
  readonly #before: StoredSnapshot | null;
  /** Buckets that were opened, which may differ from those before. */
  readonly #buckets = new Map<number, Map<string, Subject>>();
  readonly #written: FileEntry[] = [];

  /** Begins with the accounts of the version before, if there is one. */
  constructor(folders: Folders, before: StoredSnapshot | null = null) {
    this.#folders = folders;
    this.#before = before;
  }

  /** Returns the account as entered so far, or undefined. */
  identityOf(id: string): Identity | undefined {
    return this.#opened(bucketOf(id)).get(id)?.identity;
  }

  /** Notes the instant of figures that were carried over, unless an earlier one is known. */
  date(id: string, asOf: string): void {
    const accounts = this.#opened(bucketOf(id));
    const subject = accounts.get(id);
    if (!subject) return;
    accounts.set(id, { ...subject, identity: { as_of: asOf, ...subject.identity } });
  }

  /** Drops every account that `isWanted` does not name. */
  retain(isWanted: (id: string) => boolean): void {
    for (const bucket of this.#numbers()) {
      const ids = this.#buckets.get(bucket) ?? this.#before?.bucket(bucket) ?? new Map();
      for (const id of [...ids.keys()]) if (!isWanted(id)) this.remove(id);
    }
  }

  remove(id: string): void {
    this.#opened(bucketOf(id)).delete(id);
  }

  /** Enters an account that was computed anew. Writes its object unless it is as before. */
  enter(identity: Identity, parts: PartContents): void {
    const accounts = this.#opened(bucketOf(identity.id));
    const before = accounts.get(identity.id);
    const subject = writeObject(this.#folders, identity, parts, before);
    if (subject.object !== before?.object) this.#written.push(objectFile(subject));
    accounts.set(identity.id, subject);
  }

  /** Enters an account whose object was fetched. */
  adopt(subject: Subject): void {
    this.#written.push(objectFile(subject));
    this.#opened(bucketOf(subject.identity.id)).set(subject.identity.id, subject);
  }

  /** Ends the version, and writes the buckets that differ from those before. */
  finish(): Drafted {
    const buckets: [string, BucketIndex][] = [];
    for (const number of [...this.#numbers()].sort((first, second) => first - second)) {
      const open = this.#buckets.get(number);
      const earlier = this.#before?.manifest.buckets[number];
      const index = open ? this.#write(open, earlier) : earlier;
      if (index) buckets.push([`${number}`, index]);
    }
    const sums = buckets.map(([, index]) => index);
    return {
      buckets: Object.fromEntries(buckets),
      accounts: sums.reduce((sum, { accounts }) => sum + accounts, 0),
      trades: sums.reduce((sum, { trades }) => sum + trades, 0),
      sha256: digestOf(buckets.map(([number, { content }]) => `${number} ${content}\n`)),
      restatements: digestOf(
        buckets.map(([number, { restatements }]) => `${number} ${restatements}\n`),
      ),
      written: this.#written,
    };
  }

  /** Returns the accounts of a bucket for editing, read from the version before at first. */
  #opened(bucket: number): Map<string, Subject> {
    const open = this.#buckets.get(bucket) ?? new Map(this.#before?.bucket(bucket));
    this.#buckets.set(bucket, open);
    return open;
  }

  /** Numbers of the buckets, of the version before and new ones. */
  #numbers(): Set<number> {
    return new Set([...(this.#before?.buckets() ?? []), ...this.#buckets.keys()]);
  }

  /** Writes a bucket unless it is as before. Returns undefined if it has no accounts. */
  #write(
    open: ReadonlyMap<string, Subject>,
    before: BucketIndex | undefined,
  ): BucketIndex | undefined {
    const subjects = [...open.values()].sort(byId);
    if (subjects.length === 0) return undefined;
    const lines = Buffer.from(subjects.map((subject) => `${JSON.stringify(subject)}\n`).join(''));
    const sha256 = digestOf([lines]);
    if (sha256 === before?.sha256) return before;
    this.#written.push(
      writeNamed(this.#folders, 'bucket', (file) => bucketFile(file).path, [lines]),
    );
    const trades = subjects.map((subject) =>
      subject.identity.type === 'account' ? subject.trades : 0,
    );
    return {
      sha256,
      bytes: lines.length,
      accounts: subjects.filter(({ identity }) => identity.id !== emptyId).length,
      trades: trades.reduce((sum, count) => sum + count, 0),
      content: digestOf(
        subjects.map(({ content, identity }) => `${content} ${JSON.stringify(identity)}\n`),
      ),
      restatements: digestOf(
        subjects.map(({ restatements, identity }) => `${identity.id}\0${restatements}\n`),
      ),
    };
  }
}

/** Orders subjects by their ids. */
const byId = (first: Subject, second: Subject): number =>
  first.identity.id < second.identity.id ? -1 : 1;

function digestOf(lines: readonly (string | Uint8Array)[]): string {
  const digest = createHash('sha256');
  for (const line of lines) digest.update(line);
  return digest.digest('hex');
}
