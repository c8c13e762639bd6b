import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const prefixes = { developer: 'tr_live_', connection: 'tr_conn_' } as const;
const randomLength = 32;
const checksumLength = 6;

export type KeyKind = keyof typeof prefixes;

/** Makes a new Developer API Key: 190 random bits, and a checksum that finds typing errors. */
export const newKey = (): string => made('developer');

/** A new Connection Key, of the same form. */
export const newConnectionKey = (): string => made('connection');

function made(kind: KeyKind): string {
  const body = prefixes[kind] + randomDigits(randomLength);
  return body + checksum(body);
}

/** Returns the kind of a key. Null if it is not one of ours or its checksum is wrong. */
export function keyKind(text: string): KeyKind | null {
  if (!/^tr_(live|conn)_[0-9A-Za-z]{38}$/.test(text)) return null;
  const body = text.slice(0, -checksumLength);
  if (checksum(body) !== text.slice(-checksumLength)) return null;
  return text.startsWith(prefixes.connection) ? 'connection' : 'developer';
}

/** The only form in which a key is stored. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

const invitePrefix = 'tr_invite_';

/** A new token of a link with which an owner signs in, 256 random bits. */
export const newInviteToken = (): string => invitePrefix + randomBytes(32).toString('base64url');

const sharePrefix = 'tr_share_';

/** A new secret of a share link, 256 random bits. */
export const newShareToken = (): string => sharePrefix + randomBytes(32).toString('base64url');

/** Returns true for a text of the form of `newShareToken`. */
export const isShareToken = (text: string): boolean => /^tr_share_[\w-]{43}$/.test(text);

/** The text without the secret part of any key or link in it. */
export function redactKeys(text: string): string {
  return text.replace(/tr_(live|conn|invite|share)_[\w-]+/g, 'tr_$1_[redacted]');
}

/** So many digits of base 62, each as likely as any other and not to be foreseen. */
export function randomDigits(length: number): string {
  return Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join('');
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = digits.charAt(rest % digits.length) + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}
