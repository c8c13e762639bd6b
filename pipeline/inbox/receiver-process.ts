import { modes } from '../base/modes.ts';
import { receiveHere } from './receive.ts';
import type { Answer, Call } from './receiver.ts';

// Whatever is made here is for its user alone.
process.umask(0o777 & ~modes.secret.folder);

const receiving = receiveHere(process.argv[2] ?? '');

process.on('message', (call: Call) => {
  void answerTo(call).then((answer) => process.send?.({ ...answer, number: call.number }));
});

// The server is gone, and with it whoever waits for an answer.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function answerTo(call: Call): Promise<Omit<Answer, 'number'>> {
  try {
    if ('arrival' in call) return { outcome: await receiving.receive(call.arrival) };
    if ('dealsOf' in call) return { held: await receiving.heldDeals(call.dealsOf) };
    if ('refusedWith' in call) return { refused: await receiving.refused(call.refusedWith) };
    return { receipt: await receiving.find(call.keyId, call.receipt) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}
