import { keyKind } from '../../pipeline/base/key-format.ts';
import { valuesOf } from './raw-headers.ts';

/** What the `Authorization` headers of a request hold; null where there are none. */
export type Credential = { readonly key: string } | 'bad' | null;

/** Reads the key offline: whatever is no well-formed Developer API Key is bad, never absent. */
export function readCredential(rawHeaders: readonly string[]): Credential {
  const [value, second] = valuesOf('authorization', rawHeaders);
  if (value === undefined) return null;
  // Only blanks and tabs stand around a value, by RFC 9110 5.6.3; trim() would take U+00A0 for one.
  const key = /^[ \t]*bearer +([^ \t]+)[ \t]*$/i.exec(value)?.[1];
  if (second !== undefined || key === undefined || keyKind(key) !== 'developer') return 'bad';
  return { key };
}
