import { join } from 'node:path';
import { answerTasks } from '../base/child-task.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { writeRows } from './delivery-content.ts';
import { problemOf, readStatement } from './read.ts';
import type { ReadRequest } from './read-in-child.ts';
import { type Reading, statementFiles } from './statement.ts';

answerTasks(async ({ folder, owner, name, options }: ReadRequest): Promise<Reading> => {
  try {
    const file = join(folder, statementFiles.statement);
    const { found, contents } = await readStatement(file, { owner, name, options });
    writeRows(join(folder, statementFiles.contents), contents);
    return { found };
  } catch (error) {
    return problemOf(error) ?? { problem: makeReason('import_unread_format', { file: name }) };
  }
});
