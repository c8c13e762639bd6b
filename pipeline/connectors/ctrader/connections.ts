import type { Access } from '../kind.ts';
import { connect, documentedLimits, type OpenApiConnection } from './connection.ts';

/** Application of the operator at cTrader. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Connections that reads share. cTrader wants at most one for demo and one for live accounts. */
export interface OpenApiConnections {
  /**
   * Returns the open connection to an address. If no connection is open, opens one and authorizes
   * the application.
   */
  open(
    access: Pick<Access, 'address' | 'clock' | 'signal'>,
    client: Client,
  ): Promise<OpenApiConnection>;
  /** Keeps the connection to an address open until the returned function is called. */
  hold(address: string): () => Promise<void>;
}

/** Creates connections with the documented limits. Tests pass shorter times. */
export function createConnections(limits = documentedLimits): OpenApiConnections {
  const opened = new Map<string, Promise<OpenApiConnection>>();
  const users = new Map<string, number>();

  const openNew = async (
    { address, clock, signal }: Parameters<OpenApiConnections['open']>[0],
    { clientId, clientSecret }: Client,
  ): Promise<OpenApiConnection> => {
    const connection = await connect(address, clock, limits);
    try {
      await connection.request('ProtoOAApplicationAuthReq', { clientId, clientSecret }, signal);
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  };

  return {
    async open(access, client) {
      const { address } = access;
      for (;;) {
        const before = opened.get(address);
        const known = await before?.catch(() => undefined);
        if (known?.isOpen) return known;
        // Another read may have opened one meanwhile.
        if (opened.get(address) !== before) continue;
        const opening = openNew(access, client);
        opened.set(address, opening);
        return opening;
      }
    },
    hold(address) {
      users.set(address, (users.get(address) ?? 0) + 1);
      return async () => {
        const left = (users.get(address) ?? 1) - 1;
        users.set(address, left);
        if (left > 0) return;
        const last = opened.get(address);
        opened.delete(address);
        (await last?.catch(() => undefined))?.close();
      };
    },
  };
}
