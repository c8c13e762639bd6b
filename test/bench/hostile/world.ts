import { mkdirSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { addAlertTarget } from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { hashPassword } from '../../../pipeline/registry/passwords.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import { changePassword } from '../../../pipeline/registry/sign-in.ts';
import { type Receiver, startReceiver } from '../../pipeline/alerts/webhook-receiver.ts';
import { createServingWorld } from '../serving/world.ts';

/** Owners who ask for much, and their webhooks, which never answer. */
const hostileOwners = ['hostile-1', 'hostile-2', 'hostile-3', 'hostile-4', 'hostile-5'];
const hooksEach = 5;
/** Owners of whom each gets one test message per state, since an hour has a limit. */
const testedOwners = ['tested-1', 'tested-2', 'tested-3', 'tested-4', 'tested-5', 'tested-6'];

export const password = 'a long password of the bench';

interface Target {
  readonly owner: string;
  readonly id: string;
}

export interface HostileWorld {
  readonly registry: Registry;
  readonly key: string;
  /** Session tokens of the hostile owners. */
  readonly sessions: readonly string[];
  readonly silent: readonly Target[];
  readonly tested: readonly Target[];
  /** Receives the test messages of others; null without openssl. */
  readonly receiver: Receiver | null;
  close(): Promise<void>;
}

/** Publishes 200 accounts, ten of them of an owner who signs in, and adds owners with webhooks. */
export async function createHostileWorld(dataDir: DataDirectory): Promise<HostileWorld> {
  mkdirSync(dataDir.path, { recursive: true });
  const key = await createServingWorld(dataDir);
  const registry = await openRegistry({ dataDir, clock: () => new Date() });
  const receiver = await startReceiver('127.0.0.1');
  const hole = await startHole();
  await applyRegistry(registry, {
    owners: ['quiet', ...hostileOwners, ...testedOwners].map((slug) => ({
      slug,
      name: slug,
      plan: 'free',
    })),
    accounts: Array.from({ length: 10 }, (_, at) => ({
      slug: `bench-${190 + at}`,
      owner: 'quiet',
    })),
  });
  await changePassword(registry, 'quiet', await hashPassword(password), 'bench');
  const sessions: string[] = [];
  for (const owner of hostileOwners) {
    sessions.push(await openSession(registry, owner, 'bench', null));
  }
  const silent: Target[] = [];
  for (const owner of hostileOwners) {
    for (let hook = 0; hook < hooksEach; hook += 1) {
      const address = `https://127.0.0.${2 + silent.length}:${hole.port}/`;
      silent.push({ owner, ...(await addHook(registry, owner, address)) });
    }
  }
  const tested: Target[] = [];
  for (const owner of testedOwners) {
    const address = `https://127.0.0.1:${receiver?.port}/${owner}`;
    tested.push({ owner, ...(await addHook(registry, owner, address)) });
  }
  return {
    registry,
    key,
    sessions,
    silent,
    tested,
    receiver,
    async close() {
      await receiver?.close();
      hole.close();
      await registry.close();
    },
  };
}

const addHook = (registry: Registry, owner: string, address: string) =>
  addAlertTarget(registry, owner, { kind: 'webhook', address, language: 'en' });

/** Accepts connections, and never says a word. */
async function startHole(): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
