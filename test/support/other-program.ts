import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inPackage } from '../../pipeline/base/package-root.ts';

/** Differences of the other build. */
export interface OtherBuild {
  readonly version?: string;
  readonly publishedForm?: number;
}

/** Copies this program to a folder as another build of it. Returns the folder of the build. */
export function programOf(folder: string, { version, publishedForm }: OtherBuild): string {
  const dist = join(folder, 'dist');
  cpSync(inPackage('dist'), dist, {
    recursive: true,
    filter: (path) => !path.endsWith('/dist/site'),
  });
  for (const name of ['node_modules', 'sql']) symlinkSync(inPackage(name), join(folder, name));
  if (version !== undefined) {
    const json = join(dist, 'package.json');
    const parsed = JSON.parse(readFileSync(json, 'utf8'));
    writeFileSync(json, JSON.stringify({ ...parsed, version }));
  }
  if (publishedForm !== undefined) {
    const script = join(dist, 'pipeline/base/published-form.js');
    const before = readFileSync(script, 'utf8');
    const after = before.replace(/publishedForm = \d+/, `publishedForm = ${publishedForm}`);
    if (after === before) throw new Error(`${script} has no number to replace`);
    writeFileSync(script, after);
  }
  return dist;
}
