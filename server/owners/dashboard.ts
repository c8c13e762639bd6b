import { noUse } from '../../pipeline/deliveries/quota.ts';
import { slugsBeingRead } from '../../pipeline/registry/broker-accounts.ts';
import { connectionsOf } from '../../pipeline/registry/broker-connections.ts';
import { connectionKeysOf } from '../../pipeline/registry/connection-keys.ts';
import { listKeys } from '../../pipeline/registry/keys.ts';
import { readOwnAccounts } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { dashboardPage } from './pages/dashboard.ts';

/** Most accounts whose curve the dashboard draws. */
const maxDrawnCurves = 60;

/** Shows all accounts and portfolios of an owner, and the statements they have not confirmed. */
export async function showDashboard(request: SignedInRequest): Promise<Reply> {
  const { freshness, statements, inbox, sent, registry } = request.services;
  const { slug } = request.owner;
  const accounts = await readOwnAccounts(request, undefined, maxDrawnCurves);
  const ids = accounts.accounts.flatMap(({ account: { account_id } }) => account_id ?? []);
  // The accounts are shown even if statements and deliveries can't be read.
  const [open, waiting, use] = await Promise.all([
    statements.open(slug).catch(() => []),
    sent.waiting(ids).catch(() => new Set<string>()),
    inbox.uses([slug]).then(
      (uses) => uses.get(slug) ?? noUse,
      () => null,
    ),
  ]);
  const [keys, senders] = await Promise.all([
    listKeys(registry, slug),
    connectionKeysOf(registry, slug),
  ]);
  const inUse = { keys: keys.filter(isActive), senders: senders.filter(isActive) };
  const connections = await connectionsOf(registry, slug);
  const reading = await slugsBeingRead(registry, slug);
  const paused = connections.filter(({ paused_by }) => paused_by !== null && paused_by !== 'owner');
  const last = freshness.lastRun();
  return {
    page: dashboardPage(request, accounts, {
      open,
      paused,
      waiting,
      reading,
      use,
      last,
      ...inUse,
    }),
  };
}

const isActive = ({ revoked_at }: { readonly revoked_at: string | null }): boolean =>
  revoked_at === null;
