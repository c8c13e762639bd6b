import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../pipeline/base/errors.ts';
import { packageRoot } from '../../pipeline/base/package-root.ts';
import { sentenceOf } from '../../pipeline/base/reasons/reason.ts';
import { sentences } from '../../pipeline/base/reasons/sentences.ts';
import { runChecks } from '../../pipeline/duckdb/checks.ts';
import { type Database, openDatabase } from '../../pipeline/duckdb/database.ts';
import { finishMarts, storeMarts } from '../../pipeline/duckdb/marts.ts';
import { relationsInOrder } from '../../pipeline/duckdb/relations.ts';
import { findSkippedTables } from '../../pipeline/duckdb/skipped-tables.ts';
import {
  macroSql,
  readSql,
  relationsIn,
  withoutComments,
} from '../../pipeline/duckdb/sql-files.ts';
import { sharedViews, views } from '../../pipeline/duckdb/views.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { marts } from '../../sql/marts/index.ts';
import { ownersSources, sourceNames } from '../../sql/raw/source_names.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { computeAgain, computeNothing } from '../support/computed.ts';
import { fieldOf } from '../support/fields.ts';
import { type Published, publishWorld } from '../support/published.ts';
import { columnsOf } from '../support/schema-keys.ts';
import { slowWindows } from '../support/slow-windows.ts';
import { whileOpen } from '../support/while-open.ts';

const root = new URL('sql/', packageRoot);
const lists = { trades: trade, positions: position };

const sql = suite<{ published: Published; computed: Database; empty: Database }>('sql');

sql.before(async (context) => {
  const directory = join(scenariosDirectory, 'mixed-currencies');
  context.published = await publishWorld(directory, new Date('2024-07-01T12:00:00Z'));
  context.computed = await computeAgain(context.published.dataDir);
  context.empty = await computeNothing();
});

sql.after(({ published, computed, empty }) => {
  computed.close();
  published.remove();
  empty.close();
});

/** Returns true unless the file has functions. */
const isRelation = (file: string): boolean => !/^(macros|load)\b/.test(file);

sql('owners can write to the same sources in SQL and in the code', async ({ empty }) => {
  const listed = sourceNames.map((name) => `select '${name}' as name`).join(' union all ');
  const rows = await empty.rows(`select name from (${listed}) where is_written_by_owner(name)`);
  assert.equal(rows.map(({ name }) => name).sort(), [...ownersSources].sort());
});

sql('every file begins with its grain, or with what its statements do', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql') && isRelation(file))
    .filter((file) => {
      const text = readFileSync(new URL(file.replaceAll('\\', '/'), root), 'utf8');
      return !/^-- ((at most )?one row|statements that)\b/.test(text);
    });
  assert.equal(files, []);
  assert.match(macroSql(), /^-- /);
});

sql('every file of functions is carried out', () => {
  const texts = ['macros', 'load'].flatMap((folder) =>
    relationsIn(folder).map((name) => readSql(`${folder}/${name}`)),
  );
  assert.ok(texts.length > 5, `${texts.length} files`);
  assert.equal(
    texts.filter((text) => !macroSql().includes(text)),
    [],
  );
});

/** Lists the names of the steps of a query. */
const stepsOf = (text: string): string[] =>
  [
    ...withoutComments(text).matchAll(
      /(?:\bwith(?: recursive)?|\),)\s+(\w+)(?: \([^()]*\))? as \(/g,
    ),
  ].map(([, name = '']) => name);

sql('no step of a query bears the name of a relation', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replaceAll('\\', '/').slice(0, -'.sql'.length));
  const relations = new Set(files.filter(isRelation).map((file) => basename(file)));
  const steps = files.flatMap((file) => stepsOf(readSql(file)).map((step) => ({ file, step })));
  assert.ok(steps.length > 100, `${steps.length} steps`);
  assert.equal(
    steps.filter(({ step }) => relations.has(step)),
    [],
  );
});

sql('no window aggregate filters or sees each value once', () => {
  const rooms = ['sql', 'pipeline'].map((room) => new URL(`${room}/`, packageRoot));
  const slow = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(sql|ts)$/.test(file))
      .map((file) => new URL(file.replaceAll('\\', '/'), room))
      .flatMap((file) => slowWindows(readFileSync(file, 'utf8')).map((text) => [file.href, text])),
  );
  assert.equal(slow, []);
  const planted = [
    'count(*) filter (where (a) > 0) over so_far',
    'sum(a) FILTER(a in (1, 2))\n  -- rows so far\n  Over (order by b)',
    'count( distinct (a + 1) ) over w',
    'count(distinct a) filter (b) over w',
  ];
  for (const text of planted) assert.is(slowWindows(text).length, 1, text);
  for (const text of ['count(*) filter (a), sum(b) over w', 'sum(filter(a)) over w']) {
    assert.equal(slowWindows(text), [], text);
  }
});

