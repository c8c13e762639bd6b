import { createHash } from 'node:crypto';
import { publishedForm } from '../../base/published-form.ts';
import { computedSql, withoutComments } from '../../duckdb/sql-files.ts';

/**
 * Digest of everything that decides what a fact is published as: the form, and the SQL of the
 * statistics apart from its comments. Where it moved, every account is computed anew.
 */
export const formDigest = (sql: string = computedSql(), form: number = publishedForm): string =>
  createHash('sha256')
    .update(`${form}\n${withoutComments(sql)}`)
    .digest('hex');
