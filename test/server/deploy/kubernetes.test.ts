import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';
import { deployFile, root } from './installed.ts';

const kubernetes = suite('Kubernetes manifests');
const inDirectory = within(kubernetes, withDirectory);

const files = readdirSync(join(root, 'server/deploy/kubernetes'));

/** A resource of a manifest. */
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const resourcesIn = (text: string): Resource[] =>
  parseAllDocuments(text).map((document) => {
    assert.equal(document.errors, []);
    return document.toJS();
  });

/** Module with the types of Kubernetes' own schema for a group and version. */
const moduleOf = ({ apiVersion }: Resource): string =>
  `kubernetes-types/${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}`;

/** Has the compiler hold resources to the schema. Returns its errors. */
function compile(directory: string, resources: readonly Resource[]): string {
  const lines = resources.flatMap((resource, at) => [
    `import type { ${resource.kind} as Kind${at} } from '${moduleOf(resource)}';`,
    `export const resource${at}: Required<Pick<Kind${at}, 'apiVersion' | 'kind' | 'spec'>> & Kind${at} =`,
    `  ${JSON.stringify(resource)};`,
  ]);
  const file = join(directory, 'resources.ts');
  writeFileSync(file, lines.join('\n'));
  const paths = { '*': [join(root, 'node_modules/*')] };
  const compilerOptions = { strict: true, noEmit: true, types: [], module: 'nodenext', paths };
  const project = join(directory, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' }).stdout;
}

const resources = files.flatMap((file) => resourcesIn(deployFile(`kubernetes/${file}`)));

inDirectory('fit the schema', async (directory) => {
  assert.is(compile(directory, resources), '');
  assert.equal(resources.map(({ kind }) => kind).sort(), [
    'CronJob',
    'Deployment',
    'PersistentVolumeClaim',
    'Service',
  ]);
});

for (const [what, from, to] of [
  ['a field that is misspelt', 'backoffLimitPerIndex', 'backOffLimitPerIndex'],
  ['a number in place of a text', 'schedule: "*/5 * * * *"', 'schedule: 5'],
  ['a container without a name', '- name: run\n              image', '- image'],
  ['a volume at the wrong depth', 'subPathExpr: $(INDEX)', 'subPath: { expr: 1 } #'],
] as const) {
  inDirectory(`would not fit it with ${what}`, async (directory) => {
    const text = deployFile('kubernetes/partitions.yaml');
    assert.ok(text.includes(from));
    assert.match(compile(directory, resourcesIn(text.replace(from, to))), /error TS/);
  });
}

kubernetes('name each other rightly', () => {
  const text = files.map((file) => deployFile(`kubernetes/${file}`)).join('');
  const claim = resources.find(({ kind }) => kind === 'PersistentVolumeClaim');
  assert.match(text, `claimName: ${claim?.metadata.name}`);
});

kubernetes.run();
