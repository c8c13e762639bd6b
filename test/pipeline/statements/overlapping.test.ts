import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { withDirectory } from '../../support/directory.ts';
import { dropStatement, openStatements } from '../../support/statements.ts';

const overlapping = suite('statements that overlap');

const ann = { slug: 'ann', plan: 'free' } as const;
const heading = [
  ...['Type', 'Ticket', 'Symbol', 'Lots', 'Buy/sell', 'Open price', 'Close price', 'Open time'],
  ...['Close time', 'Profit', 'Swap', 'Commission', 'Net profit', 'Account'],
].join();
const part = (day: string, lots: string, profit: string) =>
  `Closed position,7,EURUSD,${lots},Buy,1.1,1.2,2024/01/02 08:00:00,2024/01/${day} 09:00:00,${profit},0,0,${profit},1`;
const first = part('02', '0.1', '10.00');
const second = part('03', '0.2', '20.00');

overlapping('name a part that one without the first part replaces', () =>
  withDirectory(async (directory) => {
    const { inbox } = dataDirectory(directory);
    const statements = openStatements(inbox, () => new Date('2024-02-01T00:00:00Z'));
    try {
      const warned = async (...rows: string[]): Promise<string[]> => {
        const text = `sep=,\n${heading}\n${rows.join('\n')}\n`;
        const answers = { currency: 'USD', platform: 'MT5', clock: 'UTC' };
        const statement = await dropStatement(statements, ann, text, answers);
        assert.is(await statements.confirm(statement, { slugs: ['mine'], plan: 'free' }), true);
        const { reading } = statement;
        if (reading === null || !('found' in reading)) throw new Error('it is not read');
        return reading.found.warnings.map(inEnglish);
      };
      assert.equal(await warned(first), []);
      assert.equal(await warned(first, second), []);
      const [warning = ''] = await warned(second);
      assert.match(warning, /^ticket 7 closes at 2024-01-02T09:00:00.000Z in one export and at/);
    } finally {
      await statements.close();
    }
  }),
);

overlapping.run();
