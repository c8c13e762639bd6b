import { CommandError } from '../base/errors.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Delivery, EnterResult } from '../deliveries/delivery.ts';
import { BodyFault } from './body.ts';

interface Waiting {
  readonly delivery: Delivery;
  resolve(receipt: EnterResult | undefined): void;
  reject(error: unknown): void;
}

/** Returns true for an error of the disk or the database, which fails every delivery alike. */
const concernsAll = (error: unknown): boolean =>
  error instanceof CommandError || (error instanceof Error && 'code' in error);

const keyUsed =
  'This Idempotency-Key was used with another body before, so nothing was accepted. Send this body with a new key, or without one.';

/** Enters waiting deliveries together: the disk syncs once for all of them. */
export function createBatchWriter(
  deliveries: Pick<Deliveries, 'enter'>,
): (delivery: Delivery) => Promise<Exclude<EnterResult, string>> {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    try {
      const receipts = await deliveries.enter(batch.map(({ delivery }) => delivery));
      for (const [at, { resolve }] of batch.entries()) resolve(receipts[at]);
    } catch (error) {
      // A fault in one account's rows must not fail the others.
      if (batch.length > 1 && !concernsAll(error))
        for (const entry of batch) await enterAlone(entry);
      else for (const { reject } of batch) reject(error);
    }
  };
  const flushAll = async (): Promise<void> => {
    while (waiting.length > 0) await flush();
    isWriting = false;
  };
  const enterAlone = async ({ delivery, resolve, reject }: Waiting): Promise<void> => {
    try {
      const [receipt] = await deliveries.enter([delivery]);
      resolve(receipt);
    } catch (error) {
      reject(error);
    }
  };
  return async (delivery) => {
    const receipt = await new Promise<EnterResult | undefined>((resolve, reject) => {
      waiting.push({ delivery, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      setImmediate(() => void flushAll());
    });
    if (receipt === undefined) throw new Error('a delivery has no receipt');
    if (receipt === 'key used') throw new BodyFault(422, keyUsed);
    return receipt;
  };
}
