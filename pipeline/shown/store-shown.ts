import type { Database } from '../duckdb/database.ts';
import { declareOnce } from '../duckdb/declarations.ts';
import { digestOfObjects, insertObjects } from '../duckdb/insert-objects.ts';
import { type Identity, portfolioId } from '../publish/snapshot/layout.ts';
import type { StoredSnapshot } from '../publish/snapshot/reader.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { hidables } from '../registry/words.ts';
import { asServed, namesAndBadges } from './names-and-badges.ts';
import { type Hidden, type Shown, shownOf } from './shown.ts';

const confirmationShape = { by: 'VARCHAR', at: 'VARCHAR', how: 'VARCHAR' };
const subjectsShape = JSON.stringify([
  {
    slug: 'VARCHAR',
    type: 'VARCHAR',
    subject_id: 'VARCHAR',
    history_cut_at: 'DATE',
    created_at: 'TIMESTAMP',
    hidden: ['VARCHAR'],
    name: 'VARCHAR',
    owner: { slug: 'VARCHAR', name: 'VARCHAR' },
    verified: {
      identity: 'BOOLEAN',
      track_record: 'BOOLEAN',
      covered_until: 'VARCHAR',
      lapsed_at: 'VARCHAR',
    },
    verified_by: { identity: confirmationShape, track_record: confirmationShape },
    published_at: 'VARCHAR',
    observed: { since: 'VARCHAR', from: 'VARCHAR', gaps: [{ from: 'VARCHAR', to: 'VARCHAR' }] },
  },
]);
const membersShape = JSON.stringify([
  {
    slug: 'VARCHAR',
    type: 'VARCHAR',
    subject_id: 'VARCHAR',
    account_id: 'VARCHAR',
    history_cut_at: 'DATE',
    hidden: ['VARCHAR'],
  },
]);
const decisionsShape = JSON.stringify([
  {
    slug: 'VARCHAR',
    type: 'VARCHAR',
    subject_id: 'VARCHAR',
    owner: 'VARCHAR',
    published: 'BOOLEAN',
    hide: ['VARCHAR'],
    history_cut_at: 'DATE',
    members: ['VARCHAR'],
  },
]);

interface ShownAccount {
  readonly account: RegistryAccount;
  /** All accounts of its owner. */
  readonly siblings: readonly RegistryAccount[];
  readonly shown: Shown<Identity>;
}

/** Decisions of owners, with the public names of the owners by slug. */
interface NamedDecisions {
  readonly accounts: readonly RegistryAccount[];
  readonly ownerNames: ReadonlyMap<string, string | null>;
}

/** A version with the entries of its accounts. */
interface ServedVersion {
  readonly version: string;
  readonly entries: Pick<StoredSnapshot, 'identities' | 'entry'>;
}

/**
 * Stores in `shown_subjects` and `shown_members` what strangers may read of a version. `decisions`
 * gets the decisions that this follows.
 */
export async function storeShown(
  database: Database,
  { accounts: registered, ownerNames }: NamedDecisions,
  served: ServedVersion,
): Promise<void> {
  const shown = shownAccounts(registered, [...served.entries.identities()]);
  const subjects = shown.map((each) => ({
    ...subjectRow(each),
    ...named(each, ownerNames, served),
  }));
  const tables = [
    ['shown_subjects', subjects, subjectsShape],
    ['shown_members', shown.flatMap(memberRows), membersShape],
    ['decisions', registered.map(decisionRow), decisionsShape],
  ] as const;
  const digests = tables.map(([, rows]) => digestOfObjects(rows));
  await declareOnce(database, 'shown', digests.join('\n'), async () => {
    await database.run('begin');
    for (const [table, rows, shape] of tables) {
      await database.run(`delete from ${table}`);
      await insertObjects(database, table, rows, shape);
    }
    await database.run('commit');
  });
}

function shownAccounts(
  registered: readonly RegistryAccount[],
  entries: readonly Identity[],
): ShownAccount[] {
  const byOwner = new Map<string, RegistryAccount[]>();
  for (const account of registered) {
    const siblings = byOwner.get(account.owner);
    if (siblings) siblings.push(account);
    else byOwner.set(account.owner, [account]);
  }
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return registered
    .filter(({ published }) => published)
    .flatMap((account) => {
      const siblings = byOwner.get(account.owner) ?? [];
      const shown = shownOf(account, siblings, (id) => byId.get(id));
      // One that was registered while the version was made has nothing to show yet.
      return shown === null ? [] : [{ account, siblings, shown }];
    });
}

const decisionRow = (account: RegistryAccount): object => ({
  slug: account.slug,
  type: account.type,
  subject_id: account.account_id ?? portfolioId(account.slug),
  owner: account.owner,
  published: account.published,
  hide: account.hide,
  history_cut_at: account.history_cut_at,
  members: account.members,
});

const subjectRow = ({ account, shown }: ShownAccount): object => ({
  slug: account.slug,
  type: account.type,
  subject_id: shown.entry.id,
  history_cut_at: shown.historyCutAt,
  created_at: account.created_at,
  hidden: namesOf(shown.hidden),
});

/** Returns the name, the owner and the badges, as they count for the data of a served version. */
function named(
  { account, siblings }: ShownAccount,
  ownerNames: NamedDecisions['ownerNames'],
  { version, entries }: ServedVersion,
): object {
  const owner = { slug: account.owner, name: ownerNames.get(account.owner) ?? null };
  const served = { version, entry: (id: string) => entries.entry(id) };
  const shown = asServed(account, siblings, served);
  return { ...namesAndBadges(shown, owner), observed: shown.observed };
}

const memberRows = ({ account, shown: { entry, rows } }: ShownAccount): object[] =>
  rows.flatMap((hidden, at) =>
    hidden === null
      ? []
      : {
          slug: account.slug,
          type: account.type,
          subject_id: entry.id,
          account_id: entry.members[at],
          history_cut_at: entry.member_cuts[at],
          hidden: namesOf(hidden),
        },
  );

const namesOf = (hidden: Hidden): string[] => hidables.filter((name) => hidden.has(name));
