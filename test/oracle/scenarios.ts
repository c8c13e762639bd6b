import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inPackage } from '../../pipeline/base/package-root.ts';

export const scenariosDirectory = inPackage('fixtures/scenarios/');

type Expectation = {
  readonly slug: string;
  readonly section: string;
  readonly value: unknown;
};
export type Scenario = {
  readonly name: string;
  readonly directory: string;
  readonly asOf: Date;
  readonly expectations: readonly Expectation[];
};

/** Scenario folders, each with its expected sections. */
export async function readScenarios(): Promise<Scenario[]> {
  const entries = await readdir(scenariosDirectory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map(readScenario));
}

async function readScenario(name: string): Promise<Scenario> {
  const directory = join(scenariosDirectory, name);
  const asOfFile = join(directory, 'as-of');
  const asOf = existsSync(asOfFile) ? (await readFile(asOfFile, 'utf8')).trim() : undefined;
  const expectations: Expectation[] = [];
  for (const slug of (await readdir(join(directory, 'expected'))).sort()) {
    for (const file of (await readdir(join(directory, 'expected', slug))).sort()) {
      const text = await readFile(join(directory, 'expected', slug, file), 'utf8');
      expectations.push({ slug, section: file.replace('.json', ''), value: JSON.parse(text) });
    }
  }
  return { name, directory, asOf: new Date(asOf ?? '2024-07-01T12:00:00Z'), expectations };
}
