import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDemo } from '../../fixtures/demo/generate.ts';
import { demoOperator } from '../../fixtures/demo/registry.ts';
import { CommandError } from '../../pipeline/base/errors.ts';
import type { Log } from '../../pipeline/base/log.ts';
import { logStages, type Progress } from '../../pipeline/base/stages.ts';
import type { Config } from '../../pipeline/config/config.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createKey, listKeys, revokeKey } from '../../pipeline/registry/keys.ts';
import type { OwnerInForce } from '../../pipeline/registry/reads.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import { inviteOwner, invitePath } from '../../pipeline/registry/sign-in.ts';
import { scopes } from '../../pipeline/registry/words.ts';
import type { RunResult } from '../../pipeline/run/recorded.ts';
import { runOnce } from '../../pipeline/run/run.ts';

/** Generates the demo data if it does not exist yet, and updates its statistics. */
export async function prepareDemo(
  config: Config,
  registry: Registry,
  clock: () => Date,
  log: Log,
  progress: Progress = logStages(log),
): Promise<RunResult> {
  const directory = config.dataDir.demo;
  const sourceDir = join(directory, 'source');
  if (!existsSync(directory)) await generate(directory, clock());
  // Applied only once, so that manual changes stay.
  if ((await registry.accounts()).length === 0) {
    await applyRegistry(
      registry,
      JSON.parse(await readFile(join(directory, 'registry.json'), 'utf8')),
    );
  }
  return runOnce({
    dataDir: config.dataDir,
    sources: [sourceDir],
    registry,
    asOf: clock(),
    clock,
    log,
    progress,
    memoryLimit: config.memoryLimit ?? undefined,
    threads: config.threads ?? undefined,
    keepVersions: config.keepVersions,
  });
}

async function generate(directory: string, now: Date): Promise<void> {
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await generateDemo({ out: unfinished, now });
  await rename(unfinished, directory);
}

const name = 'demo';

/** Replaces the demo key by a new one; returns null if the owner's plan allows no more keys. */
export async function replaceDemoKey(
  registry: Registry,
  { slug }: OwnerInForce,
): Promise<string | null> {
  for (const key of await listKeys(registry, slug)) {
    if (key.name === name && key.revoked_at === null) await revokeKey(registry, key.id);
  }
  try {
    return (await createKey(registry, { owner: slug, name, scopes })).key;
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

/** Link that signs in once. `as` says as whom. */
interface SignInLink {
  readonly as: string;
  readonly path: string;
}

/**
 * Creates links for the demo's operator and one of its owners. Returns an empty list if the
 * registry lacks the demo's operator.
 */
export async function signInLinks(
  registry: Registry,
  owner: OwnerInForce | null,
): Promise<SignInLink[]> {
  const operator = await registry.findOwner(demoOperator);
  if (operator?.role !== 'operator') return [];
  const linkFor = async ({ slug }: OwnerInForce, role: string) => {
    const { token } = await inviteOwner(registry, slug, 'demo');
    return { as: `${role} ${slug}`, path: `${invitePath}${token}` };
  };
  return [
    ...(owner === null ? [] : [await linkFor(owner, 'owner')]),
    await linkFor(operator, 'operator'),
  ];
}

/** Returns the first owner on a paid plan; null without one. */
export async function findPayingOwner(registry: Registry): Promise<OwnerInForce | null> {
  const owners = new Set((await registry.accounts()).map(({ owner }) => owner));
  for (const slug of owners) {
    const owner = await registry.findOwner(slug);
    if (owner !== null && owner.plan !== 'free') return owner;
  }
  return null;
}
