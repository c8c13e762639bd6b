import { listedRestatements } from '../../../sql/record/restatements.ts';
import type { DataDirectory } from '../../base/data-directory.ts';
import { CommandError } from '../../base/errors.ts';
import { chainId, chainLines, type Link, parseLink } from './chain.ts';
import type { Manifest } from './layout.ts';
import { currentVersion, storedVersions } from './publish.ts';
import { openSnapshot, readManifest, type Snapshot } from './reader.ts';
import { restatedInChain } from './restated-in-chain.ts';
import { sequenceOf, sha256Of } from './versions.ts';

export interface VerifiedChain {
  /** Number of publications. */
  readonly publications: number;
  readonly since: string | null;
  /** SHA-256 of the newest line, which stands for every line; null without any. */
  readonly end: string | null;
  /** Publications that removed what owners had deleted, oldest first. */
  readonly removals: readonly Pick<Link, 'version' | 'as_of' | 'removed'>[];
  /** Publications that tell the state of the trail of badges, oldest first. */
  readonly marks: readonly Pick<Link, 'version' | 'as_of' | 'marks'>[];
  /** Faults found, one line each. */
  readonly faults: readonly string[];
}

/**
 * Verifies the chain: each publication follows the one before, and the stored manifests are those
 * published. The newest line must name the version in service. `name` stands for the chain in
 * faults.
 */
export function verifyChain(dataDir: DataDirectory, name: string = dataDir.chain): VerifiedChain {
  const lines = chainLines(dataDir);
  const hashes = lines.map(sha256Of);
  const { links, faults } = parseLinks(lines, hashes, name);
  const stored = storedVersions(dataDir);
  for (const version of stored) faults.push(...faultsOf(dataDir, version, links, hashes, name));
  const current = currentVersion(dataDir);
  faults.push(...missingVersions(stored, current, links), ...endFaults(current, links, name));
  if (current !== null) faults.push(...restatementFaults(dataDir, current, name));
  return {
    publications: lines.length,
    since: links[0]?.as_of ?? null,
    end: hashes.at(-1) ?? null,
    removals: links.flatMap((link) => (link?.removed ? [link] : [])),
    marks: links.flatMap((link) => (link?.marks ? [link] : [])),
    faults,
  };
}

/**
 * Says which line of the chain does not follow the one before, else null. Unlike `verifyChain` it
 * reads no version.
 */
export function chainFault(dataDir: DataDirectory): string | null {
  const lines = chainLines(dataDir);
  const [first] = parseLinks(lines, lines.map(sha256Of), dataDir.chain).faults;
  return first === undefined ? null : `${first}; verify --chain names all faults`;
}

/**
 * Parses the lines, null for a damaged one. Adds a fault where a line does not follow the one
 * before.
 */
function parseLinks(lines: readonly string[], hashes: readonly string[], path: string) {
  const faults: string[] = [];
  const links = lines.map((line, at) => {
    const link = parseLink(line);
    const before = at === 0 ? null : hashes[at - 1];
    if (link === null) faults.push(`${path}: line ${at + 1} is not as it was written`);
    else if (link.previous !== before) faults.push(`${path}: ${linkFault(link, at)}`);
    return link;
  });
  return { links, faults };
}

const linkFault = ({ version }: Link, at: number): string =>
  at === 0
    ? `begins with version ${version}, whose predecessor is missing`
    : `line ${at + 1}, version ${version}, does not follow line ${at}: a line was changed, removed or inserted`;

type Links = readonly (Link | null)[];

/** Checks a stored version against the chain. */
function faultsOf(
  dataDir: DataDirectory,
  version: string,
  links: Links,
  hashes: readonly string[],
  name: string,
): string[] {
  const manifest = readOrFault(dataDir, version);
  if (typeof manifest === 'string') return [manifest];
  const { previous, sha256 } = manifest;
  const published = links.filter((link) => link?.version === version);
  if (published.some((link) => link?.manifest !== sha256)) {
    return [`version ${version}: its manifest is not the one that was published`];
  }
  if (published.some((link) => link !== null && !saysTheSame(link, manifest))) {
    return [`version ${version}: ${name} has another time or other badges of it than its manifest`];
  }
  const first = links.findIndex((link) => link?.version === version);
  const before = first < 0 ? hashes : hashes.slice(0, first);
  // One that no line has was never published, where a run was killed.
  return (first <= 0 && previous === null) || before.includes(previous ?? '')
    ? []
    : [`version ${version}: its predecessor is in no earlier line of ${name}`];
}

/** Compares the time of a version and the state of the badges. Of a move, a line has no badges. */
const saysTheSame = (link: Link, { as_of, marks }: Manifest): boolean =>
  link.as_of === as_of &&
  (link.continues !== undefined || JSON.stringify(link.marks) === JSON.stringify(marks));

function readOrFault(dataDir: DataDirectory, version: string): Manifest | string {
  try {
    return readManifest(dataDir, version);
  } catch (error) {
    return `version ${version}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Returns a fault for each version that is missing between stored ones. Both the sequence and the
 * last time in service decide. Old versions are removed from the oldest on, and a machine that
 * takes over after a rollback lacks later ones.
 */
function missingVersions(
  stored: readonly string[],
  current: string | null,
  links: Links,
): string[] {
  const older = stored.filter((version) => version !== current);
  const last = new Map(links.map((link, at) => [link?.version ?? '', at]));
  const orders = [sequenceOf, (version: string) => last.get(version) ?? -1];
  const isBetween = (version: string) =>
    orders.every((orderOf) => {
      const positions = older.map(orderOf);
      const position = orderOf(version);
      return position > Math.min(...positions) && position < Math.max(...positions);
    });
  return [...last.keys()]
    .filter((version) => !stored.includes(version) && isBetween(version))
    .map((version) => `version ${version}: missing, though versions before and after it are there`);
}

function endFaults(current: string | null, links: Links, path: string): string[] {
  const last = links.at(-1)?.version;
  if (links.length === 0 || last === current) return [];
  return [
    `version ${current} is in service, and ${path} ends with ${last}: lines were cut off, the pointer was moved by hand, or a run was killed (the next run repairs that)`,
  ];
}

/** Returns faults where the version in service and the chain disagree about restatements. */
function restatementFaults(dataDir: DataDirectory, version: string, name: string): string[] {
  const inChain = restatedInChain(dataDir);
  const snapshot = unlessDamaged(() => openSnapshot(dataDir, version));
  if (snapshot === null) return [];
  try {
    const ids = unlessDamaged(() => [...snapshot.ids()]) ?? [];
    return ids.flatMap((id) => {
      const shown = unlessDamaged(() => shownIn(snapshot, id));
      // A version that a rollback put back knows nothing of later ones.
      const chained = (inChain.get(chainId(id)) ?? [])
        .filter(({ version: number }) => number <= sequenceOf(version))
        .slice(0, listedRestatements)
        .map(({ version: number, kind }) => `${number} ${kind}`);
      return shown === null || `${shown.sort()}` === `${chained.sort()}`
        ? []
        : [`account ${id}: version ${version} has other restatements than ${name}`];
    });
  } finally {
    snapshot.close();
  }
}

/** Reads a file of the version, or returns null: what is damaged is said of the version itself. */
function unlessDamaged<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

function shownIn(snapshot: Snapshot, id: string): string[] | null {
  const part = snapshot.part(id, 'restatements');
  if (!part) return null;
  const section: { restatements: { version: number; kind: string }[] } = JSON.parse(
    part.toString(),
  );
  return section.restatements.map(({ version, kind }) => `${version} ${kind}`);
}
