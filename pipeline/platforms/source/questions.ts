import { type Platform, platforms } from '../../../sql/raw/accounts.ts';
import { isCurrency } from '../../../sql/raw/currencies.ts';
import { ImportFault } from '../../read/faults.ts';

/** Account data that a file prints; empty if it does not print them. */
export interface PrintedAccount {
  platform: Platform;
  number: string;
  /** The broker's trade server, or the broker where the file names no server: numbers are given by each. */
  server: string;
}

/** The id of an account: as told, else `MT5:100234@Broker-Live` of what the file says; without a number it is asked for. */
export function accountIdOf(
  told: string | undefined,
  file: string,
  { platform, number, server }: PrintedAccount,
): string {
  if (told !== undefined) return told;
  if (number === '') throw new ImportFault('no_number', file, {});
  const [account, place] = [number, server].map((text) =>
    text.replace(/[\s\p{Cc}\p{Cf}]+/gu, '-').slice(0, 100),
  );
  return place ? `${platform}:${account}@${place}` : `${platform}:${account}`;
}

/** The currency of an account: as told, else as the file prints it; one that prints none asks for it. */
export function currencyOf(told: string | undefined, file: string, printed: string): string {
  const currency = told ?? printed;
  if (isCurrency(currency)) return currency;
  if (currency === '') throw new ImportFault('no_currency', file, {});
  throw new ImportFault('unknown_currency', file, { currency: currency.slice(0, 20) });
}

/** The platform of an account: as told, as its id begins, else as the file says; where none does it is asked for. */
export function platformOf(
  { platform, accountId }: { platform?: Platform | undefined; accountId?: string | undefined },
  file: string,
  printed: Platform | '',
): Platform {
  const named = platforms.find((known) => accountId?.startsWith(`${known}:`));
  const found = platform ?? named ?? (printed || undefined);
  if (found !== undefined) return found;
  throw new ImportFault('no_platform', file, {});
}
