import { modes } from '../base/modes.ts';
import { type DeliveryAddress, openDeliveries } from '../deliveries/open.ts';
import { type LocalReceiving, receiveInto, receiveLocally } from './receive.ts';
import type { ReceiverCall, ReceiverResult } from './receiver.ts';

// Files of this process are for its user alone.
process.umask(0o777 & ~modes.secret.folder);

process.once('message', ({ address }: { address: DeliveryAddress }) => {
  let opening: Promise<LocalReceiving> | undefined;
  const opened = (): Promise<LocalReceiving> => {
    opening ??= open(address);
    return opening.catch((error) => {
      opening = undefined;
      throw error;
    });
  };
  process.on('message', (calls: readonly ReceiverCall[]) => {
    for (const call of calls) {
      void resultOf(opened, call).then((answer) => send({ ...answer, number: call.number }));
    }
  });
});

let unsent: ReceiverResult[] = [];

/** Sends a result together with all that come in the same turn of the event loop. */
function send(result: ReceiverResult): void {
  if (unsent.push(result) > 1) return;
  setImmediate(() => {
    process.send?.(unsent);
    unsent = [];
  });
}

async function open(address: DeliveryAddress): Promise<LocalReceiving> {
  if ('path' in address) return receiveLocally(address.path);
  return receiveInto(await openDeliveries(address));
}

// Without the server nobody waits for an answer.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function resultOf(
  opened: () => Promise<LocalReceiving>,
  { method, args }: ReceiverCall,
): Promise<{ result: unknown } | { fault: string }> {
  try {
    const receiving = await opened();
    const call = receiving[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { result: await call(...args) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
