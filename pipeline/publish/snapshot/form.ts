import { createHash } from 'node:crypto';
import { publishedForm } from '../../base/published-form.ts';
import { computedSql, withoutComments } from '../../duckdb/sql-files.ts';

let known: string | undefined;

/**
 * Digest of everything that decides what a fact is published as: the form, and the SQL of the
 * statistics apart from its comments. Where it moved, every account is computed anew. It is made
 * once, because that takes longer than most statements of a small run.
 */
export function formDigest(): string {
  known ??= digestOf(computedSql(), publishedForm);
  return known;
}

export const digestOf = (sql: string, form: number): string =>
  createHash('sha256')
    .update(`${form}\n${withoutComments(sql)}`)
    .digest('hex');
