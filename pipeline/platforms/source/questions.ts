import { type Platform, platforms } from '../../../sql/raw/accounts.ts';
import { isCurrency } from '../../../sql/raw/currencies.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import { ImportFault } from '../../read/faults.ts';

/** Account data that a file prints; empty if it does not print them. */
export interface PrintedAccount {
  platform: Platform;
  number: string;
  /**
   * Trade server, or the broker if the file names no server. Account numbers are unique only there.
   */
  server: string;
}

/**
 * Id of an account: the given one, else built from the file, such as `MT5:100234@Broker-Live`.
 * Throws if the file has no number.
 */
export function accountIdOf(
  told: string | undefined,
  file: string,
  { platform, number, server }: PrintedAccount,
): string {
  if (told !== undefined) return told;
  if (number === '') throw new ImportFault('import_no_number', file, {});
  const [account, place] = [number, server].map((text) =>
    text.replace(/[\s\p{Cc}\p{Cf}]+/gu, '-').slice(0, 100),
  );
  return place ? `${platform}:${account}@${place}` : `${platform}:${account}`;
}

/** Throws if below a statement the statement of another account begins. */
export function refuseOtherAccount(name: string, other: string | undefined): void {
  if (!name || !other || name === other) return;
  throw new UnreadableExport(makeReason('file_two_accounts', { name, other }));
}

/** Returns the account number in an id such as `MT5:100234@Broker-Live`; null without one. */
export const numberInId = (id: string): string | null => /^[^:@]+:([^@]+)/.exec(id)?.[1] ?? null;

/**
 * Currency of an account: the one that the file prints, also next to its amounts, else the given
 * one. Throws if nothing names a currency, or if two are named.
 */
export function currencyOf(
  told: string | undefined,
  file: string,
  printed: string,
  nextToAmounts: ReadonlySet<string> = new Set(),
): string {
  const [value, other] = new Set([printed, ...nextToAmounts].filter(isCurrency));
  if (value !== undefined && other !== undefined) {
    throw new ImportFault('import_amounts_mixed', file, { value, other });
  }
  const isOther = told !== undefined && isCurrency(told) && told !== value;
  if (value !== undefined && isOther) {
    throw new ImportFault('import_currency_differs', file, { value, other: told });
  }
  const currency = told ?? value ?? printed;
  if (isCurrency(currency)) return currency;
  if (currency === '') throw new ImportFault('import_no_currency', file, {});
  throw new ImportFault('import_unknown_currency', file, { value: currency.slice(0, 20) });
}

/**
 * Platform of an account: the given one, else from its id, else from the file. Throws if none names
 * it.
 */
export function platformOf(
  { platform, accountId }: { platform?: Platform | undefined; accountId?: string | undefined },
  file: string,
  printed: Platform | '',
): Platform {
  const named = platforms.find((known) => accountId?.startsWith(`${known}:`));
  const found = platform ?? named ?? (printed || undefined);
  if (found !== undefined) return found;
  throw new ImportFault('import_no_platform', file, {});
}
