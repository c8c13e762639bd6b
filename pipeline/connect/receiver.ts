import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../base/log.ts';
import type { HeldDeals } from '../deliveries/deals/terminal.ts';
import type { DeliveryPlace } from '../deliveries/open.ts';
import type { Use } from '../deliveries/quota.ts';
import type { Receipt, RefusedDelivery } from '../deliveries/receipts.ts';
import { inLanes } from './lanes.ts';
import type { Arrival, Outcome, Receiving } from './receive.ts';

export type ReceiverCall =
  | { readonly number: number; readonly small: Arrival }
  | { readonly number: number; readonly large: Arrival }
  | { readonly number: number; readonly keyId: string; readonly receipt: string }
  | { readonly number: number; readonly dealsOf: string }
  | { readonly number: number; readonly refusedWith: readonly string[] | 'all' }
  | { readonly number: number; readonly usesOf: readonly string[] | 'all' };

/** What a call came to; one of them. */
export interface Answer {
  readonly number: number;
  /** Null of a body that is not small. */
  readonly outcome?: Outcome | null;
  readonly receipt?: Receipt | null;
  readonly held?: HeldDeals;
  readonly refused?: RefusedDelivery[];
  readonly uses?: ReadonlyMap<string, Use>;
  readonly fault?: string;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A process that receives, begun when it is first needed. */
interface ReceiverProcess {
  ask(call: (number: number) => ReceiverCall): Promise<Answer>;
  close(): Promise<void>;
}

const heapMegabytes = 512;

/**
 * Receives deliveries in two processes: one for small bodies and questions, one for large bodies,
 * each begun when it is first needed. So neither a body nor a fault there holds whoever serves, and
 * no large body holds a small one.
 */
export function createReceiver(place: DeliveryPlace, log: Pick<Log, 'warn'>): Receiving {
  const main = createProcess(place, log);
  const forLarge = createProcess(place, log);
  let told: string | undefined;
  const tellOnce = (reason: string | undefined): void => {
    if (reason !== undefined && reason !== told) {
      log.warn('what is sent in cannot be taken', { reason });
    }
    told = reason;
  };
  const receive = inLanes({
    async small(small) {
      const { outcome, fault } = await main.ask((number) => ({ number, small }));
      if (outcome === undefined) throw new Error(fault ?? 'nothing was received');
      return outcome;
    },
    async large(large) {
      const { outcome, fault } = await forLarge.ask((number) => ({ number, large }));
      if (!outcome) throw new Error(fault ?? 'nothing was received');
      return outcome;
    },
  });

  return {
    async receive(arrival) {
      const outcome = await receive(arrival);
      tellOnce('reason' in outcome ? outcome.reason : undefined);
      return outcome;
    },
    async find(keyId, receipt) {
      const { receipt: found, fault } = await main.ask((number) => ({ number, keyId, receipt }));
      if (found === undefined) throw new Error(fault ?? 'no receipt was looked for');
      return found;
    },
    async heldDeals(dealsOf) {
      const { held, fault } = await main.ask((number) => ({ number, dealsOf }));
      if (!held) throw new Error(fault ?? 'no deals were counted');
      return held;
    },
    async refused(refusedWith) {
      const { refused, fault } = await main.ask((number) => ({ number, refusedWith }));
      if (!refused) throw new Error(fault ?? 'nothing was looked for');
      return refused;
    },
    async uses(usesOf) {
      const { uses, fault } = await main.ask((number) => ({ number, usesOf }));
      if (!uses) throw new Error(fault ?? 'nothing was counted');
      return uses;
    },
    async close() {
      await Promise.all([main.close(), forLarge.close()]);
    },
  };
}

function createProcess(place: DeliveryPlace, log: Pick<Log, 'warn'>): ReceiverProcess {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let isClosing = false;
  let last = 0;

  const begin = (): ChildProcess => {
    const begun = fork(fileURLToPath(new URL('receiver-process.js', import.meta.url)), {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      // What a process says on standard output is for whoever started it.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    begun.on('message', (answer: Answer) => {
      waiting.get(answer.number)?.resolve(answer);
      waiting.delete(answer.number);
    });
    const end = (reason: string): void => {
      if (child !== begun) return;
      child = undefined;
      if (!isClosing) log.warn('the process that receives has ended', { reason });
      for (const { reject } of waiting.values()) reject(new Error(reason));
      waiting.clear();
    };
    // Not among its arguments, which everybody on the machine may read.
    begun.send({ place });
    begun.on('error', (error) => end(error.message));
    begun.on('exit', (code, signal) => end(String(signal ?? code)));
    return begun;
  };

  const ask: ReceiverProcess['ask'] = (call) =>
    new Promise((resolve, reject) => {
      child ??= begin();
      last += 1;
      const number = last;
      waiting.set(number, { resolve, reject });
      child.send(call(number), (error) => {
        if (error && waiting.delete(number)) reject(error);
      });
    });

  return {
    ask,
    async close() {
      isClosing = true;
      const ending = child;
      if (!ending) return;
      await new Promise<void>((resolve) => {
        ending.once('exit', () => resolve());
        if (ending.connected) ending.disconnect();
        else resolve();
      });
    },
  };
}
