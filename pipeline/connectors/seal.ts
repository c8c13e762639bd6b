import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { UsageError } from '../base/errors.ts';

/** Key of 32 bytes, with an id that reveals nothing about it. */
interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Keys of the settings. New secrets are sealed with `current`; `old` only opens. */
export interface SecretKeys {
  readonly current: SecretKey;
  readonly old: SecretKey | null;
}

/** Row that a sealed secret belongs to. A secret that was copied to another row does not open. */
export interface SecretRow {
  readonly id: string;
  readonly owner: string;
  readonly kind: string;
  readonly environment: string;
}

/** Says how connectors are switched on. */
const connectorsAreOff =
  'connectors are off: set TRACKRECORD_SECRET_KEY to 32 bytes in base64 (`openssl rand -base64 32`)';

/** Returns the keys of the settings, or null if connectors are off. */
export function secretKeysOf({
  secretKey,
  secretKeyOld,
}: {
  readonly secretKey: string | null;
  readonly secretKeyOld: string | null;
}): SecretKeys | null {
  if (secretKey === null) return null;
  return { current: keyOf(secretKey), old: secretKeyOld === null ? null : keyOf(secretKeyOld) };
}

/** Returns the keys of the settings. Throws a CommandError if connectors are off. */
export function requireSecretKeys(settings: Parameters<typeof secretKeysOf>[0]): SecretKeys {
  const keys = secretKeysOf(settings);
  if (keys === null) throw new UsageError(connectorsAreOff);
  return keys;
}

function keyOf(base64: string): SecretKey {
  const bytes = Buffer.from(base64, 'base64');
  const id = hash('sha256', Buffer.concat([Buffer.from('trackrecord secret key\0'), bytes]), 'hex');
  return { id: id.slice(0, 12), bytes };
}

const algorithm = 'aes-256-gcm';
const form = 'v1';
const tagLength = 16;

const boundTo = ({ id, owner, kind, environment }: SecretRow): Buffer =>
  Buffer.from(JSON.stringify([form, id, owner, kind, environment]));

/** Encrypts a secret for its row: form, key id, nonce, tag and ciphertext, joined by dots. */
export function seal({ current }: SecretKeys, row: SecretRow, secret: unknown): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, current.bytes, nonce, { authTagLength: tagLength });
  cipher.setAAD(boundTo(row));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
  const parts = [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
  return [form, current.id, ...parts].join('.');
}

/** Thrown if a secret can't be decrypted. The message has nothing of it. */
export class SealedError extends Error {
  override readonly name = 'SealedError';
}

/** Decrypts the secret of a row. Throws a SealedError if no key opens it or it was changed. */
export function unseal(keys: SecretKeys, row: SecretRow, text: string): unknown {
  const [version, keyId, nonce = '', tag = '', sealed = '', ...others] = text.split('.');
  const key = [keys.current, keys.old].find((each) => each?.id === keyId);
  if (version !== form || others.length > 0) throw new SealedError('it is not a sealed secret');
  if (!key) throw new SealedError('no key of the settings opens it');
  try {
    const options = { authTagLength: tagLength };
    const decipher = createDecipheriv(algorithm, key.bytes, bytesOf(nonce), options);
    decipher.setAAD(boundTo(row));
    decipher.setAuthTag(bytesOf(tag));
    const opened = Buffer.concat([decipher.update(bytesOf(sealed)), decipher.final()]);
    return JSON.parse(opened.toString());
  } catch {
    // The cause is left out: a message of JSON.parse has a piece of the text.
    throw new SealedError('it was changed, or it belongs to another connection');
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

/** Returns true if a sealed secret is not sealed with the current key. */
export const isSealedWithOld = ({ current }: SecretKeys, text: string): boolean =>
  text.split('.')[1] !== current.id;
