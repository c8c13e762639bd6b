import { modes } from '../base/modes.ts';
import { type DeliveryAddress, openDeliveries } from '../deliveries/open.ts';
import { type LocalReceiving, receiveInto, receiveLocally } from './receive.ts';
import type { ReceiverCall } from './receiver.ts';

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
  process.on('message', (call: ReceiverCall) => {
    void resultOf(opened, call).then((answer) =>
      process.send?.({ ...answer, number: call.number }),
    );
  });
});

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
