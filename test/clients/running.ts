import { rmSync } from 'node:fs';
import { isInstalled } from '../server/deploy/nginx.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { Connection } from './connection.ts';
import { compileExpert, type Platform, Terminal, word } from './terminal.ts';

/** Monday, 4 March 2024, 12:00:00 UTC. */
export const noon = 1709553600;

export interface Running {
  readonly ea: Terminal;
  readonly server: Connection;
}

export interface Expert {
  /** Runs it in a terminal that may connect to a server, or to nothing. */
  withExpert(
    work: (running: Running) => Promise<void>,
    inputs?: Record<string, string>,
    target?: string,
  ): Promise<void>;
}

/** Programs compiled in this process. Compiling takes seconds. */
const compiled = new Map<Platform, string>();

function binaryOf(platform: Platform): string {
  const known = compiled.get(platform);
  if (known !== undefined) return known;
  const directory = temporaryDirectory();
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const binary = compileExpert(platform, directory);
  compiled.set(platform, binary);
  return binary;
}

/** Compiles an Expert Advisor. Prints a line and returns null without a compiler. */
export function prepareExpert(platform: Platform): Expert | null {
  if (!isInstalled('g++')) {
    console.log('skipped: g++ is not installed');
    return null;
  }
  const binary = binaryOf(platform);
  return {
    async withExpert(work, inputs = {}, target) {
      const server = await Connection.open(target);
      const ea = new Terminal(binary, {
        InpServer: `${server.url}/`,
        InpKey: 'tr_conn_x',
        InpTimeout: '20000',
        ...inputs,
      });
      try {
        await ea.say(`allow ${word(server.url)}`, 'account 5001 USD 1000 1000.5', `gmt ${noon}`);
        await work({ ea, server });
      } finally {
        await ea.close();
        server.close();
      }
    },
  };
}

/** Lists the tickets of the deals in each body. */
export const tickets = (sent: readonly { deals: Record<string, unknown>[] }[]): unknown[][] =>
  sent.map(({ deals }) => deals.map(({ ticket }) => ticket));
