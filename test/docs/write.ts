import { writeFileSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { readDocument } from '../support/documents.ts';
import { printedTables, withTable } from './tables.ts';

// Writes the tables that the code prints into the documents, which a test compares with them.
for (const { document, print } of printedTables) {
  writeFileSync(inPackage(document), withTable(readDocument(document), print()));
}
