import { modes } from '../base/modes.ts';
import { largeBytes } from './lanes.ts';
import { type ReceivingHere, receiveHere, receiveInto } from './receive.ts';
import type { Answer, Call, Kept } from './receiver.ts';

// Whatever is made here is for its user alone.
process.umask(0o777 & ~modes.secret.folder);

process.once('message', ({ kept }: { kept: Kept }) => {
  let opening: Promise<ReceivingHere> | undefined;
  const opened = (): Promise<ReceivingHere> => {
    opening ??= open(kept);
    return opening.catch((error) => {
      opening = undefined;
      throw error;
    });
  };
  process.on('message', (call: Call) => {
    void answerTo(opened, call).then((answer) =>
      process.send?.({ ...answer, number: call.number }),
    );
  });
});

async function open(kept: Kept): Promise<ReceivingHere> {
  if ('path' in kept) return receiveHere(kept.path);
  const { databaseUrl, ...address } = kept;
  // Loaded here alone: one machine needs none of it.
  const [{ openStore }, { openSendings }, { sharedInbox }] = await Promise.all([
    import('../publish/store/open.ts'),
    import('../publish/store/sendings.ts'),
    import('./shared-inbox.ts'),
  ]);
  return receiveInto(sharedInbox(openSendings(databaseUrl), await openStore(address)));
}

// The server is gone, and with it whoever waits for an answer.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function answerTo(
  opened: () => Promise<ReceivingHere>,
  call: Call,
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
