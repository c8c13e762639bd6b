import { type CodedReason, decodeReason, inEnglish } from '../base/reasons/reason.ts';
import type { WaitingAccount } from '../base/waiting-accounts.ts';
import type { Offence } from '../duckdb/checks.ts';
import type { Database } from '../duckdb/database.ts';
import { dropFigures } from '../duckdb/marts.ts';
import type { Relation } from '../duckdb/relations.ts';
import { readSql } from '../duckdb/sql-files.ts';
import type { Draft } from '../publish/snapshot/draft.ts';
import { type Manifest, portfolioId } from '../publish/snapshot/layout.ts';

/** Account or portfolio whose newest data is not published, with the reason. */
export interface Withheld {
  readonly id: string;
  readonly check: string;
  readonly reason: CodedReason;
  /** Set if earlier figures stay published. */
  readonly isPublished: boolean;
  /** Time of the first run that withheld it, ISO 8601. */
  readonly since: string;
}

/** Withheld subject as in the run log. */
export interface WithheldRecord {
  readonly id: string;
  readonly check: string;
  readonly reason: CodedReason;
  readonly keeps_published: boolean;
  readonly since: string;
}

export const withheldRecord = ({
  id,
  check,
  reason,
  isPublished,
  since,
}: Withheld): WithheldRecord => ({
  id,
  check,
  reason,
  keeps_published: isPublished,
  since,
});

/** Returns the withheld subject of a record. */
export const withheldIn = ({ keeps_published, ...record }: WithheldRecord): Withheld => ({
  ...record,
  isPublished: keeps_published,
});

/** Withheld subjects with English reasons, as in `status --json`. */
export const wordedWithheld = (held: readonly WithheldRecord[]) =>
  held.map((record) => ({ ...record, reason: inEnglish(record.reason) }));

const shownSubjects = 5;

/**
 * Withholds subjects, and portfolios with such a member. It removes them from `dirty_subjects`.
 */
export async function withhold(database: Database, offences: readonly Offence[]): Promise<void> {
  const isPortfolio = ({ subjectId }: Offence) => subjectId.startsWith(portfolioId(''));
  await insertWithheld(
    database,
    offences.filter((offence) => !isPortfolio(offence)),
  );
  await withholdFound(database, 'held_by_members');
  await insertWithheld(database, offences.filter(isPortfolio));
  await database.run(removeFromRun);
}

async function insertWithheld(database: Database, offences: readonly Offence[]): Promise<void> {
  if (offences.length === 0) return;
  const rows = offences.map(({ subjectId, check, reason }) => ({
    subject_id: subjectId,
    failed_check: check,
    reason: inEnglish(reason),
    reason_code: reason.code,
    reason_values: JSON.stringify(reason.values),
  }));
  await database.run(`insert into computed_now by name ${readSql('runs/withheld_now')}`, {
    rows: JSON.stringify(rows),
    shape: heldShape,
  });
}

const heldShape = JSON.stringify([
  {
    subject_id: 'VARCHAR',
    failed_check: 'VARCHAR',
    reason: 'VARCHAR',
    reason_code: 'VARCHAR',
    reason_values: 'VARCHAR',
  },
]);

/** Subjects that this run withholds. */
const withheldNow = 'select subject_id from computed_now where withheld is not null';

const removeFromRun = `delete from dirty_subjects where subject_id in (${withheldNow})`;

/** Withholds the subjects that a query of `sql/runs/` returns with check and reason. */
export async function withholdFound(database: Database, query: string): Promise<void> {
  const rows = await database.rows(readSql(`runs/${query}`));
  const found = rows.map(({ subject_id, failed_check, code, reason_values }) => ({
    subjectId: String(subject_id),
    check: String(failed_check),
    reason: decodeReason(`{"code":"${code}","values":${reason_values}}`),
  }));
  await insertWithheld(database, found);
  if (found.length > 0) await database.run(removeFromRun);
}

