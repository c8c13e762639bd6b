import { type BrokerSize, type RunningBroker, startOf } from './kinds.ts';

// Server of a broker in a process of its own, so that its memory is not counted. Start it by fork
// with: server.js KIND SIZE. It sends its address, then answers each message.

const [kind = '', size = ''] = process.argv.slice(2);
const start = startOf[kind as keyof typeof startOf];
if (start === undefined) throw new Error(`no kind ${kind}`);
const broker: RunningBroker = await start(JSON.parse(size) as BrokerSize);
process.send?.({ address: broker.address });
/** Wish of the bench. An empty one asks for the number of requests only. */
interface Wish {
  readonly hanging?: string[];
  readonly failing?: string[];
  readonly isLimited?: boolean;
}

process.on('message', ({ hanging, failing, isLimited }: Wish) => {
  if (isLimited) broker.limit();
  if (hanging !== undefined && failing !== undefined) broker.misbehave(hanging, failing);
  process.send?.({ historyRequests: broker.historyRequests() });
});
process.on('disconnect', () => process.exit());
