import { fork } from 'node:child_process';
import { once } from 'node:events';
import { program } from '../../support/program.ts';
import type { BrokerSize } from './kinds.ts';

/** Server of a broker in a process of its own. */
export interface BrokerProcess {
  readonly address: string;
  misbehave(hanging: readonly string[], failing: readonly string[]): Promise<void>;
  limit(): Promise<void>;
  historyRequests(): Promise<number>;
  stop(): void;
}

/** Starts the server of a kind. Stop it at the end. */
export async function startBroker(kind: string, size: BrokerSize): Promise<BrokerProcess> {
  const [script = ''] = program('test/bench/brokers/server.ts').slice(-1);
  const child = fork(script, [kind, JSON.stringify(size)]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server of ${kind} ended with ${code}`);
  });
  ended.catch(() => {});
  const answer = async <Message>(): Promise<Message> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message as Message;
  };
  const ask = (message: object): Promise<{ historyRequests: number }> => {
    child.send(message);
    return answer();
  };
  const { address } = await answer<{ address: string }>();
  return {
    address,
    async misbehave(hanging, failing) {
      await ask({ hanging, failing });
    },
    async limit() {
      await ask({ isLimited: true });
    },
    historyRequests: async () => (await ask({})).historyRequests,
    stop: () => child.disconnect(),
  };
}
