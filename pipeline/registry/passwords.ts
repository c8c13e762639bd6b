import { randomBytes } from 'node:crypto';

/** OWASP's smallest argon2id: 19 MiB, two passes. Salt and setting stand in the hash. */
const setting = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Allowed length of a password, in characters. */
export const passwordLength = { min: 12, max: 200 } as const;

export const isPasswordLong = (password: string): boolean =>
  password.length >= passwordLength.min && password.length <= passwordLength.max;

// Loaded when somebody signs in: most processes never hash a password.
const argon2 = () => import('@node-rs/argon2');

/** The only form in which a password is stored. Takes a while: never inside a transaction. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return inTurn(() => hash(password.normalize('NFKC'), setting));
}

let nobodys: Promise<string> | undefined;

/** Takes as long without a stored hash, or for a password that cannot be, as with one. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { verify } = await argon2();
  nobodys ??= hashPassword(randomBytes(16).toString('hex'));
  const against = stored ?? (await nobodys);
  const tried = password.slice(0, passwordLength.max).normalize('NFKC');
  const matches = await inTurn(() => verify(against, tried));
  return matches && stored !== undefined && password.length <= passwordLength.max;
}

const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

// Each takes a thread of the four that files are read with too.
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
