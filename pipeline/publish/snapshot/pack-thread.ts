import { Worker } from 'node:worker_threads';
import type { PackKind } from './layout.ts';
import type { PackFile } from './pack.ts';
import type { Packed, Packer } from './packs.ts';
import type { PartSheet } from './sheet.ts';

export type PackCall =
  | { readonly write: PartSheet }
  | { readonly seal: PackKind }
  | { readonly abandon: true };

/**
 * Answer of the thread to one call: exactly one of `packed`, `file` and `fault`, or none for
 * `abandon`.
 */
export interface PackResult {
  readonly packed?: Packed;
  readonly file?: PackFile;
  readonly fault?: string;
  readonly code?: unknown;
}

interface Waiting {
  resolve(answer: PackResult): void;
  reject(error: Error): void;
}

/** Packs in a thread of its own, one call behind the other. */
export function packThread(
  directory: string,
  temporaryDirectory: string,
  fullBytes?: number,
): Packer {
  const thread = new Worker(new URL('pack-worker.js', import.meta.url), {
    workerData: { directory, temporaryDirectory, fullBytes },
  });
  const waiting: Waiting[] = [];
  let end: Error | undefined;
  const endWith = (error: Error) => {
    end ??= error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  thread.on('message', (answer: PackResult) => {
    const first = waiting.shift();
    if (answer.fault === undefined) first?.resolve(answer);
    else first?.reject(Object.assign(new Error(answer.fault), { code: answer.code }));
  });
  thread.on('error', endWith);
  thread.on('exit', () => endWith(new Error('the thread that packs has ended')));
  const ask = (call: PackCall): Promise<PackResult> =>
    new Promise((resolve, reject) => {
      if (end) return reject(end);
      waiting.push({ resolve, reject });
      thread.postMessage(call);
    });
  return {
    async write(sheet) {
      const { packed } = await ask({ write: sheet });
      if (!packed) throw new Error('a sheet was not packed');
      return packed;
    },
    async seal(kind) {
      const { file } = await ask({ seal: kind });
      if (!file) throw new Error(`the pack of ${kind} was not sealed`);
      return file;
    },
    async abandon() {
      await ask({ abandon: true });
    },
    async close() {
      await thread.terminate();
    },
  };
}
