import type { FastifyRequest } from 'fastify';
import type { Plan, Scope } from '../../pipeline/registry/words.ts';
import { ApiError } from '../http/errors.ts';
import type { Decisions } from './live-registry.ts';

/** A caller whose key is good at this request, on the plan in force now. */
export interface KeyHolder {
  readonly kind: 'key';
  readonly id: string;
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** What was decided when the key was found good. */
  readonly decisions: Decisions;
}

/** Who sends a request. */
export type Caller =
  | { readonly kind: 'anonymous' }
  /** Whoever showed a credential that is no good. */
  | { readonly kind: 'refused' }
  /** Whoever showed a key that could not be looked up. */
  | { readonly kind: 'unidentified'; readonly error: Error }
  | KeyHolder;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** The caller of a versioned request, once it has been identified. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('a versioned request was not identified');
  return caller;
}

/** The caller of an endpoint that needs a key; a 401 without one. */
export function requireKey(caller: Caller): KeyHolder {
  if (caller.kind !== 'key') throw new ApiError('unauthenticated');
  return caller;
}

/** A 403 where a key lacks the scope; what needs no key needs no scope either. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.kind !== 'key' || caller.scopes.includes(scope)) return;
  throw new ApiError('insufficient_scope', {
    detail: `This needs a key with the scope ${scope}.`,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** Whether giving credit is a condition of this caller's plan; no key counts as the free one. */
export function mustCredit(caller: Caller): boolean {
  return caller.kind !== 'key' || caller.plan === 'free';
}
