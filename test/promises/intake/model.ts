import type { Delivery } from '../../../pipeline/deliveries/delivery.ts';
import type { SourceName } from '../../../sql/raw/source_names.ts';
import { accountNames, ranks } from './steps.ts';

/** Result of a ticket. Broken ones hold their account back. */
export const broken = '100000000.12345678';

/** Results of some tickets, from one delivery or file. */
export interface Sent {
  /** Null for a file of the operator. */
  readonly delivery: Delivery | null;
  readonly receipt: string;
  readonly account: string;
  readonly source: SourceName;
  readonly values: ReadonlyMap<number, string>;
}

/** Trades of an account or portfolio, with the cuts of the accounts that they are of. */
interface Shown {
  readonly lines: readonly string[];
  readonly cuts: ReadonlyMap<string, string>;
}

export const closedAt = (ticket: number): string => `2024-06-0${2 + ticket}T09:00:00Z`;

/** Accounts that the operator describes. */
export const described: readonly string[] = ['a', 't'];

/** Currency of this account is euros; others have dollars, as portfolios. */
export const inEuros = 'a';

/** Model of what runs publish: trades by account and portfolio. */
export class Model {
  sent: Sent[] = [];
  /** First days that count, by account. */
  readonly cuts = new Map<string, string>();
  /** Accounts of the registry. */
  readonly registered = new Set<string>(accountNames);
  /** Members of the portfolios. */
  readonly portfolios = new Map<string, readonly string[]>([
    ['all', accountNames],
    ['some', ['a', 'b']],
  ]);
  /** Dollars for a euro. */
  rate = 2;
  /** Trades that versions show, by their names. */
  readonly #versions = new Map<string, ReadonlyMap<string, Shown>>();
  #shown: ReadonlyMap<string, Shown> = new Map();

  membersOf = (portfolio: string): string[] =>
    (this.portfolios.get(portfolio) ?? []).filter((name) => this.registered.has(name));

  /** Returns what a run publishes that put a version in service, as lines by name. */
  publish(version: string): Record<string, readonly string[]> {
    const shown = new Map<string, Shown>();
    const held = new Set(accountNames.filter((name) => this.#valuesOf(name).includes(broken)));
    const known = accountNames.filter((name) => this.#isDescribed(name));
    const show = (name: string, members: readonly string[], lines: () => string[]) => {
      const isHeld = members.some((member) => held.has(member));
      const cuts = members.filter((member) => known.includes(member));
      const now = isHeld
        ? this.#earlier(name, members)
        : { lines: lines(), cuts: this.#cutsOf(cuts) };
      if (now !== null) shown.set(name, now);
    };
    for (const name of known) show(name, [name], () => this.#linesOf(name, 1));
    for (const portfolio of this.portfolios.keys()) {
      const members = this.membersOf(portfolio);
      const ofMember = (name: string) => this.#linesOf(name, name === inEuros ? this.rate : 1);
      show(portfolio, members, () =>
        members.filter((name) => known.includes(name)).flatMap(ofMember),
      );
    }
    this.#shown = shown;
    this.#versions.set(version, shown);
    return Object.fromEntries([...shown].map(([name, { lines }]) => [name, [...lines].sort()]));
  }

  hasPublished = (version: string): boolean => this.#versions.has(version);

  /** Puts a version in service again that was published before. */
  rollBack(version: string): void {
    this.#shown = this.#versions.get(version) ?? new Map();
  }

  /** Returns true if an account is held back. */
  isHeld = (): boolean => accountNames.some((name) => this.#valuesOf(name).includes(broken));

  /** Returns what stays of a name that is held back, if nobody took a member or days away. */
  #earlier(name: string, members: readonly string[]): Shown | null {
    const earlier = this.#shown.get(name) ?? null;
    const mayStay = [...(earlier?.cuts ?? [])].every(
      ([member, cut]) => members.includes(member) && (this.cuts.get(member) ?? '') <= cut,
    );
    return mayStay ? earlier : null;
  }

  #cutsOf = (names: readonly string[]): Map<string, string> =>
    new Map(names.map((name) => [name, this.cuts.get(name) ?? '']));

  #isDescribed = (name: string): boolean =>
    described.includes(name) || this.sent.some(({ account }) => account === name);

  #linesOf = (name: string, rate: number): string[] =>
    [...this.#countingOf(name)].map(([ticket, value]) => `${ticket}: ${Number(value) * rate}`);

  #valuesOf = (name: string): string[] => [...this.#countingOf(name).values()];

  /** Returns the results of an account that count, by ticket. */
  #countingOf(name: string): Map<number, string> {
    const best = new Map<number, { readonly rank: number; readonly value: string }>();
    for (const { source, values } of this.sent.filter(({ account }) => account === name)) {
      const rank = ranks.indexOf(source);
      for (const [ticket, value] of values) {
        const known = best.get(ticket);
        if (known === undefined || rank <= known.rank) best.set(ticket, { rank, value });
      }
    }
    const counting = [...best].filter(
      ([ticket]) => closedAt(ticket) >= (this.cuts.get(name) ?? ''),
    );
    return new Map(counting.map(([ticket, { value }]) => [ticket, value]));
  }
}
