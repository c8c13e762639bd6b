import { modes } from '../base/modes.ts';
import { deliveriesIn } from '../deliveries/deliveries.ts';
import { type DeliveryPlace, openDeliveries } from '../deliveries/open.ts';
import { largeBytes } from './lanes.ts';
import { type ReceivingHere, receiveHere, receiveInto } from './receive.ts';
import type { Answer, ReceiverCall } from './receiver.ts';

// Whatever is made here is for its user alone.
process.umask(0o777 & ~modes.secret.folder);

process.once('message', ({ place }: { place: DeliveryPlace }) => {
  let opening: Promise<ReceivingHere> | undefined;
  const opened = (): Promise<ReceivingHere> => {
    opening ??= open(place);
    return opening.catch((error) => {
      opening = undefined;
      throw error;
    });
  };
  process.on('message', (call: ReceiverCall) => {
    void answerTo(opened, call).then((answer) =>
      process.send?.({ ...answer, number: call.number }),
    );
  });
});

async function open(place: DeliveryPlace): Promise<ReceivingHere> {
  if ('path' in place) return receiveHere(place.path);
  return receiveInto(deliveriesIn(await openDeliveries(place)));
}

// The server is gone, and with it whoever waits for an answer.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function answerTo(
  opened: () => Promise<ReceivingHere>,
  call: ReceiverCall,
): Promise<Omit<Answer, 'number'>> {
  try {
    const receiving = await opened();
    if ('small' in call) return { outcome: await receiving.receiveUpTo(largeBytes, call.small) };
    if ('large' in call) return { outcome: await receiving.receive(call.large) };
    if ('dealsOf' in call) return { held: await receiving.heldDeals(call.dealsOf) };
    if ('usesOf' in call) return { uses: await receiving.uses(call.usesOf) };
    if ('refusedWith' in call) return { refused: await receiving.refused(call.refusedWith) };
    return { receipt: await receiving.find(call.keyId, call.receipt) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
