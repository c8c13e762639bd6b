/**
 * Prefix for files of deliveries in the ledger and in reports. They are made for one load and have
 * no path.
 */
export const deliveredPrefix = 'deliveries/';

/** Condition of the ledger's rows of files that lie where the ledger says. */
export const isSourceFile = `not starts_with(file, '${deliveredPrefix}')`;
