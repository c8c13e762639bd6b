import type { Book } from './book.ts';
import { booksOf } from './compute-world.ts';
import { dayOf, instant } from './instants.ts';
import { moneyNumber } from './money.ts';
import { compound, type Step, walk } from './walk.ts';
import { type RegistryEntry, type Row, required, type World } from './world.ts';

/** Change of published, closed days that a run finds. */
export interface Restatement {
  readonly kind: string;
  readonly facts: readonly string[];
  readonly first_day: string | null;
  readonly days_affected: number | null;
  readonly profit_before: number | null;
  readonly profit_after: number;
  readonly twr_before: number | null;
  readonly twr_after: number | null;
}

/** Kind of data of an account on a day. The day is empty for its capital. */
interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly fact: string;
  readonly day: string;
}

/**
 * Computes the restatements between a published version and the next one, from their data alone.
 * Returns them by slug of the account or portfolio, and by kind.
 */
export function restatementsBetween(
  before: World,
  after: World,
  publishedAt: Date,
): Map<string, Restatement[]> {
  const closedBefore = dayOf(publishedAt.getTime());
  const [booksBefore, booksAfter] = [booksBySlug(before), booksBySlug(after)];
  return new Map(
    after.registry.accounts.map((entry): [string, Restatement[]] => {
      const was = entryOf(before, entry.slug);
      const members = membersOf(after, entry);
      const changes = members.flatMap((member) => changesOf(before, after, member));
      const closed = changes.filter(({ day }) => day < closedBefore);
      const isCut = members.some(({ slug, history_cut_at }) => {
        const cut = entryOf(before, slug)?.history_cut_at ?? null;
        return (history_cut_at ?? null) !== cut;
      });
      const knownUntil = Math.max(...members.map((member) => newestOf(before, member)));
      const figures = figuresOf(booksBefore.get(entry.slug), booksAfter.get(entry.slug), {
        knownUntil,
        isCut,
      });
      const isOther = membersIn(was) !== membersIn(entry);
      const found = [
        ...['added', 'changed', 'removed'].flatMap((kind) => {
          const some = closed.filter((change) => change.kind === kind);
          return some.length === 0 ? [] : [{ kind, ...extentOf(some) }];
        }),
        ...(isCut ? [{ kind: 'cut', facts: [], first_day: null, days_affected: null }] : []),
        ...(isOther && !isCut && changes.length === 0
          ? [{ kind: 'definition', facts: [], first_day: null, days_affected: null }]
          : []),
      ].sort((first, second) => (first.kind < second.kind ? -1 : 1));
      return [entry.slug, found.map((item) => ({ ...item, ...figures }))];
    }),
  );
}

const booksBySlug = (world: World): Map<string, Book> =>
  new Map(booksOf(world).map((book) => [book.slug, book]));

const entryOf = ({ registry }: World, slug: string): RegistryEntry | undefined =>
  registry.accounts.find((entry) => entry.slug === slug);

const membersIn = (entry: RegistryEntry | undefined): string => `${entry?.members}`;

/** Returns the account itself, or the accounts of a portfolio. */
const membersOf = (world: World, entry: RegistryEntry): RegistryEntry[] =>
  entry.type === 'account'
    ? [entry]
    : (entry.members ?? []).flatMap((slug) => entryOf(world, slug) ?? []);

function extentOf(changes: readonly Change[]) {
  const days = [...new Set(changes.flatMap(({ day }) => day || []))].sort();
  return {
    facts: [...new Set(changes.map(({ fact }) => fact))].sort(),
    first_day: days[0] ?? null,
    days_affected: days.length,
  };
}

/** Writes a published value of a day as text. Another value gives another text. */
interface Fact {
  readonly fact: string;
  readonly at: number;
  readonly text: string;
}

function changesOf(before: World, after: World, entry: RegistryEntry): Change[] {
  const id = entry.account_id;
  const known = factsOf(before, id, entryOf(before, entry.slug)?.history_cut_at ?? null);
  const knownUntil = newestOf(before, entry);
  const cuts = [entry.history_cut_at, entryOf(before, entry.slug)?.history_cut_at];
  const countsFrom = cuts.map((cut) => cut ?? '').sort()[1] ?? '';
  const now = factsOf(after, id, entry.history_cut_at ?? null, knownUntil);
  const [was, is] = [known, now].map((facts) => byDay(facts, countsFrom));
  const keys = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...keys]
    .flatMap((key): Change[] => {
      const [fact = '', day = ''] = key.split(' ');
      const [one, other] = [was?.get(key) ?? [], is?.get(key) ?? []];
      if (one.length < other.length) return [{ kind: 'added', fact, day }];
      if (one.length > other.length) return [{ kind: 'removed', fact, day }];
      const isSame = `${one.toSorted()}` === `${other.toSorted()}`;
      return isSame ? [] : [{ kind: 'changed', fact, day }];
    })
    .concat(isCapitalOther(before, after, entry) ? [changedCapital] : []);
}

