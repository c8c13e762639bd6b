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