/** Removes withheld subjects from `selection` and from the tables of relations computed for it. */
export async function removeWithheld(database: Database, relations: readonly Relation[]) {
  const tables = relations.filter(({ kind }) => kind === 'table');
  const computed = new Set(tables.map(({ table }) => table));
  const columns = await database.rows(`select table_name, max(column_name) as key
    from duckdb_columns()
    where database_name = current_database() and column_name in ('subject_no', 'subject_id')
    group by table_name`);
  for (const { table_name, key } of columns) {
    if (!computed.has(String(table_name))) continue;
    await database.run(`delete from ${table_name} where ${key} in (
      select selection.${key} from selection where subject_id in (${withheldNow}))`);
  }
  await database.run(`delete from selection where subject_id in (${withheldNow})`);
}

/**
 * Lists the withheld subjects whose earlier figures stay published, among those that the new
 * version has. It leaves out figures from before a new history cut, and of a member taken out
 * since. Nobody may see those any more.
 */
export async function keepEarlierFigures(
  database: Database,
  draft: Draft,
  previous: Manifest | null,
): Promise<void> {
  const cuts = new Map<string, Map<string, string | null>>();
  for (const row of await database.rows(readSql('runs/held_members'))) {
    const id = String(row.subject_id);
    const cut = row.history_cut_at === null ? null : String(row.history_cut_at);
    cuts.set(id, (cuts.get(id) ?? new Map()).set(String(row.account_id), cut));
  }
  for (const id of (await database.rows(withheldNow)).map(({ subject_id }) => String(subject_id))) {
    const identity = draft.identityOf(id);
    if (!identity) continue;
    const mayStay = identity.members.every((member, at) => {
      const cut = cuts.get(id)?.get(member);
      return cut !== undefined && (cut ?? '') <= (identity.member_cuts[at] ?? '');
    });
    if (mayStay) {
      if (previous) draft.date(id, previous.as_of);
      await database.run(
        `update computed_now set withheld = struct_update(withheld, keeps_figures := true)
          where subject_id = ?`,
        [id],
      );
    } else {
      draft.remove(id);
      await database.run('update computed_now set as_of = null where subject_id = ?', [id]);
    }
  }
}

/**
 * Removes figures of withheld subjects that no version has: a killed run stored them, or the owner
 * cut their history since.
 */
export async function dropWithheldFigures(database: Database): Promise<void> {
  const unpublished = 'select subject_id from computed where as_of is null';
  const [row] = await database.rows(`select exists (${unpublished}) as is_any`);
  if (row?.is_any === true) await dropFigures(database, (id) => `${id} in (${unpublished})`);
}

/** Reads the withheld subjects, ordered by id. */
export async function readWithheld(database: Database): Promise<Withheld[]> {
  const rows = await database.rows(`select subject_id, withheld.failed_check, withheld.reason_code,
      withheld.reason_values, withheld.keeps_figures,
      strftime(withheld.since, '%Y-%m-%dT%H:%M:%SZ') as since
    from computed where withheld is not null order by subject_id`);
  return rows.map(({ subject_id, failed_check, keeps_figures, since, ...row }) => ({
    id: String(subject_id),
    check: String(failed_check),
    reason: decodeReason(`{"code":"${row.reason_code}","values":${row.reason_values}}`),
    isPublished: keeps_figures === true,
    since: String(since),
  }));
}

/** Formats a line for each of the first `max` withheld subjects, and one for the others. */
export const withheldLines = (held: readonly Withheld[], max: number = shownSubjects): string[] =>
  firstLines(
    held.map(
      ({ id, check, reason, isPublished }) =>
        `${id} is held back by ${check} (${inEnglish(reason)}); it ${
          isPublished ? 'keeps its last published figures' : 'stays unpublished'
        }`,
    ),
    max,
    'are held back',
  );

/**
 * Formats a line for each of the first `max` accounts with waiting data, and one for the others.
 */
export const waitingLines = (
  waiting: readonly WaitingAccount[],
  max: number = shownSubjects,
): string[] =>
  firstLines(
    waiting.map(({ id, reason, since }) => `${id} has waited since ${since}: ${inEnglish(reason)}`),
    max,
    'wait',
  );

function firstLines(lines: readonly string[], max: number, what: string): string[] {
  const more = lines.length - max;
  return more > 0
    ? [...lines.slice(0, max), `${more} more ${what}; status names them all`]
    : [...lines];
}
