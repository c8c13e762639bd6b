import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { hashKey } from '../base/key-format.ts';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { proveIdentity } from './identity-proofs.ts';
import { stampAfter, toStamp } from './instants.ts';
import { actorOf, NotOwnedError } from './owner-decisions.ts';
import type { Registry } from './registry.ts';
import { findRow, hasRow, replaceRows, updateRows } from './table-rows.ts';
import type { Tables } from './tables.ts';
import { terminal } from './words.ts';

/** Account that a terminal is logged in to. */
export interface TerminalLogin {
  readonly platform: string;
  readonly number: string;
  readonly server: string;
}

/** Connection Key that a terminal sends with, and the account of the key. */
interface TerminalKey {
  readonly id: string;
  readonly slug: string;
  readonly owner: string;
}

/** Code for a terminal to show. It is stored nowhere. */
export interface TerminalCode {
  readonly code: string;
  readonly expires_at: string;
}

/** Lifetime of a code in seconds. */
export const codeSeconds = 600;

/** Wrong codes after which the right one is refused too. */
export const maxWrongTries = 5;

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const halfLength = 5;

const newCode = (): string => {
  const half = () =>
    Array.from({ length: halfLength }, () => letters[randomInt(letters.length)]).join('');
  return `${half()}-${half()}`;
};

const hashOf = (account: string, code: string): string =>
  hashKey(`${account} ${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`);

/** Returns true if a terminal is logged in to that account. */
export const isSameLogin = (first: TerminalLogin, second: TerminalLogin): boolean =>
  (['platform', 'number', 'server'] as const).every((name) => first[name] === second[name]);

/**
 * Makes a code for the terminal of a key's account. It replaces the account's earlier code. Returns
 * null if the account's identity is confirmed already.
 */
export async function issueCode(
  { store, clock }: Registry,
  { id: key_id, slug: account, owner }: TerminalKey,
  { platform, number, server }: TerminalLogin,
): Promise<TerminalCode | null> {
  const code = newCode();
  const now = clock();
  const expires_at = stampAfter(now, codeSeconds * 1000);
  return store.annotate(async (db) => {
    const known = await findRow(db, 'accounts', { slug: account });
    if (known?.identity !== null) return null;
    const login = { platform, number, server };
    const unused = { code_hash: hashOf(account, code), expires_at, wrong_tries: 0, used_at: null };
    const row = { account, owner, key_id, ...login, ...unused };
    await replaceRows(db, 'terminal_codes', 'account', [row]);
    return { code, expires_at };
  });
}

/**
 * Gives an account the mark of identity if its owner typed the code that the terminal shows.
 * `login` is the account that the terminal's data came from; null without such data. Returns the
 * reason if the code is refused, else null. Throws a NotOwnedError if the account isn't theirs.
 */
export async function useCode(
  { store, clock }: Registry,
  owner: string,
  slug: string,
  typed: string,
  login: TerminalLogin | null,
): Promise<CodedReason | null> {
  const at = clock();
  return store.write(async (db) => {
    const account = await findRow(db, 'accounts', { slug });
    if (account?.owner !== owner || account.type === 'portfolio') throw new NotOwnedError();
    const code = await findRow(db, 'terminal_codes', { account: slug, owner });
    const isRight = code?.code_hash === hashOf(slug, typed);
    if (isRight && code.used_at !== null) return makeReason('code_used');
    if (account.identity !== null) return makeReason('code_confirmed');
    if (code !== undefined && code.wrong_tries >= maxWrongTries)
      return makeReason('code_tries', { count: maxWrongTries });
    if (!isRight) return refuseWrong(db, owner, slug, typed);
    if (code.expires_at <= toStamp(at)) return makeReason('code_expired');
    const isKeyValid = await hasRow(db, 'connection_keys', { id: code.key_id, revoked_at: null });
    if (!isKeyValid) return makeReason('code_revoked');
    if (login === null) return makeReason('code_no_data');
    if (!isSameLogin(code, login)) {
      const { number, server } = code;
      const elsewhere = { other_number: login.number, other_server: login.server };
      return makeReason('code_login', { number, server, ...elsewhere });
    }
    await updateRows(db, 'terminal_codes', { account: slug }, { used_at: toStamp(at) });
    const how = `The owner typed in a code that the Expert Advisor showed in the terminal (${code.platform}).`;
    await proveIdentity(db, slug, { by: terminal, how }, { actor: actorOf(owner), at });
    return null;
  });
}

/**
 * Counts a wrong code. Returns the reason, which names another account of the owner if it is its
 * code.
 */
async function refuseWrong(
  db: Transaction<Tables>,
  owner: string,
  slug: string,
  typed: string,
): Promise<CodedReason> {
  const known = await db
    .selectFrom('terminal_codes')
    .innerJoin('accounts', 'accounts.slug', 'terminal_codes.account')
    .select(['account', 'code_hash', 'name'])
    .where('terminal_codes.owner', '=', owner)
    .execute();
  await db
    .updateTable('terminal_codes')
    .set(({ eb }) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('account', '=', slug)
    .execute();
  const isShown = known.some(({ account }) => account === slug);
  const meant = known.find(({ account, code_hash }) => code_hash === hashOf(account, typed));
  if (meant) return makeReason('code_of_another', { name: meant.name });
  return makeReason(isShown ? 'code_wrong' : 'code_none');
}
