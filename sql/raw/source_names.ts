/**
 * Sources of data, the best first. The program that takes data in sets the source; the data never
 * does.
 */
export const sourceNames = [
  'broker_api',
  'terminal',
  'operator_file',
  'owner_statement',
  'owner_api',
  'feed',
] as const;

/** Source of a delivery or of a row. */
export type SourceName = (typeof sourceNames)[number];

/** Sources that an owner can write to. The macro `is_written_by_owner` has the same. */
export const ownersSources: readonly SourceName[] = ['terminal', 'owner_statement', 'owner_api'];
