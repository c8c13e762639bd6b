import { exitCodes, UsageError } from '../base/errors.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import { withNoun } from '../base/with-noun.ts';
import { baseUrlOf, type Config } from '../config/config.ts';
import { userOfProcess } from '../registry/apply.ts';
import { deleteOwner } from '../registry/deletions.ts';
import { unknownOwner } from '../registry/keys.ts';
import { type ListedOwner, listAllOwners } from '../registry/overview.ts';
import { RefusedEntries } from '../registry/refused-entries.ts';
import { addOwner, type Invite, inviteOwner, invitePath } from '../registry/sign-in.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface OwnersAddOptions {
  readonly slug: string;
  readonly name?: string;
  readonly plan?: string;
  readonly operator?: boolean;
  readonly json?: boolean;
}

/** Adds an owner and prints a link that lets them set a password, once within a day. */
export async function ownersAddCommand(
  config: Config,
  { slug, name, plan, operator = false, json }: OwnersAddOptions,
  io: CommandIo,
): Promise<number> {
  const owner = {
    slug,
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(operator && { role: 'operator' as const }),
  };
  const invite = await withRegistry(config, io, (registry) =>
    addOwner(registry, owner, `owners add (${userOfProcess()})`).catch((error: unknown) => {
      if (!(error instanceof RefusedEntries)) throw error;
      throw new UsageError(`owners add: ${inEnglish(error.reason)}`);
    }),
  );
  return printInvite(config, invite, json, io);
}

interface OwnersListOptions {
  readonly json?: boolean;
}

/** Prints each owner with what they have, and whether they can sign in. */
export async function ownersListCommand(
  config: Config,
  { json }: OwnersListOptions,
  io: CommandIo,
): Promise<number> {
  const listed = await withRegistry(config, io, listAllOwners);
  if (json) io.stdout(JSON.stringify(listed));
  else for (const owner of listed) io.stdout(lineOf(owner));
  return exitCodes.done;
}

const lineOf = ({ slug, name, plan, role, accounts, published, signs_in }: ListedOwner): string =>
  [
    slug,
    name ?? '',
    plan,
    role,
    `${withNoun(accounts, 'account')}, ${published} published`,
    signs_in ? 'can sign in' : 'has no password yet',
  ].join('\t');

interface OwnersRemoveOptions {
  readonly slug: string;
  readonly yes?: boolean;
}

/**
 * Removes an owner with all that is theirs, for ever. Without `yes` it only says what that is, and
 * fails.
 */
export async function ownersRemoveCommand(
  config: Config,
  { slug, yes = false }: OwnersRemoveOptions,
  io: CommandIo,
): Promise<number> {
  await withRegistry(config, io, async (registry) => {
    const owner = (await listAllOwners(registry)).find((listed) => listed.slug === slug);
    if (owner === undefined) throw unknownOwner(slug);
    const what = `${slug} with ${withNoun(owner.accounts, 'account')} (${owner.published} published), keys and sent data`;
    if (!yes) {
      throw new UsageError(`would remove ${what}, for ever; add --yes`);
    }
    await deleteOwner(registry, slug, `owners remove (${userOfProcess()})`);
    io.stdout(`removed ${what}`);
    io.stderr('the next run removes the data from every file');
  });
  return exitCodes.done;
}

interface OwnersInviteOptions {
  readonly slug: string;
  readonly json?: boolean;
}

/** Prints a link that lets an owner set a password and signs them in, once within a day. */
export async function ownersInviteCommand(
  config: Config,
  { slug, json }: OwnersInviteOptions,
  io: CommandIo,
): Promise<number> {
  const invite = await withRegistry(config, io, (registry) =>
    inviteOwner(registry, slug, `owners invite (${userOfProcess()})`),
  );
  return printInvite(config, invite, json, io);
}

/** Writes an instant as `25 Nov 2026, 02:01 UTC`. */
const minuteWords = (at: string): string =>
  `${minuteFormat.format(new Date(at)).replace(' at ', ', ')} UTC`;

const minuteFormat = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
  ...({ hour: '2-digit', minute: '2-digit' } as const),
});

function printInvite(
  config: Config,
  { owner, token, expires_at }: Invite,
  json: boolean | undefined,
  io: CommandIo,
): number {
  const url = `${baseUrlOf(config)}${invitePath}${token}`;
  if (json) {
    io.stdout(JSON.stringify({ owner, url, expires_at }));
  } else {
    io.stdout(url);
    io.stderr(
      `Anyone with this link can sign in as ${owner}. It works once and expires on ${minuteWords(expires_at)}.`,
    );
  }
  return exitCodes.done;
}
