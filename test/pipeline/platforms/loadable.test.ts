import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom } from '../../../fixtures/demo/random.ts';
import { mt5Html, mt5Rows } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { importToSource } from '../../../pipeline/commands/import.ts';
import { importFormats } from '../../../pipeline/platforms/index.ts';
import { isInFull } from '../../support/in-full.ts';
import { withWorld } from '../load/world.ts';
import { makeMutant } from './mutants/mutants.ts';
import { madeSamples, type Sample } from './mutants/samples.ts';

// SEED=7 gives other mutants, MUTANTS=1000 more of each file.
const seed = process.env.SEED ?? '1';
const count = Number(process.env.MUTANTS ?? (isInFull ? 1000 : 3));

const loadable = suite('imports write rows that load');

/** Imports a file into its own source. Returns its format and messages, or null if refused. */
async function imported(
  {
    format = 'auto',
    map,
    isCalendar,
    name,
  }: Pick<Sample, 'format' | 'map' | 'isCalendar' | 'name'>,
  bytes: string | Uint8Array,
  out: string,
) {
  mkdirSync(out, { recursive: true });
  const [file, mapFile] = [join(out, '..', 'export'), join(out, '..', 'map.json')];
  writeFileSync(file, bytes);
  writeFileSync(mapFile, JSON.stringify(map ?? {}));
  const of = isCalendar ? {} : { tz: 'UTC', currency: 'USD', platform: 'MT5' };
  const accountId = isCalendar || name === 'made fxblue' ? undefined : 'MT5:1';
  const options = { ...of, accountId, map: map && mapFile };
  try {
    const { known, warnings } = await importToSource({ format, file, out, ...options });
    return { format: known.name, warnings: warnings.map(inEnglish) };
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

loadable('whatever is damaged, load refuses nothing that was written, of any format', () =>
  withWorld(async (world) => {
    const written: string[] = [];
    const formats = new Set<string>();
    for (const [at, sample] of madeSamples().entries()) {
      for (let number = 0; number < count; number++) {
        // The name of a refused file tells the sample.
        const out = join(world.source, `${at}-${sample.name.replaceAll(' ', '-')}-${number}`);
        const { bytes } = makeMutant(sample, createRandom(`${seed}: ${sample.name}: ${number}`));
        const found = await imported(sample, bytes, out);
        if (found === null || !existsSync(out)) continue;
        written.push(out);
        formats.add(found.format);
      }
    }
    const { failures } = await world.load({ sources: written });
    assert.equal(failures, []);
    assert.equal(await world.rows('select file, line, reason from rejects order by all'), []);
    assert.equal(
      importFormats.map(({ name }) => name).filter((name) => !formats.has(name)),
      [],
    );
  }),
);

loadable('a trade that closes before it opens is told, and the others are written', () =>
  withWorld(async (world) => {
    const report = makeReport('loadable', { trades: 12 });
    const page = mt5Html(mt5Rows(report, {}));
    // The row of a position begins with its opening time. The rest is unchanged.
    const late = page.replace(/<td>2024(?=[^<]*<\/td>\s*<td>\d+<\/td>)/, '<td>2025');
    const out = join(world.source, 'out');
    const lateImport = await imported({ name: 'late', isCalendar: false }, late, out);
    assert.match(
      lateImport?.warnings.join('\n') ?? '',
      /^not imported: trades, ticket `\d+`: closed_at .* is before opened_at/m,
    );
    await world.load({ sources: [out] });
    const whole = report.positions.reduce((sum, { parts }) => sum + parts.length, 0);
    assert.equal(await world.rows('select count(*) as n from trades'), [{ n: `${whole - 1}` }]);
  }),
);

loadable.run();
