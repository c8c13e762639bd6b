import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom } from '../../../fixtures/demo/random.ts';
import { type MadeCase, madeCases } from '../../../fixtures/statements/cases.ts';
import { encode } from '../../../fixtures/statements/encode.ts';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { mutate, mutationNames } from '../../../fixtures/statements/mutate.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { importMt4 } from '../../../pipeline/platforms/mt4/import-mt4.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { isInFull } from '../../support/in-full.ts';
import { ImportsToCompare } from './compared.ts';
import { inWords } from './held.ts';
import { totalsOfTables, type WrittenTotals } from './written-totals.ts';

// MUTATIONS=20000 makes more. A failure prints its number, which repeats it.
const count = Number(process.env.MUTATIONS ?? (isInFull ? 3000 : 200));

const mutations = suite<{ directory: string }>('mutations of statements');

mutations.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-mutations-'));
});

mutations.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

/** Returns the errors of an import, or the rows that it would write. */
async function outcome(
  directory: string,
  { account, encoding }: MadeCase,
  html: string,
  accountId: string,
  imports: ImportsToCompare,
) {
  const file = join(directory, 'statement.htm');
  writeFileSync(file, encode(html, encoding));
  try {
    const { tables, warnings } = inWords(await importMt4(file, { accountId, timezone: utc }));
    if (warnings.length > 0) return { complaints: warnings };
    imports.add(tables);
    const { trades = [], positions = [], cash_flows = [], accounts = [], equity = [] } = tables;
    const written = { trades, positions, cash_flows, accounts, equity };
    return { complaints: [], totals: totalsOfTables(written, account.places) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { complaints: [error.message] };
  }
}

/** Totals that the statement prints too. */
function printedOf({ look }: MadeCase, totals: WrittenTotals) {
  const { positions, trades, sold, grossProfit, grossLoss, ...sums } = totals;
  return look.layout === 'plain' ? sums : { ...sums, trades, sold, grossProfit, grossLoss };
}

mutations(`none of ${count} changes a total without a word`, async ({ directory }) => {
  const cases = madeCases().filter(({ account }) => account.history.length > 1);
  const wholeImports = new ImportsToCompare();
  const whole = new Map<MadeCase, { html: string; totals: WrittenTotals }>();
  for (const each of cases) {
    const html = mt4Statement(each.account, each.look);
    const { totals } = await outcome(directory, each, html, each.name, wholeImports);
    if (totals === undefined) throw new Error(`${each.name} is not imported whole`);
    whole.set(each, { html, totals });
  }
  assert.equal([...(await wholeImports.differences(directory))], []);
  const imports = new ImportsToCompare();
  const silent = new Map<string, string>();
  let noticed = 0;
  let changed = 0;
  for (let at = 0; at < count; at++) {
    const each = cases[at % cases.length];
    const name = mutationNames[Math.floor(at / cases.length) % mutationNames.length] ?? '';
    const wholeRow = each && whole.get(each);
    if (!wholeRow) continue;
    const html = mutate(wholeRow.html, name, createRandom(`mutation ${at}`));
    if (html !== wholeRow.html) changed++;
    const { complaints, totals } = await outcome(directory, each, html, `${at}`, imports);
    if (totals === undefined) {
      noticed++;
      assert.ok(complaints.length > 0 && complaints.every(Boolean), `${at}: says nothing`);
      continue;
    }
    const [is, was] = [totals, wholeRow.totals].map((sums) =>
      JSON.stringify(printedOf(each, sums)),
    );
    if (is !== was) silent.set(`${at}`, `${at} (${each.name}, ${name}): ${is} was ${was}`);
  }
  const differences = await imports.differences(directory);
  noticed += differences.size;
  for (const at of differences.keys()) silent.delete(at);
  assert.equal([...silent.values()], []);
  assert.ok(changed > 0.95 * count, `only ${changed} of ${count} were damaged`);
  assert.ok(noticed > count / 3, `only ${noticed} of ${count} were noticed`);
});

mutations.run();
