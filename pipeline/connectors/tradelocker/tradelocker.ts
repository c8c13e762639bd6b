import type { ConnectorKind } from '../kind.ts';
import { readTradelocker } from './read.ts';
import { openSession } from './session.ts';

/** Reads accounts by the public REST API of TradeLocker. */
export const tradelocker: ConnectorKind = {
  kind: 'tradelocker',
  title: 'TradeLocker',
  environments: {
    live: 'https://live.tradelocker.com/backend-api',
    demo: 'https://demo.tradelocker.com/backend-api',
  },
  needs: [],
  provesControl: true,
  fields: [
    { name: 'email', label: 'email', type: 'email', maxLength: 254 },
    { name: 'password', label: 'password', type: 'password', maxLength: 256 },
    {
      name: 'server',
      label: 'server',
      type: 'text',
      hint: 'tradelockerServer',
      maxLength: 100,
    },
  ],
  async signIn(access, secret) {
    const session = openSession(access, secret);
    const accounts = await session.accounts();
    return {
      secret: session.secret(),
      accounts: accounts.map(({ accNum: _, balance: __, ...account }) => account),
    };
  },
  read: readTradelocker,
};
