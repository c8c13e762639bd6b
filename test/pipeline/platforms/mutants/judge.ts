import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../../../fixtures/demo/random.ts';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { createLineValidator } from '../../../../pipeline/connect/validate-lines.ts';
import type { SourceRows } from '../../../../pipeline/platforms/source/source-tables.ts';
import { readStatement } from '../../../../pipeline/statements/read.ts';
import { noOptions } from '../../../../pipeline/statements/statement.ts';
import { ImportsToCompare } from '../compared.ts';
import { figuresOf, type ImportedFigures, importFigures, namesZone } from './import-figures.ts';
import { type Mutant, makeMutant } from './mutants.ts';
import { type Sample, wholeOf } from './samples.ts';
import type { Figures } from './second-reader.ts';

/** Judges mutants: the figures of each are right, or something is said. */
export interface Judge {
  /** Imports a mutant. Returns what is wrong with it, or null if nothing is or `settle` knows. */
  fault(sample: Sample, name: string): Promise<string | null>;
  /** Compares figures that files print with the rows of those that were wrong so far. */
  settle(): Promise<string[]>;
  /** Counts damaged files by format, and those of which the import says something. */
  readonly counts: Readonly<Record<string, Count>>;
  close(): Promise<void>;
}

export interface Count {
  damaged: number;
  told: number;
}

interface Fault {
  readonly text: string;
  /** Rows of a file that prints figures, which may tell. */
  readonly tables?: SourceRows;
}

/** Notes that say what an import can't know of a file that was cut off. */
const cutNotes = /could not be noticed|may be cut off/;
const textNotes = /with an unknown text|say both/;
const dateNotes = /whether day or month comes first/;

/** A mutant whose figures are wrong, and whose printed figures may tell. */
interface Suspect {
  readonly line: string;
  readonly sample: Sample;
  readonly count: Count;
}

