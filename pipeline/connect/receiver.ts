import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFairQueue } from '../base/fair-queue.ts';
import type { Log } from '../base/log.ts';
import type { DeliveryAddress } from '../deliveries/open.ts';
import { maxOpenedBytes } from './body.ts';
import type { Outcome } from './outcome.ts';
import type { KeyedBody, LocalReceiving, Receiving } from './receive.ts';

/** Methods that a receiving process answers. */
type ReceiverMethods = Omit<LocalReceiving, 'close'>;

/** Call of a method in a receiving process. */
export interface ReceiverCall {
  readonly number: number;
  readonly method: keyof ReceiverMethods;
  readonly args: readonly unknown[];
}

/** Result of a call, or the message of its error. */
export type ReceiverResult = { readonly number: number } & (
  | { readonly result: unknown }
  | { readonly fault: string }
);

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Size of an unpacked body above which it is large: it takes memory and time. */
export const largeBytes = 256 * 1024;

const heapMegabytes = 512;

/**
 * Receives deliveries in two processes: one for small bodies and questions, one for large bodies.
 * So neither a body nor a fault there blocks the server, and no large body blocks a small one. Each
 * process starts when it is first needed.
 */
export function createReceiver(address: DeliveryAddress, log: Pick<Log, 'warn'>): Receiving {
  const main = createProcess(address, log);
  const forLarge = createProcess(address, log);
  let lastReason: string | undefined;
  const warnOnce = (reason: string | undefined): void => {
    if (reason !== undefined && reason !== lastReason) {
      log.warn('incoming data cannot be accepted', { reason });
    }
    lastReason = reason;
  };
  const receive = queueBySize({
    small: (body) => main.call('receiveUpTo', largeBytes, body),
    large: (body) => forLarge.call('receive', body),
  });

  return {
    async receive(body) {
      const outcome = await receive(body);
      warnOnce('reason' in outcome ? outcome.reason : undefined);
      return outcome;
    },
    find: (keyId, receipt) => main.call('find', keyId, receipt),
    terminalOf: (accountId) => main.call('terminalOf', accountId),
    refused: (keyIds) => main.call('refused', keyIds),
    uses: (owners) => main.call('uses', owners),
    async close() {
      await Promise.all([main.close(), forLarge.close()]);
    },
  };
}

/** Receivers of bodies, by their size. */
export interface SizedReceivers {
  /** Receives a small body at once; returns null if it unpacks to more than `largeBytes`. */
  small(body: KeyedBody): Promise<Outcome | null>;
  /** Receives a body of any size. */
  large(body: KeyedBody): Promise<Outcome>;
}

/**
 * Receives small bodies as they come, and large ones apart from them, one at a time. The next large
 * body is from the owner who sent the fewest bytes of large bodies so far. Each key may send one
 * large body at a time; a second gets the answer 429.
 */
export function queueBySize({
  small,
  large,
}: SizedReceivers): (body: KeyedBody) => Promise<Outcome> {
  const inTurn = createFairQueue(1);
  const underWay = new Set<string>();
  return async (body) => {
    if (body.bytes.length <= largeBytes) {
      const outcome = await small(body);
      if (outcome !== null) return outcome;
    }
    const { keyId, owner } = body;
    if (underWay.has(keyId)) return { status: 429, detail: oneAtATime };
    underWay.add(keyId);
    try {
      return await inTurn(owner, () => large(body), { costOf: bytesOf });
    } finally {
      underWay.delete(keyId);
    }
  };
}

/** Counts a body as the largest one if it ended the process that received it. */
const bytesOf = (outcome: Outcome | undefined): number => outcome?.bytes ?? maxOpenedBytes;

const oneAtATime =
  'A large body sent with this key is still being read. Wait for its answer before you send the next one.';

/** Starts a receiving process when it is first called, and again after it ended. */
function createProcess(address: DeliveryAddress, log: Pick<Log, 'warn'>) {
  const waiting = new Map<number, Waiting>();
  let unsent: ReceiverCall[] = [];
  let child: ChildProcess | undefined;
  let isClosing = false;
  let last = 0;

  const begin = (): ChildProcess => {
    const begun = fork(fileURLToPath(new URL('receiver-process.js', import.meta.url)), {
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      // Standard output belongs to the command that started the server.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    begun.on('message', (answers: readonly ReceiverResult[]) => {
      for (const answer of answers) {
        const call = waiting.get(answer.number);
        waiting.delete(answer.number);
        if ('fault' in answer) call?.reject(new Error(answer.fault));
        else call?.resolve(answer.result);
      }
    });
    const end = (reason: string): void => {
      if (child !== begun) return;
      child = undefined;
      if (!isClosing) log.warn('the process that receives data has ended', { reason });
      for (const { reject } of waiting.values()) reject(new Error(reason));
      waiting.clear();
    };
    // Every user of the machine can read a process's arguments, so the address is not one.
    begun.send({ address });
    begun.on('error', (error) => end(error.message));
    begun.on('exit', (code, signal) => end(String(signal ?? code)));
    return begun;
  };

  // A message costs more than what is in it, so calls of one turn of the event loop share it.
  const sendAll = (): void => {
    const calls = unsent.filter(({ number }) => waiting.has(number));
    unsent = [];
    if (calls.length === 0) return;
    child ??= begin();
    child.send(calls, (error) => {
      if (!error) return;
      for (const { number } of calls) {
        waiting.get(number)?.reject(error);
        waiting.delete(number);
      }
    });
  };

  return {
    call: <Method extends keyof ReceiverMethods>(
      method: Method,
      ...args: Parameters<ReceiverMethods[Method]>
    ): ReturnType<ReceiverMethods[Method]> => {
      const result = new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        if (unsent.push({ number: last, method, args }) === 1) setImmediate(sendAll);
      });
      return result as ReturnType<ReceiverMethods[Method]>;
    },
    async close(): Promise<void> {
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