/** Subjects of a chunk are numbered below 2^13. */
const mostSubjects = 8100;

/** Compares nine currencies with the events of the calendar. */
const comparesAll = ['news_events'];

sql('no join compares each row with each other row', async ({ computed }) => {
  const relations = relationsInOrder();
  const { tables: skipped } = await findSkippedTables(
    computed,
    new Set(relations.map(({ table }) => table)),
  );
  const slow: string[] = [];
  for (const { table, sql: query } of relations.filter(({ table }) => !skipped.has(table))) {
    const plan = JSON.stringify(await computed.rows(`explain ${query}`));
    if (plan.includes('BLOCKWISE_NL_JOIN')) slow.push(table);
  }
  assert.equal(slow, comparesAll);
});

// A number that is too narrow fails in a chunk of many subjects only. Then the run halves the chunk
// and computes it again.
sql('the last subjects of a chunk have the same figures as the first', async (context) => {
  const figuresOf = async (database: Database) => {
    const figures: Record<string, unknown> = {};
    for (const mart of relationsIn('marts')) {
      figures[mart] = await database.rows(
        `select to_json(row)::varchar as row from computed_${mart} as row order by subject_id`,
      );
    }
    return figures;
  };
  await whileOpen(computeAgain(context.published.dataDir, mostSubjects), async (last) => {
    assert.equal(await figuresOf(last), await figuresOf(context.computed));
  });
});

// Its last digit depends on the order of rows, which depends on the accounts computed together.
sql('no figure is a product of doubles', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.sql') && !file.startsWith('checks/'))
    .filter((file) => /\bproduct\s*\(/i.test(readFileSync(new URL(file, root), 'utf8')));
  assert.equal(files, []);
});

sql('every relation, check and view binds, and no subjects give no rows', async ({ empty }) => {
  for (const { table, folder, sql } of relationsInOrder()) {
    // Left out if there are no statements.
    if (folder === 'reconciliation') await empty.run(`create or replace table ${table} as ${sql}`);
    assert.is(await count(empty, table), 0, table);
  }
  await runChecks(empty);
  await storeMarts(empty, 'memory');
  await finishMarts(empty);
  for (const view of views.keys()) assert.is(await count(empty, view), 0, view);
});

sql('every mart has a schema next to it, and no schema lacks a mart', () => {
  assert.equal(Object.keys(marts).sort(), relationsIn('marts'));
  assert.equal(Object.keys(lists).sort(), relationsIn('lists'));
});

for (const [mart, schema] of Object.entries(marts)) {
  sql(`the columns of ${mart} are the keys of its schema`, async ({ empty }) => {
    const [id, ...columns] = await columnNames(empty, `computed_${mart}`);
    assert.is(id, 'subject_id');
    assert.equal(columns, columnsOf(schema, mart));
  });
}

for (const [list, schema] of Object.entries(lists)) {
  sql(`the columns of the list of ${list} are the keys of its schema`, async ({ empty }) => {
    const [subject, member, instant, ...columns] = await columnNames(empty, `listed_${list}`);
    assert.equal([subject, member, instant], ['subject_no', 'member_no', 'instant']);
    assert.equal(columns, columnsOf(schema, list));
  });
}

sql('every table, view and column of the warehouse is described', ({ published }) =>
  whileOpen(openDatabase(published.dataDir.warehouse), async (warehouse) => {
    const undescribed = await warehouse.rows(`
      select table_name as name from duckdb_tables()
      where comment is null and not internal
      union all
      select view_name from duckdb_views()
      where comment is null and not internal
      union all
      select table_name || '.' || column_name from duckdb_columns()
      where comment is null and not internal
      order by name`);
    assert.equal(fieldOf(undescribed, 'name'), []);
    const [rolling] = await warehouse.rows(
      "select comment from duckdb_tables() where table_name = 'rolling'",
    );
    assert.match(String(rolling?.comment), /at each month end\. Months run from/);
    const laid = await warehouse.rows('select view_name from duckdb_views() where not internal');
    assert.equal(laid.map((view) => view.view_name).sort(), [...views.keys()].sort());
  }),
);

