import type { KeyedBody } from '../../pipeline/connect/receive.ts';

/** Makes what an owner's program sends of an account, as JSON unless changed. */
export const keyedBody = (
  accountId: string,
  content: string | Buffer,
  changes: Partial<KeyedBody> = {},
): KeyedBody => ({
  bytes: Buffer.from(content),
  type: 'application/json',
  isGzip: false,
  keyId: accountId,
  accountId,
  owner: 'north',
  plan: 'free',
  idempotencyKey: null,
  ...changes,
});
