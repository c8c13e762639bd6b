import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom } from '../../../fixtures/demo/random.ts';
import { makeListedAccount } from '../../../fixtures/statements/history.ts';
import { fxblueList, mql5List, myfxbookList } from '../../../fixtures/statements/lists.ts';
import { listMutations, mutateList } from '../../../fixtures/statements/mutate-list.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { findImportFormat } from '../../../pipeline/import/index.ts';
import { utc } from '../../../pipeline/import/timezone.ts';
import { held } from './held.ts';

// More with MUTATIONS=20000; each is told again by its number.
const count = Number(process.env.MUTATIONS ?? 300);

/** A list, and where a reader who knows nothing else finds what its rows bring. */
interface Listed {
  format: 'myfxbook' | 'fxblue' | 'mql5';
  text: string;
  delimiter: string;
  /** Where columns have no other name than their place. */
  names?: readonly string[];
  /** Of which column are the trades, and which words name them. */
  type: string;
  trades: RegExp;
  /** Columns that add up to the net of a trade. */
  net: readonly string[];
}

const account = makeListedAccount('mutated', { trades: 25, isByMinute: true, hasParts: true });
const lists: readonly Listed[] = [
  {
    ...{ format: 'myfxbook', text: myfxbookList(account, 'USD', {}), delimiter: ',' },
    ...{ type: 'Action', trades: /^(buy|sell)$/i, net: ['Profit'] },
  },
  {
    ...{ format: 'fxblue', text: fxblueList([account], {}), delimiter: ',', type: 'Type' },
    ...{ trades: /^closed position$/i, net: ['Commission', 'Swap', 'Profit'] },
  },
  {
    ...{ format: 'mql5', text: mql5List(account, 'orders', {}), delimiter: ';', type: 'Type' },
    ...{ trades: /^(buy|sell)$/i, net: ['Commission', 'Swap', 'Profit'] },
    names: ['', 'Type', '', '', '', '', '', '', '', 'Commission', 'Swap', 'Profit'],
  },
];

/** What anybody sees who adds up the columns of the text. */
function seenIn(list: Listed, text: string) {
  const rows = rowsIn(text.replace(/^sep=.*\n/, ''), list.delimiter);
  if (rows === null) return 'nothing that can be parsed';
  const names = list.names ?? rows.find((row) => row.includes(list.type)) ?? [];
  const cell = (row: string[], name: string) => row[names.indexOf(name)]?.trim() ?? '';
  const trades = rows.filter(
    (row) =>
      !row.includes('cancelled') &&
      list.trades.test(cell(row, list.type)) &&
      cell(row, 'Close Date') !== 'Close Date',
  );
  const closed =
    list.format === 'myfxbook' ? trades.filter((row) => cell(row, 'Close Date')) : trades;
  const net = closed.flatMap((row) => list.net.map((name) => cents(cell(row, name))));
  return { trades: closed.length, net: sum(net) };
}

function rowsIn(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true }) as string[][];
  } catch {
    return null;
  }
}

const cents = (text: string): number =>
  Math.round(Number(text.replaceAll(' ', '').replace(',', '.') || 0) * 100);
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const mutations = suite<{ directory: string }>('mutations of lists');

mutations.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-lists-'));
});
mutations.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

/** What an import says against a file, or what it reads without a word. */
async function outcome(file: string, { format }: Listed) {
  const given = { accountId: 'MT4:1', timezone: utc, currency: 'USD' };
  try {
    const importing = findImportFormat(format).importFile(file, given);
    const { tables, warnings, notes } = await held(importing);
    const said = [...warnings, ...notes.filter((note) => note.includes('cannot be told'))];
    const trades = tables.trades ?? [];
    const net = trades.flatMap((row) => [row.profit, row.commission, row.swap].map(cents));
    return { said, seen: { trades: trades.length, net: sum(net) } };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.not.match(error.message, '\n');
    return { said: [error.message], seen: undefined };
  }
}

for (const list of lists) {
  mutations(
    `${list.format}: none of ${count} loses an amount without a word`,
    async ({ directory }) => {
      const file = join(directory, 'list');
      const silent: string[] = [];
      let noticed = 0;
      for (let at = 0; at < count; at++) {
        const name = listMutations[at % listMutations.length] ?? '';
        const text = mutateList(list.text, name, createRandom(`mutation ${list.format} ${at}`));
        writeFileSync(file, text);
        const { said, seen } = await outcome(file, list);
        if (said.length > 0) noticed++;
        else {
          const there = JSON.stringify(seenIn(list, text));
          if (JSON.stringify(seen) !== there) {
            silent.push(`${at} (${name}): ${JSON.stringify(seen)} where ${there} stands`);
          }
        }
      }
      assert.equal(silent, []);
      assert.ok(noticed > count / 5, `only ${noticed} of ${count} were noticed`);
    },
  );
}

mutations.run();
