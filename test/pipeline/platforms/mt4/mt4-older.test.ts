import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type MadeAccount, totalsOf } from '../../../../fixtures/statements/account.ts';
import { type Encoding, encode } from '../../../../fixtures/statements/encode.ts';
import { mt4Statement } from '../../../../fixtures/statements/mt4.ts';
import { mt4Numbered, type NumberedLook } from '../../../../fixtures/statements/mt4-numbered.ts';
import { makeAccount } from '../../../../fixtures/statements/story.ts';
import { detectImportFormat } from '../../../../pipeline/platforms/index.ts';
import { importMt4 } from '../../../../pipeline/platforms/mt4/import-mt4.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { isInFull } from '../../../support/in-full.ts';
import { ImportsToCompare } from '../compared.ts';
import { inWords } from '../in-words.ts';
import { totalsOfTables } from '../written-totals.ts';

// ACCOUNTS=2000 makes more. A failure prints its number, which repeats it.
const accounts = Number(process.env.ACCOUNTS ?? (isInFull ? 2000 : 100));

const older = suite('mt4 statements of older builds');
const directory = directoryDuring(older);

async function read(bytes: Uint8Array, options: object = {}) {
  const file = join(directory, 'statement.htm');
  writeFileSync(file, bytes);
  const imported = inWords(await importMt4(file, { timezone: null, currency: 'USD', ...options }));
  const {
    trades = [],
    positions = [],
    cash_flows = [],
    accounts = [],
    equity = [],
  } = imported.tables;
  const totals = totalsOfTables({ trades, positions, cash_flows, accounts, equity }, 2);
  return { ...imported, file, totals, account: accounts[0] };
}

const plain = { encoding: 'utf-8', broker: 'Meadow & Sons', holder: 'Nobody' } as const;
const encodings: readonly { encoding: Encoding; broker: string; holder: string }[] = [
  plain,
  { encoding: 'windows-1251', broker: 'Луг и сыновья', holder: 'Никто Некто' },
  { encoding: 'gbk', broker: '草地与儿子有限公司', holder: '无名氏' },
  { encoding: 'windows-1252', broker: 'Señores del Prado', holder: 'José Nadie' },
  { encoding: 'utf-16le', broker: '牧草地株式会社', holder: '名無し' },
];
const lookOf = (at: number): NumberedLook => ({
  hasComments: at % 2 === 0,
  hasLevels: at % 3 !== 0,
  hasSums: at % 7 !== 0,
});

/**
 * Returns the expected rows. Bookings that are no deposits count too; there are no open trades and
 * no printed equity.
 */
const expectedOf = (account: MadeAccount, hasSums: boolean) => {
  const { trades, sold, net, deposits, credit, balance } = totalsOf(account);
  const all = deposits + credit;
  return { trades, sold, net, deposits: all, balance: hasSums ? balance + credit : 0 };
};

older(`${accounts} numbered reports come back, in five encodings`, async () => {
  const imports = new ImportsToCompare();
  for (let at = 0; at < accounts; at++) {
    const { encoding, broker, holder } = encodings[at % encodings.length] ?? plain;
    const made = makeAccount(`numbered ${at}`, {
      trades: 1 + ((at * 7) % 40),
      isEventful: at % 2 === 0,
      broker,
      holder,
    });
    const look = lookOf(at);
    const bytes = encode(mt4Numbered(made, look), encoding);
    const imported = await read(bytes, { accountId: `${at}` });
    const { warnings, supposed, totals, account, file } = imported;
    assert.equal(warnings, [], `${at}`);
    imports.add(imported.tables);
    const { trades, sold, net, deposits, balance } = totals;
    assert.equal(
      { trades, sold, net, deposits, balance },
      expectedOf(made, look.hasSums !== false),
      `${at}`,
    );
    assert.is(account?.broker, broker, `${at}`);
    const isGuess = ['windows-1251', 'windows-1252', 'gbk'].includes(encoding);
    assert.is(supposed?.encoding, isGuess ? encoding : undefined, `${at}`);
    if (at < encodings.length) assert.is((await detectImportFormat(file)).name, 'mt4');
  }
  assert.equal([...(await imports.differences(directory))], []);
});

older('comments have their own rows, however they span the columns', async () => {
  const made = makeAccount('comments', { trades: 30 });
  const labels = made.history.flatMap((row) => (row.kind === 'order' ? [row.label] : []));
  const untitled = (html: string) => html.replace(/<td title="[^"]*">/g, '<td>');
  for (const commentSpans of [[9, 1, 3], [2, 12], [10, 4], [14]]) {
    const html = mt4Statement(made, { layout: 'detailed', hasComments: true, commentSpans });
    const { tables, warnings } = await read(Buffer.from(untitled(html)));
    assert.equal(warnings, []);
    const commented = (tables.trades ?? []).filter((row) => row.comment + row.magic_number !== '');
    const expected = labels.filter((label) => label.replace(/\s*\[(sl|tp)(\/gap)?\]$/, '') !== '');
    assert.is(commented.length, expected.length, `${commentSpans}`);
  }
});

older('a given encoding is used', async () => {
  const made = makeAccount('koi', { trades: 2, broker: 'Луг и сыновья' });
  const bytes = encode(mt4Numbered(made, {}), 'koi8-r');
  const { account, supposed } = await read(bytes, { encoding: 'koi8-r' });
  assert.is(account?.broker, 'Луг и сыновья');
  assert.is(supposed?.encoding, undefined);
});

older.run();
