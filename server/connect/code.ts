import type { FastifyInstance } from 'fastify';
import { membersOf } from '../../pipeline/base/json-text.ts';
import { inEnglish } from '../../pipeline/base/reasons/reason.ts';
import { readAccount } from '../../pipeline/connect/terminal.ts';
import { closedToOwner } from '../../pipeline/registry/operator-accounts.ts';
import { isSameLogin, issueCode } from '../../pipeline/registry/terminal-codes.ts';
import { ApiError } from '../http/errors.ts';
import { pathInGroup } from '../http/routes.ts';
import type { ConnectServices } from './facts.ts';
import { senderOf, unavailable } from './senders.ts';

const codePath = '/connect/v1/code';

const maxBytes = 16 * 1024;

/**
 * `POST /connect/v1/code`: issues a code. The terminal shows it, and its owner types it at `/me`.
 * This works only for the account whose data the terminal has sent. `code` is null if the identity
 * is confirmed already.
 */
export function codeRoute(app: FastifyInstance, { inbox, registry }: ConnectServices): void {
  app.route<{ Body: Buffer | undefined }>({
    method: 'POST',
    url: pathInGroup(app, codePath),
    bodyLimit: maxBytes,
    config: { takesBody: true },
    async handler(request, reply) {
      const sender = senderOf(request);
      if (sender.isClosed) throw new ApiError('conflict', { detail: inEnglish(closedToOwner) });
      const account = readAccount(accountIn(request.body), registry.clock());
      if ('reason' in account) throw new ApiError('unprocessable', { detail: account.reason });
      const known = await inbox.terminalOf(sender.account_id).catch(unavailable);
      const terminal = known?.account ?? null;
      if (terminal === null || !isSameLogin(terminal, account)) {
        const detail =
          terminal === null
            ? 'This terminal has sent no data yet. Send the account’s deals first.'
            : `This key is for account ${terminal.number} at ${terminal.server}, not for ${account.number} at ${account.server}.`;
        throw new ApiError('unprocessable', { detail });
      }
      const issued = await issueCode(registry, sender, account).catch(unavailable);
      reply.header('cache-control', 'no-store');
      return { code: issued?.code ?? null, expires_at: issued?.expires_at ?? null };
    },
  });
}

/** Returns the account of a body as JSON text. Throws a 400 if the body has no account. */
function accountIn(body: Buffer | undefined): string {
  const text = String(body);
  const account = isObject(text) ? membersOf(text).get('account') : undefined;
  if (account?.startsWith('{')) return account;
  throw new ApiError('bad_request', {
    detail: 'Send a JSON object with the terminal’s `account`.',
  });
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
