import { keyKind } from '../pipeline/registry/key-format.ts';

/** What the `Authorization` headers of a request hold; null where there are none. */
export type Credential = { readonly key: string } | 'bad' | null;

/** Reads the key offline: whatever is no well-formed Developer API Key is bad, never absent. */
export function readCredential(rawHeaders: readonly string[]): Credential {
  const [value, second] = valuesOf('authorization', rawHeaders);
  if (value === undefined) return null;
  const key = /^bearer +([^ ]+)$/i.exec(value.trim())?.[1];
  if (second !== undefined || key === undefined || keyKind(key) !== 'developer') return 'bad';
  return { key };
}

function valuesOf(wanted: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    const value = rawHeaders[at + 1];
    // The length first: to write every name in small letters is most of the time.
    if (name?.length === wanted.length && name.toLowerCase() === wanted && value !== undefined) {
      values.push(value);
    }
  }
  return values;
}
