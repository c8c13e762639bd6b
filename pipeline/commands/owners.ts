import { exitCodes } from '../base/errors.ts';
import { baseUrlOf, type Config } from '../config/config.ts';
import { userOfProcess } from '../registry/apply.ts';
import { inviteOwner, invitePath } from '../registry/sign-in.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

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
  const { owner, token, expires_at } = await withRegistry(config, io, (registry) =>
    inviteOwner(registry, slug, `owners invite (${userOfProcess()})`),
  );
  const url = `${baseUrlOf(config)}${invitePath}${token}`;
  if (json) {
    io.stdout(JSON.stringify({ owner, url, expires_at }));
  } else {
    io.stdout(url);
    io.stderr(
      `Anyone with this link can sign in as ${owner}. It works once and expires at ${expires_at}.`,
    );
  }
  return exitCodes.done;
}
