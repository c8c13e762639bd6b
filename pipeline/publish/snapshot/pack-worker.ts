import { parentPort, workerData } from 'node:worker_threads';
import type { PackCall, PackResult } from './pack-thread.ts';
import { Packs } from './packs.ts';

const { directory, temporaryDirectory, fullBytes } = workerData;
const packs = new Packs(directory, temporaryDirectory, fullBytes);

parentPort?.on('message', (call: PackCall) => parentPort?.postMessage(answer(call)));

function answer(call: PackCall): PackResult {
  try {
    if ('write' in call) return { packed: packs.write(call.write) };
    if ('seal' in call) return { file: packs.seal(call.seal) };
    packs.abandon();
    return {};
  } catch (error) {
    // An error is copied without its code, which tells faults of the disk.
    const code = error instanceof Error && 'code' in error ? { code: error.code } : {};
    return { fault: error instanceof Error ? error.message : String(error), ...code };
  }
}