/** Keys of tables whose rows are identified by a comment, not by a primary key. */
const keys: Record<string, readonly string[]> = {
  accounts: ['account_id'],
  calendar_events: ['time', 'currency', 'title'],
  cash_flows: ['account_id', 'id'],
  compared_figures: ['account_id', 'statement', 'figure'],
  computed: ['subject_id'],
  conversions: ['subject_id', 'account_id', 'day'],
  decisions: ['slug'],
  fx_rates: ['date', 'base', 'quote'],
  loaded_files: ['sha256'],
  position_reports: ['account_id', 'reported_at'],
  positions: ['account_id', 'reported_at', 'ticket'],
  prices: ['symbol', 'date'],
  printed_figures: ['account_id', 'statement', 'figure'],
  restatements: ['subject_id', 'row_no'],
  shown_members: ['slug', 'account_id'],
  shown_subjects: ['slug'],
  subject_members: ['subject_id', 'account_id'],
  subjects: ['subject_id'],
  symbols: ['symbol', 'server'],
  trades: ['account_id', 'ticket'],
};

sql('a table says what its rows are known by, and no two rows have one key', ({ published }) =>
  whileOpen(openDatabase(published.dataDir.warehouse), async (warehouse) => {
    const tables = await warehouse.rows('select table_name as name, comment from duckdb_tables()');
    const words = new Map(tables.map(({ name, comment }) => [name, String(comment)]));
    for (const [table, columns] of Object.entries(keys)) {
      const key = columns.join(', ').replace(/, (\w+)$/, ' and $1');
      assert.ok(words.get(table)?.includes(`one row per ${key}`), table);
      const twice = await warehouse.rows(
        `select 1 from ${table} group by ${columns.map((name) => `"${name}"`)} having count(*) > 1`,
      );
      assert.equal(twice, [], table);
    }
  }),
);

sql('no view that is shared has an internal id', async ({ empty }) => {
  for (const view of sharedViews) {
    const columns = await columnNames(empty, view);
    assert.not.ok(columns.includes('account_id') || columns.includes('subject_id'), view);
  }
});

/** Fault for each check to find. It is planted after everything was computed. */
const faults: Record<string, string> = {
  amounts_are_exact: 'update events set amount_minor = 1e16 where is_trade',
  figures_are_finite: 'update days set growth = growth * 1e300',
  months_compound_to_total: `update periods set growth = growth * 1.000001
    where grain = 'year'`,
  no_trade_is_lost: `delete from subject_trades
    where ticket in (select min(ticket) from subject_trades)`,
  one_row_per_subject: `delete from computed_twr
    where subject_id in (select max(subject_id) from computed_twr)`,
  results_add_up: 'update breakdowns set net_minor = net_minor + 1 where true',
};

sql('every check has a fault to find', () => {
  assert.equal(Object.keys(faults).sort(), relationsIn('checks'));
});

for (const [check, fault] of Object.entries(faults)) {
  sql(`the check ${check} finds its fault and names who has it`, async ({ computed }) => {
    assert.equal(await runChecks(computed), []);
    await planted(computed, fault, async () => {
      assert.ok(await count(computed, `(${readSql(`checks/${check}`)})`));
      const subjects = await computed.rows('select subject_id from selection');
      const known = subjects.map(({ subject_id }) => subject_id);
      const offences = await runChecks(computed);
      assert.ok(offences.some((offence) => offence.check === check));
      for (const { subjectId, reason } of offences) {
        assert.ok(subjectId !== '' && known.includes(subjectId));
        const names = sentenceOf(sentences[reason.code], reason.values).match(/(?<=\{)\w+/g) ?? [];
        assert.equal(
          names.filter((name) => !(name in reason.values)),
          [],
          reason.code,
        );
      }
    });
  });
}

sql('a check that names no account ends the run', ({ computed }) =>
  planted(computed, "delete from computed_twr where subject_id = ''", async () => {
    const error = await runChecks(computed).catch((thrown: unknown) => thrown);
    assert.instance(error, CommandError);
    assert.match(String(error), /check one_row_per_subject failed, nothing is published: \{/);
  }),
);

/** Calls the work with a fault in the computed tables, and undoes it afterwards. */
async function planted(database: Database, fault: string, work: () => Promise<void>) {
  await database.run(`begin; ${fault}`);
  try {
    await work();
  } finally {
    await database.run('rollback');
  }
}

async function count(database: Database, relation: string): Promise<number> {
  const [row] = await database.rows(`select count(*) as rows from ${relation}`);
  return Number(row?.rows);
}

async function columnNames(database: Database, relation: string): Promise<string[]> {
  const rows = await database.rows(`describe ${relation}`);
  return rows.map((row) => String(row.column_name));
}

sql.run();
