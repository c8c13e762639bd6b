import { createHash } from 'node:crypto';
import { computedSql, withoutComments } from '../duckdb/sql-files.ts';

/**
 * The form in which figures are published. Whoever changes the bytes that the same figures are
 * written as raises it, so that the next run writes every account anew.
 */
export const publishedForm = 1;

/**
 * Digest of everything that decides what a fact is published as: the form, and the SQL of the
 * statistics apart from its comments. Where it moved, every account is computed anew.
 */
export const formDigest = (sql: string = computedSql(), form: number = publishedForm): string =>
  createHash('sha256')
    .update(`${form}\n${withoutComments(sql)}`)
    .digest('hex');
