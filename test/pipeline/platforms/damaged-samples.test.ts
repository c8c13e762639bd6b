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
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { detectImportFormat } from '../../../pipeline/platforms/index.ts';
import { holdRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { ImportFault } from '../../../pipeline/read/faults.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { isInFull } from '../../support/in-full.ts';

const samples = inPackage('../shared/samples');

/** Small enough to be read many times. */
function isSmallFile(path: string): boolean {
  const entry = statSync(path);
  return entry.isFile() && entry.size < 50_000;
}
const damaged = suite('damaged exports of platforms');

/** Real exports that are imported within milliseconds. */
const names = existsSync(samples)
  ? readdirSync(samples).filter((name) => !name.endsWith('.md') && isSmallFile(join(samples, name)))
  : [];

if (names.length === 0) console.log(`skipped: no exports of platforms in ${samples}`);

/** Damages a file at a place, in thousandths of its length. */
const damage = fc.record({
  kind: fc.constantFrom('cut', 'flip', 'remove', 'repeat', 'zeros'),
  from: fc.nat(999),
  length: fc.integer({ min: 1, max: 400 }),
  bit: fc.nat(7),
});

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function damagedBy(bytes: Buffer, { kind, from, length, bit }: Damage): Buffer {
  const at = Math.floor((bytes.length * from) / 1000);
  const [before, part, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  if (kind === 'cut') return before;
  if (kind === 'remove') return Buffer.concat([before, after]);
  if (kind === 'repeat') return Buffer.concat([before, part, part, after]);
  if (kind === 'zeros') return Buffer.concat([before, Buffer.alloc(part.length), after]);
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
  return flipped;
}

const options = {
  timezone: null,
  accountId: 'MT5:1@Test',
  currency: 'USD',
  platform: 'MT5' as const,
};

/** Imports a file. Returns the number of its rows, or the line that says why it can't be read. */
async function outcome(file: string): Promise<number | string> {
  try {
    const format = await detectImportFormat(file);
    const timezone = format.name === 'forexfactory-json' ? null : utc;
    const { tables } = await format.importFile(file, { ...options, timezone });
    const rows = Object.values(await holdRows(tables)).flat();
    for (const row of rows) {
      for (const value of Object.values(row)) assert.type(value, 'string');
    }
    return rows.length;
  } catch (error) {
    if (error instanceof CommandError || error instanceof ImportFault) return error.message;
    throw error;
  }
}

for (const name of names) {
  damaged(`${name}: is read, or refused in one line`, async () => {
    const bytes = readFileSync(join(samples, name));
    const folder = mkdtempSync(join(tmpdir(), 'trackrecord-damaged-'));
    const file = join(folder, `export${extname(name)}`);
    try {
      await fc.assert(
        fc.asyncProperty(damage, async (each) => {
          writeFileSync(file, damagedBy(bytes, each));
          const result = await outcome(file);
          if (typeof result === 'string') assert.not.match(result, /^$|\n/);
        }),
        { numRuns: isInFull ? 400 : 25 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

damaged.run();
