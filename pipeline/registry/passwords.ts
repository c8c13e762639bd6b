import { randomBytes } from 'node:crypto';

/** OWASP's minimum for argon2id: 19 MiB, two passes. The hash contains salt and settings. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Allowed length of a password, in characters. */
export const passwordLength = { min: 12, max: 200 } as const;

export const hasAllowedLength = (password: string): boolean =>
  password.length >= passwordLength.min && password.length <= passwordLength.max;

// Imported on first use, because most processes never hash a password.
const argon2 = () => import('@node-rs/argon2');

/** Hashes a password for storage. It is slow, so never call it inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return withinLimit(() => hash(password.normalize('NFKC'), settings));
}

let decoyHash: Promise<string> | undefined;

/**
 * Returns true if the password matches the stored hash. It takes the same time without a stored
 * hash, or for a password that is too long, so that timing reveals nothing.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { verify } = await argon2();
  decoyHash ??= hashPassword(randomBytes(16).toString('hex'));
  const hash = stored ?? (await decoyHash);
  const candidate = password.slice(0, passwordLength.max).normalize('NFKC');
  const matches = await withinLimit(() => verify(hash, candidate));
  return matches && stored !== undefined && password.length <= passwordLength.max;
}

const maxConcurrent = 2;
let running = 0;
const waiting: (() => void)[] = [];

// Each hash takes one of the four threads of libuv, which also read files.
async function withinLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < maxConcurrent) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
