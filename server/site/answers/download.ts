import { createBody } from '../../body.ts';
import type { Services } from '../../services.ts';
import { askAccount, readAccount } from '../asking.ts';
import { csvOf } from '../downloads.ts';
import { pagePolicy } from '../policies.ts';
import { type Answer, nothingHere, types } from '../respond.ts';
import type { AskedPage } from '../routes.ts';

/** A table of an account's page as CSV; a hidden one is a 404 like any other. */
export async function downloadAnswer({ params }: AskedPage, services: Services): Promise<Answer> {
  const account = readAccount(await askAccount(services, params.slug ?? ''));
  const text = csvOf(account, params.file ?? '');
  if (text === null) throw nothingHere();
  return { body: createBody(Buffer.from(text)), type: types.csv, policy: pagePolicy() };
}