export function createJudge(): Judge {
  const validator = createLineValidator();
  const folder = mkdtempSync(join(tmpdir(), 'trackrecord-mutants-'));
  const wholes = new Map<string, ImportedFigures | null>();
  const counts: Record<string, Count> = {};
  let number = 0;
  let suspects = new Map<string, Suspect>();
  let printed = new ImportsToCompare();
  return {
    counts,
    async fault(sample, name) {
      const mutant = makeMutant(sample, createRandom(name));
      const whole = await importWhole(sample);
      const [format = ''] = (whole?.format ?? 'refused').split('-');
      counts[format] ??= { damaged: 0, told: 0 };
      const count = mutant.isDamaged ? counts[format] : { damaged: 0, told: 0 };
      count.damaged++;
      const fault = await faultOf(sample, mutant, whole, count);
      if (fault === null) return null;
      const line = `${name}: ${mutant.changes.join(', ')}: ${fault.text}`;
      if (fault.tables === undefined) return line;
      printed.add(fault.tables);
      suspects.set(fault.tables.accounts?.[0]?.account_id ?? '', { line, sample, count });
      return null;
    },
    async settle() {
      const samples = [...new Set([...suspects.values()].map(({ sample }) => sample))];
      for (const sample of samples) printed.add((await importWhole(sample))?.tables ?? {});
      const differing = await printed.differences(folder);
      const figuresIn = (id: string) => differing.get(id)?.map((line) => line.split(':')[0]) ?? [];
      const silent: string[] = [];
      for (const [id, { line, sample, count }] of suspects) {
        const before = figuresIn(wholeId(sample));
        if (figuresIn(id).every((figure) => before.includes(figure))) silent.push(line);
        else count.told++;
      }
      suspects = new Map();
      printed = new ImportsToCompare();
      return silent;
    },
    async close() {
      await validator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  /** Imports a sample without any change. Returns null if it is refused as it is. */
  async function importWhole(sample: Sample): Promise<ImportedFigures | null> {
    const known = wholes.get(sample.name);
    if (known !== undefined) return known;
    const written = { bytes: wholeOf(sample), map: sample.map };
    const whole = await imported(sample, written, wholeId(sample)).catch((error) => {
      if (!(error instanceof CommandError)) throw error;
      return null;
    });
    wholes.set(sample.name, whole);
    return whole;
  }
  async function imported(sample: Sample, { bytes, map }: Written, id: string) {
    writeFileSync(fileOf(sample), bytes);
    const mapFile = map && join(folder, 'map.json');
    if (mapFile !== undefined) writeFileSync(mapFile, JSON.stringify(map));
    const accountId = sample.isCalendar ? undefined : id;
    const options = { format: sample.format, map: mapFile, accountId };
    return importFigures(fileOf(sample), options, validator);
  }

  async function faultOf(
    sample: Sample,
    mutant: Mutant,
    whole: ImportedFigures | null,
    count: Count,
  ): Promise<Fault | null> {
    const map = sample.map && mapFor(sample, mutant);
    try {
      const found = await imported(sample, { bytes: mutant.bytes, map }, `MT5:${++number}`);
      const { isUnaccounted, complaints } = found;
      if (isUnaccounted) return { text: `its rows don't add up: ${complaints.join(' / ')}` };
      if (complaints.length > (whole?.complaints.length ?? 0)) count.told++;
      const atForm =
        isForForm(sample) && number % formEvery === 0
          ? await formFault(fileOf(sample), found)
          : null;
      return atForm ?? silentFault(sample, mutant, found, whole);
    } catch (error) {
      if (!(error instanceof CommandError)) return { text: `crashes: ${(error as Error).stack}` };
      count.told++;
      return /^[^\n]{10,3000}$/.test(error.message) ? null : { text: `says ${error.message}` };
    }
  }

  function fileOf({ form }: Sample): string {
    return join(folder, `export.${form}`);
  }
}

interface Written {
  readonly bytes: Uint8Array;
  readonly map: object | undefined;
}

/** Id of the account of a whole sample, which no mutant has. */
const wholeId = ({ name }: Sample): string => `MT5:${name.replaceAll(/\W/g, '-')}`;

/** One mutant of so many also goes through the form at `/me/add`, which takes longer. */
const formEvery = 150;
/** The form takes no map, and no calendars. */
const isForForm = ({ isCalendar, map, size, format }: Sample): boolean =>
  !isCalendar && map === undefined && format !== 'table' && size < 100_000;

/** Reads a file as the form does, which must say something if the command line does. */
async function formFault(
  file: string,
  { tables: written, complaints, format }: ImportedFigures,
): Promise<Fault | null> {
  const options = {
    ...noOptions,
    clock: namesZone.test(format) ? '' : 'UTC',
    currency: 'USD',
    number: '1',
    platform: 'MT5',
  };
  try {
    const read = await readStatement(file, { owner: 'ann', name: 'export', options });
    const { warnings, accounts } = read.found;
    if (warnings.length > 0 || accounts.some(({ refused }) => refused > 0)) return null;
    if (complaints.length > 0) return { text: `the form doesn't say ${complaints.join(' / ')}` };
    const [content] = read.contents;
    const tables = Object.entries(content?.lines ?? {}).map(([table, lines]) => [
      table,
      lines?.map((line) => JSON.parse(line)),
    ]);
    const wrong = differences(figuresOf(Object.fromEntries(tables)), figuresOf(written), []);
    return wrong.length === 0 ? null : { text: `at the form, ${wrong.join(', ')}` };
  } catch (error) {
    if (error instanceof CommandError) return null;
    return { text: `the form crashes: ${(error as Error).stack}` };
  }
}

function silentFault(
  { unknown, totals }: Sample,
  { right, isCut }: Mutant,
  { figures, complaints, notes, tables }: ImportedFigures,
  whole: ImportedFigures | null,
): Fault | null {
  if (complaints.length > 0) return null;
  const hasTotals = totals.length > 0;
  const isNoted = notes.some((note) => dateNotes.test(note));
  const left = [...unknown, ...(isNoted ? (['closed', 'times'] as const) : [])];
  const isDoubted = hasTotals || notes.some((note) => textNotes.test(note));
  const account = hasTotals && whole ? accountIn(whole.figures) : {};
  const wrong = right
    .map((each) => ({ ...each, ...account }))
    .map((each) =>
      isDoubted
        ? differences(asOneSum(figures), asOneSum(each), left)
        : differences(figures, each, left),
    );
  const [fewest = []] = wrong.toSorted((first, second) => first.length - second.length);
  if (fewest.length === 0) return null;
  if (isCut && notes.some((note) => cutNotes.test(note))) return null;
  const text = `${fewest.join(', ')}, without a complaint; notes: ${notes.join(' / ')}`;
  return { text, ...((tables.printed_figures ?? []).length > 0 && { tables }) };
}

/** Figures of an account that its rows alone don't say. */
const accountIn = ({ opening, balance, equity }: Figures): Partial<Figures> => ({
  ...(opening !== undefined && { opening }),
  ...(balance !== undefined && { balance }),
  ...(equity !== undefined && { equity }),
});

/** Returns figures whose bookings are one sum, as no kind is certain while a text is in doubt. */
const asOneSum = ({ deposits, withdrawals, charges, ...rest }: Figures): Figures => ({
  ...rest,
  deposits: deposits + withdrawals + charges,
  withdrawals: 0,
  charges: 0,
});

function differences(
  figures: Figures,
  right: Figures,
  unknown: readonly (keyof Figures)[],
): string[] {
  const names = Object.keys(right) as (keyof Figures)[];
  return names
    .filter((name) => !unknown.includes(name) && figures[name] !== right[name])
    .map((name) => `${name} ${figures[name]} where ${right[name]} stands`);
}

/** A map that says the order of day and month is the user's word, so it goes with the dates. */
function mapFor({ map }: Sample, { hasOtherDates }: Mutant): object {
  if (!hasOtherDates) return map ?? {};
  const { dates, ...rest } = map as { dates?: string };
  return rest;
}
