import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, type Random } from '../../../fixtures/demo/random.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { detectImportFormat } from '../../../pipeline/platforms/index.ts';
import type { ImportedRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { isInFull } from '../../support/in-full.ts';
import { differencesIn } from './compared.ts';
import { held } from './held.ts';

// A statement that lost a part must not look like the statement of somebody who traded less.
const cut = suite<{ folder: string }>('real statements of which a part is missing');

const samples = inPackage('../shared/samples');
/**
 * Statements and reports that end with their totals. Lists have no totals, so a missing line can't
 * be noticed.
 */
const names = existsSync(samples)
  ? readdirSync(samples).filter(
      (name) =>
        /^mt[45]-(?!tester).*\.(html?|xlsx)$/.test(name) &&
        statSync(join(samples, name)).size < 50_000,
    )
  : [];
if (names.length === 0) console.log(`skipped: no exports of platforms in ${samples}`);

const [count, flips] = isInFull ? [200, 800] : [1, 48];

cut.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'trackrecord-cut-'));
});
cut.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  /** Lists tickets of trades and positions, and ids of flows with their amounts. */
  readonly rows: readonly string[];
  readonly warnings: readonly string[];
  /** Reason for reading nothing. */
  readonly refusal?: string;
  readonly tables?: ImportedRows;
}

async function outcome(folder: string, name: string, bytes: Uint8Array): Promise<Outcome> {
  const file = join(folder, `export${extname(name)}`);
  writeFileSync(file, bytes);
  try {
    const format = await detectImportFormat(file);
    const options = { timezone: utc, accountId: 'MT5:1@Test', currency: 'USD' };
    const { tables, warnings } = await held(format.importFile(file, options));
    const { trades = [], positions = [], cash_flows = [] } = tables;
    const rows = [
      ...[...trades, ...positions].map(({ ticket, profit }) => `${ticket} ${profit}`),
      ...cash_flows.map(({ id, amount }) => `${id} ${amount}`),
    ];
    return { rows: rows.sort(), warnings, tables };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.not.match(error.message, /^$|\n/);
    return { rows: [], warnings: [], refusal: error.message };
  }
}

/**
 * Returns true if the rows are those of the whole file, or if the import says that something is
 * wrong.
 */
async function isNoticed(folder: string, found: Outcome, whole: Outcome): Promise<boolean> {
  const { rows, warnings, refusal, tables } = found;
  if (refusal !== undefined || warnings.length > whole.warnings.length) return true;
  if (JSON.stringify(rows) === JSON.stringify(whole.rows)) return true;
  const [differing, before] = [
    await differencesIn(folder, tables ?? {}),
    await differencesIn(folder, whole.tables ?? {}),
  ];
  return differing.length > before.length;
}

/** Damages a text: whole lines are missing or doubled, or everything after a place is missing. */
const damages: Readonly<Record<string, (text: string, random: Random) => string>> = {
  'cut off': (text, random) => text.slice(0, random.whole(1, text.length - 2)),
  'a row gone': (text, random) => withoutRow(text, random, () => ''),
  'a row twice': (text, random) => withoutRow(text, random, (row) => row + row),
  'the middle gone': (text, random) => {
    const [from, to] = [random.whole(1, text.length - 2), random.whole(1, text.length - 2)];
    return text.slice(0, Math.min(from, to)) + text.slice(Math.max(from, to));
  },
};

function withoutRow(text: string, random: Random, replace: (row: string) => string): string {
  const rows = [...text.matchAll(/<tr[^>]*>.*?<\/tr>/gs)];
  if (rows.length === 0) return text;
  const { 0: row, index } = random.pick(rows);
  return text.slice(0, index) + replace(row) + text.slice(index + row.length);
}

for (const name of names.filter((each) => !each.endsWith('.xlsx'))) {
  cut(`${name}: reads the same, or says that something is missing`, async ({ folder }) => {
    const bytes = readFileSync(join(samples, name));
    const encoding = bytes[0] === 0xff ? 'utf16le' : 'latin1';
    const text = bytes.toString(encoding);
    const whole = await outcome(folder, name, bytes);
    const silent: string[] = [];
    for (const [damage, change] of Object.entries(damages)) {
      for (let at = 0; at < count; at += 1) {
        const changed = change(text, createRandom(`${damage} ${at}`));
        const found = await outcome(folder, name, Buffer.from(changed, encoding));
        if (await isNoticed(folder, found, whole)) continue;
        silent.push(`${damage} ${at}: ${found.rows.length} rows of ${whole.rows.length}`);
      }
    }
    assert.equal(silent, []);
  });
}

for (const name of names.filter((each) => each.endsWith('.xlsx'))) {
  cut(`${name}: is the same or refused, whichever bit is another`, async ({ folder }) => {
    const bytes = readFileSync(join(samples, name));
    const whole = await outcome(folder, name, bytes);
    const random = createRandom(name);
    let refused = 0;
    for (let at = 0; at < flips; at += 1) {
      const changed = Buffer.from(bytes);
      const place = random.whole(0, bytes.length - 1);
      changed[place] = (changed[place] ?? 0) ^ (1 << random.whole(0, 7));
      const found = await outcome(folder, name, changed);
      if (found.refusal !== undefined) refused += 1;
      else assert.equal([found.rows, found.warnings], [whole.rows, whole.warnings], `${place}`);
    }
    assert.ok(refused > 3, `${refused} refused`);
  });
}

cut.run();
