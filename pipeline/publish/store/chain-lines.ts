import type { PointerDatabase, PostgresQuery } from './lease.ts';

/** Chain of what a row of the pointer published, as all machines share it. */
export interface SharedChain {
  /** Returns the number of lines. */
  count(): Promise<number>;
  /** Returns the SHA-256 of the newest line. Null if the chain has no line yet. */
  end(): Promise<string | null>;
  /** Returns the lines behind so many. */
  linesAfter(count: number): Promise<string[]>;
  /** Returns the query that adds lines behind so many. It belongs in a publication. */
  add(count: number, lines: readonly string[]): PostgresQuery;
}

/** Lines that are fetched at once. */
const linesAtOnce = 10_000;

/** The chain that PostgreSQL has of a row of that name. */
export const chainOf = ({ ask }: Pick<PointerDatabase, 'ask'>, name: string): SharedChain => ({
  async count() {
    const { lines } = await ask(
      'select coalesce(max(number), 0) as lines from published_chain where name = $1',
      [name],
    );
    return Number(lines);
  },
  async end() {
    const row = await ask(
      `select encode(sha256(convert_to(line, 'UTF8')), 'hex') as sha256
       from published_chain where name = $1 order by number desc limit 1`,
      [name],
    );
    return row?.sha256 ?? null;
  },
  async linesAfter(count) {
    const found: string[] = [];
    for (let more = true; more; ) {
      const { lines } = await ask(
        `select coalesce(json_agg(line order by number), '[]') as lines
         from published_chain where name = $1 and number > $2 and number <= $2::bigint + $3`,
        [name, count + found.length, linesAtOnce],
      );
      found.push(...lines);
      more = lines.length === linesAtOnce;
    }
    return found;
  },
  add: (count, lines) => ({
    text: `insert into published_chain
      select $1, $2::bigint + at, line from unnest($3::text[]) with ordinality as added (line, at)`,
    values: [name, count, lines],
    rows: lines.length,
  }),
});
