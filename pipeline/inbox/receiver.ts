import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../base/log.ts';
import type { Arrival, Outcome, Receiving } from './receive.ts';
import type { Receipt, RefusedSending } from './store.ts';
import type { HeldDeals } from './terminals.ts';

export type Call =
  | { readonly number: number; readonly arrival: Arrival }
  | { readonly number: number; readonly keyId: string; readonly receipt: string }
  | { readonly number: number; readonly dealsOf: string }
  | { readonly number: number; readonly refusedWith: readonly string[] | 'all' };

/** What a call came to; one of them. */
export interface Answer {
  readonly number: number;
  readonly outcome?: Outcome;
  readonly receipt?: Receipt | null;
  readonly held?: HeldDeals;
  readonly refused?: RefusedSending[];
  readonly fault?: string;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

const heapMegabytes = 512;

/**
 * Receives into the inbox at a path, in a process of its own, begun when it is first needed: neither
 * the rows that it judges nor a fault there touch whoever serves.
 */
export function createReceiver(path: string, log: Pick<Log, 'warn'>): Receiving {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let isClosing = false;
  let last = 0;

  const begin = (): ChildProcess => {
    const begun = fork(fileURLToPath(new URL('receiver-process.js', import.meta.url)), [path], {
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
    begun.on('error', (error) => end(error.message));
    begun.on('exit', (code, signal) => end(String(signal ?? code)));
    return begun;
  };

  const ask = (call: (number: number) => Call): Promise<Answer> =>
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
    async receive(arrival) {
      const { outcome, fault } = await ask((number) => ({ number, arrival }));
      if (!outcome) throw new Error(fault ?? 'nothing was received');
      return outcome;
    },
    async find(keyId, receipt) {
      const { receipt: found, fault } = await ask((number) => ({ number, keyId, receipt }));
      if (found === undefined) throw new Error(fault ?? 'no receipt was looked for');
      return found;
    },
    async heldDeals(dealsOf) {
      const { held, fault } = await ask((number) => ({ number, dealsOf }));
      if (!held) throw new Error(fault ?? 'no deals were counted');
      return held;
    },
    async refused(refusedWith) {
      const { refused, fault } = await ask((number) => ({ number, refusedWith }));
      if (!refused) throw new Error(fault ?? 'nothing was looked for');
      return refused;
    },
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
