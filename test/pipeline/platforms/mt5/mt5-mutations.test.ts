import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, type Random } from '../../../../fixtures/demo/random.ts';
import {
  mt5Html,
  mt5Rows,
  mt5Xlsx,
  type ReportLook,
  type ReportRow,
} from '../../../../fixtures/statements/mt5.ts';
import { makeReport, type ReportTraits } from '../../../../fixtures/statements/mt5-story.ts';
import { testerRows } from '../../../../fixtures/statements/mt5-tester.ts';
import { mutate, mutationNames } from '../../../../fixtures/statements/mutate.ts';
import { mutateRows, rowMutations } from '../../../../fixtures/statements/mutate-rows.ts';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { importMt5 } from '../../../../pipeline/platforms/mt5/import-mt5.ts';
import { sumDecimals } from '../../../../pipeline/read/decimals.ts';
import { utc } from '../../../../pipeline/read/timezone.ts';
import { isInFull } from '../../../support/in-full.ts';
import { ImportsToCompare } from '../compared.ts';
import { inWords } from '../held.ts';
import { totalsOfTables } from '../written-totals.ts';

// Half are pages, half workbooks. MUTATIONS=20000 makes more. A failure prints its number, which
// repeats it.
const count = Number(process.env.MUTATIONS ?? (isInFull ? 3000 : 200)) / 2;

const accounts: readonly { traits: Partial<ReportTraits>; look: ReportLook }[] = [
  { traits: {}, look: { hasFees: false } },
  { traits: { hasFees: true, before: 500_000 }, look: {} },
  { traits: { hasCredit: true }, look: {} },
  { traits: { mode: 'Netting' }, look: { hasPositions: false } },
];
const reports = [
  ...accounts.map(({ traits, look }, at) =>
    mt5Rows(makeReport(`mutated ${at}`, { trades: 10, ...traits }), look),
  ),
  testerRows(makeReport('tested', { trades: 12, mode: 'Netting' })),
];

interface Saved {
  as: string;
  names: readonly string[];
  damaged(rows: readonly ReportRow[], name: string, random: Random): Uint8Array | string;
}
const saved: readonly Saved[] = [
  {
    as: 'pages',
    names: mutationNames,
    damaged: (rows, name, random) => mutate(mt5Html(rows), name, random),
  },
  {
    as: 'workbooks',
    names: rowMutations,
    damaged: (rows, name, random) => mt5Xlsx(mutateRows(rows, name, random)),
  },
];

const mutations = suite<{ directory: string }>('mutations of mt5 reports');

mutations.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-mt5-mutations-'));
});
mutations.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

/** Figures that generated reports print correctly. Their other figures are invented. */
const printed = ['balance', 'equity', 'net_profit', 'floating_profit'];

/** Returns a message without its numbers. */
const kindOf = (note: string): string => note.replace(/-?[\d.]+/g, '');

/**
 * Returns the errors of an import. Without errors returns its notes, and the sums of its rows that
 * the report prints too.
 */
async function outcome(
  directory: string,
  bytes: Uint8Array | string,
  accountId = 'MT5:1',
  imports = new ImportsToCompare(),
) {
  const file = join(directory, 'report');
  writeFileSync(file, bytes);
  try {
    const options = { accountId, timezone: utc, currency: 'USD', takesBacktests: true };
    const { tables, warnings, notes } = inWords(await importMt5(file, options));
    imports.add(tables);
    if (warnings.length > 0) return { complaints: warnings };
    const { trades = [], positions = [], cash_flows = [], accounts = [], equity = [] } = tables;
    const all = totalsOfTables({ trades, positions, cash_flows, accounts, equity }, 2);
    const { net, floating, deposits, credit, opening, balance, equity: worth } = all;
    // Only a note tells how a charge for opening is shared, since it depends on which deal closed
    // which.
    const charged = notes.map(
      (note) => /^(-?[\d.]+) of costs for positions/.exec(note)?.[1] ?? '0',
    );
    const earned = net + floating + Math.round(100 * Number(sumDecimals(charged)));
    const sums = { earned, deposits, credit, opening, balance, worth };
    return { complaints: [], notes: notes.map(kindOf), sums: JSON.stringify(sums) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.not.match(error.message, '\n');
    return { complaints: [error.message] };
  }
}

for (const { as, names, damaged } of saved) {
  mutations(`${as}: none of ${count} changes a sum without a word`, async ({ directory }) => {
    const whole = [];
    const wholeImports = new ImportsToCompare();
    for (const [at, rows] of reports.entries()) {
      const bytes = damaged(rows, '', createRandom(''));
      const read = await outcome(directory, bytes, `${at}`, wholeImports);
      assert.equal(read.complaints, []);
      whole.push(read);
    }
    // The tester's last position stays open. Its commission is paid, but is in no trade.
    const known = await wholeImports.differences(directory, printed);
    assert.equal([...known.keys()], [`${reports.length - 1}`]);
    const imports = new ImportsToCompare();
    const silent = new Map<string, string>();
    const noticed = new Set<string>();
    for (let at = 0; at < count; at++) {
      const which = at % reports.length;
      const name = names[Math.floor(at / reports.length) % names.length] ?? '';
      const random = createRandom(`mutation ${as} ${at}`);
      const { complaints, sums, notes } = await outcome(
        directory,
        damaged(reports[which] ?? [], name, random),
        `${at}`,
        imports,
      );
      const were = whole[which];
      if (sums === undefined) {
        noticed.add(`${at}`);
        assert.ok(complaints.length > 0 && complaints.every(Boolean), `${at}: says nothing`);
      } else if (notes.every((note) => were?.notes?.includes(note)) && sums !== were?.sums) {
        silent.set(`${at}`, `${at} (${which}, ${name}): ${sums} was ${were?.sums}`);
      }
    }
    const differences = await imports.differences(directory, printed);
    for (const [at, found] of differences) {
      if (`${found}` === `${known.get(`${Number(at) % reports.length}`)}`) continue;
      silent.delete(at);
      noticed.add(at);
    }
    assert.equal([...silent.values()], []);
    assert.ok(noticed.size > count / 4, `only ${noticed.size} of ${count} were noticed`);
  });
}

/** Damages that rows alone don't show, with the message for each. */
const differing: readonly {
  at: number;
  rows: readonly ReportRow[];
  name: string;
  pattern: RegExp;
}[] = [
  ...[
    {
      at: 868,
      rows: reports[3] ?? [],
      name: 'a digit comes twice',
      pattern: /no deal opened position 79900007$/m,
    },
  ],
  ...[
    {
      at: 2,
      rows: testerRows(makeReport('tested', { trades: 12, mode: 'Netting' })),
      name: 'a type is another',
      pattern: /balance: 5336\.79, ours 5364\.94/,
    },
  ],
];

for (const { at, rows: whole, name, pattern } of differing) {
  mutations(`${name} in workbook ${at}: it is told`, async ({ directory }) => {
    const rows = mutateRows(whole, name, createRandom(`mutation workbooks ${at}`));
    const imports = new ImportsToCompare();
    const { complaints } = await outcome(directory, mt5Xlsx(rows), 'MT5:1', imports);
    const differences = await imports.differences(directory);
    assert.match([...complaints, ...differences.values()].flat().join('\n'), pattern);
  });
}

mutations('a deposit above the balance next to it: it is told', async ({ directory }) => {
  const page = mt5Html(reports[4] ?? []).replace(/<td>1&nbsp;099\.72(?=<)/, '<td>109972');
  const { complaints } = await outcome(directory, page);
  assert.match(complaints.join('\n'), /the opening balance would be -108872\.28; it is below 0/);
});

mutations.run();