/** Returns the time of the newest published data of an account. */
const newestOf = (before: World, { account_id, slug }: RegistryEntry): number =>
  Math.max(
    ...factsOf(before, account_id, entryOf(before, slug)?.history_cut_at ?? null).map(
      ({ at }) => at,
    ),
  );

const changedCapital: Change = { kind: 'changed', fact: 'capital', day: '' };

/**
 * Returns true if the starting capital changed although the cut did not. A changed cut is its own
 * restatement.
 */
function isCapitalOther(before: World, after: World, entry: RegistryEntry): boolean {
  const was = entryOf(before, entry.slug) ?? entry;
  const isCutAlike = (was.history_cut_at ?? null) === (entry.history_cut_at ?? null);
  return isCutAlike && capitalOf(before, was) !== capitalOf(after, entry);
}

function capitalOf(world: World, entry: RegistryEntry): string {
  const row = world.accounts.find(({ account_id }) => account_id === entry.account_id);
  // Such a report tells no capital.
  if (row?.deposits_unknown === 'true') return '';
  if (!entry.history_cut_at) return row?.opening_balance ? `${Number(row.opening_balance)}` : '';
  const book = booksOf({ ...world, registry: { ...world.registry, accounts: [entry] } })[0];
  return book?.capitalKnown ? `${book.starting}` : '';
}

/** Lists closed trades, bookings other than credit, and days with reports, up to a time. */
function factsOf(
  world: World,
  id: string | undefined,
  cut: string | null,
  until = Number.POSITIVE_INFINITY,
): Fact[] {
  const ownRows = (rows: readonly Row[], column: string) =>
    rows.filter((row) => {
      if (row.account_id !== id) return false;
      const at = instant(required(row, column));
      return at <= until && (cut === null || at >= instant(cut));
    });
  return [
    ...ownRows(world.trades, 'closed_at').map((row) =>
      factOf('trades', withPublishedExcursion(row), 'closed_at'),
    ),
    ...ownRows(world.cash_flows, 'at')
      .filter(({ kind }) => kind !== 'credit')
      .map((row) => factOf('flows', { ...row, kind: row.kind ?? 'flow' }, 'at')),
    ...reportsByDay(ownRows(world.equity, 'at')),
  ];
}

/** Leaves out an excursion of which one side is unknown: no figure uses it. */
const withPublishedExcursion = (row: Row): Row =>
  Boolean(row.mae) === Boolean(row.mfe) ? row : { ...row, mae: null, mfe: null };

/** Joins the reports of each day: the last equity, and the loads of all. */
function reportsByDay(rows: readonly Row[]): Fact[] {
  const sorted = rows.toSorted((first, second) => timeOf(first) - timeOf(second));
  const days = new Set(sorted.map((row) => dayOf(timeOf(row))));
  return [...days].map((day) => {
    const ofDay = sorted.filter((row) => dayOf(timeOf(row)) === day);
    const loads = ofDay
      .filter(({ margin }) => margin)
      .map((row) => `${timeOf(row)} ${row.equity} ${row.margin}`);
    const last = ofDay.at(-1) ?? {};
    return { fact: 'equity', at: timeOf(last), text: [last.equity, ...loads].join() };
  });
}

const timeOf = (row: Row): number => instant(required(row, 'at'));

const factOf = (fact: string, row: Row, column: string): Fact => ({
  fact,
  at: instant(required(row, column)),
  text: textOf(row),
});

/** Texts of rows with sorted columns. Worlds share the rows that did not change. */
const texts = new WeakMap<Row, string>();

function textOf(row: Row): string {
  const text = texts.get(row) ?? JSON.stringify(row, Object.keys(row).toSorted());
  texts.set(row, text);
  return text;
}

function byDay(facts: readonly Fact[], countsFrom: string): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const { fact, at, text } of facts) {
    const day = dayOf(at);
    if (day < countsFrom) continue;
    const key = `${fact} ${day}`;
    days.set(key, [...(days.get(key) ?? []), text]);
  }
  return days;
}

/** Returns profit and return as published before, and as they are now for the same time range. */
function figuresOf(
  before: Book | undefined,
  after: Book | undefined,
  { knownUntil, isCut }: { knownUntil: number; isCut: boolean },
) {
  const steps = before ? walk(before) : [];
  const known = after ? walk(after).filter(({ at }) => at <= knownUntil) : [];
  return {
    profit_before: isCut ? null : profitOf(steps),
    profit_after: profitOf(known),
    twr_before: isCut || !before ? null : returnOf(before, steps),
    twr_after: after ? returnOf(after, known) : null,
  };
}

const profitOf = (steps: readonly Step[]): number => moneyNumber(steps.at(-1)?.profit ?? 0n);

const returnOf = ({ capitalKnown }: Book, steps: readonly Step[]): number | null =>
  capitalKnown ? compound(steps) : null;
