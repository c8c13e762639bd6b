import type { Log } from '../base/log.ts';
import {
  claimMessage,
  type DueMessage,
  dueMessages,
  noteFailed,
  noteSent,
} from '../registry/alert-queue.ts';
import type { Registry } from '../registry/registry.ts';
import { DeliveryError, type Message, type Send } from './message.ts';

/** Sender of each kind of place; null if it is switched off. */
export type Senders = Readonly<Record<DueMessage['kind'], Send | null>>;

export interface SendingOptions {
  readonly registry: Registry;
  readonly senders: Senders;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Sends the messages of the queue. */
export interface Sending {
  /** Begins to send what is due, as far as its turn has come. The rest follows by itself. */
  send(): Promise<void>;
  /** Resolves once no message is under way. */
  ended(): Promise<void>;
  /** Begins no more messages and waits for those under way. */
  stop(): Promise<void>;
}

/** Most messages of each kind under way. A mail server that hangs holds up no webhook. */
export const mostUnderWay = 8;

/**
 * Creates what sends the messages of the queue. One message at a time is under way for each owner
 * and each host, so nobody's slow receivers hold up others. The next turn goes to the owner whose
 * last turn was the longest ago.
 */
export function createSending({ registry, senders, log }: SendingOptions): Sending {
  let due: readonly DueMessage[] = [];
  const underWay = new Map<DueMessage, Promise<void>>();
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let isStopped = false;

  const takeNext = (): DueMessage | undefined => {
    const busy = [...underWay.keys()];
    const owners = new Set(busy.map(({ owner }) => owner));
    const hosts = new Set(busy.map(({ host }) => host));
    const isFull = (kind: DueMessage['kind']) =>
      busy.filter((message) => message.kind === kind).length >= mostUnderWay;
    const full = { email: isFull('email'), webhook: isFull('webhook') };
    let next: DueMessage | undefined;
    let lastTurn = Number.POSITIVE_INFINITY;
    for (const message of due) {
      const { owner, host, kind } = message;
      if (full[kind] || owners.has(owner) || hosts.has(host)) continue;
      const turn = lastTurns.get(owner) ?? 0;
      if (turn < lastTurn) [next, lastTurn] = [message, turn];
    }
    due = due.filter((message) => message !== next);
    return next;
  };

  const fill = (): void => {
    if (isStopped) return;
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      const message = next;
      turns += 1;
      lastTurns.set(message.owner, turns);
      const sending = sendOne(message, { registry, senders, log }).then((busy) => {
        underWay.delete(message);
        // Another process goes on with these.
        if (busy !== null) due = due.filter((waiting) => waiting[busy] !== message[busy]);
        fill();
      });
      underWay.set(message, sending);
    }
  };

  const ended = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay.values());
  };

  return {
    async send() {
      due = await dueMessages(registry, registry.clock());
      fill();
    },
    ended,
    async stop() {
      isStopped = true;
      await ended();
    },
  };
}

/**
 * Sends one message and notes how that ended. Returns the name of what is busy if another process
 * has a message of the same owner or to the same host. Never throws.
 */
async function sendOne(
  due: DueMessage,
  { registry, senders, log }: SendingOptions,
): Promise<'owner' | 'host' | null> {
  try {
    const claimed = await claimMessage(registry, due, registry.clock());
    if (claimed === null || typeof claimed === 'string') return claimed;
    const { id, kind, target, attempts } = claimed;
    const fault = await faultOf(senders[target.kind], {
      ...claimed,
      details: JSON.parse(claimed.details),
    } as Message);
    const fields = { message: id, kind, to: target.kind };
    if (fault === null) {
      await noteSent(registry, claimed, registry.clock());
      log.info('alert sent', fields);
    } else {
      await noteFailed(registry, claimed, fault, registry.clock());
      log.warn('alert not sent', { ...fields, attempts, reason: fault.fault });
    }
  } catch (error) {
    // Its claim ends by itself. The text may come from a driver, so only its name is told.
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn('alert interrupted', { message: due.id, reason });
  }
  return null;
}

/** Sends a message. Returns null once it was delivered, else why it was not. */
async function faultOf(send: Send | null, message: Message): Promise<DeliveryError | null> {
  if (send === null) return new DeliveryError('off');
  try {
    await send(message);
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}
