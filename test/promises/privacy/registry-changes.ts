import {
  accountTables,
  type Entry,
  type HidingWorld,
  hidingWorld,
  type Part,
} from './hiding-world.ts';
import { pick, type Random, wholeBetween } from './random.ts';
import { sightingOf } from './unseen.ts';

/** Change of a whole world that no answer may show. */
export interface WorldChange {
  readonly kind: string;
  readonly isUnseenByOwners?: true;
  readonly change: (world: HidingWorld, random: Random) => HidingWorld;
}

type Rename = (entry: Entry) => Entry;

/** Renames entries, also as members of portfolios. */
function renamed(world: HidingWorld, rename: Rename): HidingWorld {
  const { parts, portfolios } = world;
  const slugs = new Map<string, string>();
  const note = (entry: Entry): Entry => {
    const renamed = rename(entry);
    slugs.set(entry.slug, renamed.slug);
    return renamed;
  };
  const otherParts = parts.map((part) => ({ ...part, entry: part.entry && note(part.entry) }));
  const holders = portfolios.map(note).map((portfolio) => ({
    ...portfolio,
    members: portfolio.members?.map((slug) => slugs.get(slug) ?? slug) ?? [],
  }));
  return { ...world, parts: otherParts, portfolios: holders };
}

const reidentified = (part: Part, account_id: string): Part => ({
  ...part,
  ...Object.fromEntries(
    accountTables.map((table) => [table, part[table].map((row) => ({ ...row, account_id }))]),
  ),
  entry: part.entry && { ...part.entry, account_id },
});

const privateWords = (random: Random, entry: Entry): Entry => ({
  ...entry,
  slug: `renamed-${wholeBetween(random, 0, 99)}-${entry.slug}`,
  name: `Renamed ${random()} EURUSD`,
  verified: { identity: random() < 0.5, track_record: random() < 0.5 },
  created_at: `2023-0${wholeBetween(random, 1, 9)}-01T00:00:00Z`,
});

/** Adds and removes private accounts with all their rows. No published portfolio has them. */
function withOthers(world: HidingWorld, random: Random): HidingWorld {
  const isGone = ({ entry }: Part): boolean =>
    entry !== null && !entry.published && !sightingOf(entry, null, world).isHeld && random() < 0.4;
  const gone = new Set(world.parts.filter(isGone).map(({ entry }) => entry?.slug));
  const parts = world.parts.filter(({ entry }) => !gone.has(entry?.slug));
  const portfolios = world.portfolios
    .map((portfolio) => ({
      ...portfolio,
      members: portfolio.members?.filter((slug) => !gone.has(slug)) ?? [],
    }))
    .filter(({ members }) => members.length > 0);
  const added = hidingWorld(wholeBetween(random, 1, 99_999), 5).parts.map((part, at): Part => {
    const entry = part.entry && {
      ...part.entry,
      slug: `added-${at}`,
      published: false,
      shares: [],
    };
    const owned = entry && { ...entry, owner: pick(random, world.owners).slug };
    const isKnown = random() < 0.7;
    return reidentified({ ...part, entry: isKnown ? owned : null }, `Added-${at}@Hidden-Server`);
  });
  return { ...world, parts: [...parts, ...added], portfolios };
}

export const worldChanges: readonly WorldChange[] = [
  { kind: 'private accounts come and go', change: withOthers },
  {
    kind: 'words of private accounts',
    change: (world, random) =>
      renamed(world, (entry) => (entry.published ? entry : privateWords(random, entry))),
  },
  {
    kind: 'owner that publishes nothing, and plans',
    change: (world, random) => {
      const silent = world.owners.at(-1)?.slug;
      const owned = renamed(world, (entry) =>
        entry.owner === silent ? { ...entry, owner: 'renamed-owner' } : entry,
      );
      const plan = () => pick(random, ['free', 'pro', 'ultra'] as const);
      const owners = world.owners.map((owner, at) =>
        owner.slug === silent
          ? { slug: 'renamed-owner', name: `Renamed ${random()}`, plan: plan() }
          : { ...owner, plan: at === 0 ? owner.plan : plan() },
      );
      return { ...owned, owners };
    },
  },
  {
    kind: 'internal ids',
    isUnseenByOwners: true,
    change: (world, random) => ({
      ...world,
      parts: world.parts.map((part, at) =>
        reidentified(part, `MT${wholeBetween(random, 0, 9999)}:${at}@Renamed-Live`),
      ),
    }),
  },
  {
    kind: 'refused rows',
    isUnseenByOwners: true,
    change: (world) => ({
      ...world,
      parts: world.parts.map((part) => ({
        ...part,
        trades: [
          ...part.trades,
          ...part.trades.slice(0, 1).map((row) => ({ ...row, ticket: 'refused', side: 'hold' })),
        ],
      })),
    }),
  },
];
