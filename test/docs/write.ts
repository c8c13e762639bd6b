import { writeFileSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { readDocument } from '../support/documents.ts';
import { clientTypes, clientTypesFile } from './client-types.ts';
import { printedTables, withTable } from './tables.ts';

// Writes printed tables into the documents, and the types of the client package. Tests compare them
// with the code.
for (const { document, print } of printedTables) {
  writeFileSync(inPackage(document), withTable(readDocument(document), print()));
}
writeFileSync(inPackage(clientTypesFile), clientTypes());
