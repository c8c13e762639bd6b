import { readFile } from 'node:fs/promises';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import type { Reply, SignedInRequest } from './page-request.ts';

/** Programs that send an account's data, with their paths in the package. */
const files: ReadonlyMap<string, string> = new Map([
  ['Trackrecord.mq5', 'clients/mt5/Trackrecord.mq5'],
  ['Trackrecord.mq4', 'clients/mt4/Trackrecord.mq4'],
  ['trackrecord.py', 'clients/python/trackrecord.py'],
]);

/** Sends an Expert Advisor or the Python client as a download. */
export async function downloadSender({ params }: SignedInRequest): Promise<Reply> {
  const { file = '' } = params;
  const path = files.get(file);
  if (path === undefined) throw new NotOwnedError();
  return { file, content: await readFile(inPackage(path)) };
}
