import { readFile } from 'node:fs/promises';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { NotTheirs } from '../../pipeline/registry/own.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** What sends an account's facts, as it is taken from here, and where it lies in the package. */
const files: ReadonlyMap<string, string> = new Map([
  ['Trackrecord.mq5', 'clients/mt5/Trackrecord.mq5'],
  ['Trackrecord.mq4', 'clients/mt4/Trackrecord.mq4'],
  ['trackrecord.py', 'clients/python/trackrecord.py'],
]);

/** Hands out an Expert Advisor or the client for everything else. */
export async function handOutSender({ params }: OwnersVisit): Promise<Reply> {
  const { file = '' } = params;
  const path = files.get(file);
  if (path === undefined) throw new NotTheirs();
  return { file, content: await readFile(inPackage(path)) };
}
