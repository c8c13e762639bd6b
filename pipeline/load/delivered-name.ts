/** What a file of deliveries is called in the ledger and in reports: no path, since it is made for one load. */
export const deliveredPrefix = 'deliveries/';

/** Condition of the ledger's rows of files that lie where the ledger says. */
export const isSourceFile = `not starts_with(file, '${deliveredPrefix}')`;
