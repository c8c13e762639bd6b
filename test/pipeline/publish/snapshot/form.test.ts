import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publishedForm } from '../../../../pipeline/base/published-form.ts';
import { digestOf } from '../../../../pipeline/publish/snapshot/form.ts';
import { partNames } from '../../../../pipeline/publish/snapshot/layout.ts';
import { account, type Desk, idOf, registeredAccount, trade, withDesk } from '../../desk.ts';

const form = suite('published form');

/**
 * SHA-256 of the published version of the desk below, by form: line 1 is form 1. A change of the
 * published bytes adds a line; no line ever changes. If two branches each added a line, keep the
 * first and run this test again: it prints the next line.
 */
const goldenHashes = [
  'e88bdc540680273579bf5cba20638b36b37e96c5e9aa1f1e16956abdaa7fbd25',
  'cd81be5a582891548ed2fd4586c99e3cd52322f120b9be7ac0c19ba6d5f8eecc',
  'c3943ee72579f87725e1624951cd1fd426a0afc973498c43759961cda4ec098b',
  'ca5f178130c97fd733c3e0a8b55ae2002c241191f0896e2a4e2e133f1238c654',
  '07396bf4a30f6434e4c2dadc50eae9b04f57552bff67130eccd84a4f0bf22455',
  '72a31b7867074bb3e1aea1900a175d46e92b396d203f330a1bc7f62cb5349f80',
  'b44b5a838ebdd981538944322275414b655e0289bc3e4bd09e780acf6a5fa23b',
  '91bd291d012250bf21a8c1dd2d4d16b6e3cd38b22767315cbc18582428942d42',
  '641bbcd2c627604092ea555652fe94385337e0551f7311dc9b93e3364db65707',
  'ab9a18bbf9a758ecefa400d26902e3dee4eb1eabfe3cbf83853d856d440093d1',
  '0ba8a93c1e53547d8811a2a19e720d9e887839997a9a64fd1980d87520256fd9',
  '91387815d189b38c8cfe217913073fc54df5d879f26c900f2a3a089a4d8795ba',
  '79800db502d3e3285026d6cbcb937a8f2eb3de8c4eedf9a341a48b41d24789e5',
  'f6f254cd9cd785e31793395f19aae7ba3ea361738ff05c775e646013bf1ca4e8',
  'bd094748cff0ddc44cba06553663dcf1a35d72912b5128c8bdcd15774ea9fa02',
  '867c98abbc2e1158733c8d5e08ea37e86f4468b1b5c711ef566b4d1b2ed66580',
  'e47cf8c3cfd32a8862ac463668976a5b374dbda5e889d210fbb9352c7ad05a9d',
  'f210712d10ffa9edd1a6e940d533eb1701aa04bee9652389d756e474840900eb',
  '0923e39348194bcd7ad5d771caad0ad73031833c26c48d17e07342823e06b9fc',
  '4640cf3264ea054ac7ca16cde8090554194498f3e0a0f9870764bec42d112bec',
  'cd8113f1721ac3c08702c6ba5a050be1ed8c8c88d11925fc07c32fd037b18367',
  '1d74463917576aabb5ec5198ea8d16e534260ddbbc2e0e8cd3f8b610d228fb94',
  'bc28d5b009ab2cc15bd9bbd6966021ccfc2aefe1f5c0feb75a7e563a7cdcf38e',
  '311785e8a6b3c5e39a17312265551cb82e6b293198a8d5abf5db2c1a09b7c794',
  'b1e071e95e6f68fad6e412a511b2e5ee17bd63d161d142909127e712e5fef002',
  '3a49479d80241740471cb36873c3b8aa4a3f67cfe2e1ba43011aeaf1dc6c6e51',
  'eb860d4564f0846170428efacb2475e8711d06be518bb54f4e6c8d4dc9e0b95a',
  '0838d3dc392dfb4a452d5a32bde2e2cb4ff573a8962d2a5c6cb8637ab3dbb3c0',
];

/** Returns what to do if the bytes, these lines and the number of the form don't match. */
function instruction(found: string, form: number, golden: readonly string[]): string | null {
  const isNew = found !== golden.at(-1);
  const wanted = golden.length + (isNew ? 1 : 0);
  if (!isNew && form === wanted) return null;
  return [
    'What is published has other bytes than its form says. If you meant that change:',
    ...(isNew ? [`add '${found}' to the end of goldenHashes in this test;`] : []),
    `write publishedForm = ${wanted} in pipeline/base/published-form.ts.`,
  ].join('\n');
}

form('a changed comment in SQL is no reason to compute again, any other change is', () => {
  const sql = 'select\n    1 as one,\nfrom selection\n';
  const digest = digestOf(sql, publishedForm);
  const commented = '-- one row\nselect\n    1 as one, -- the first\n\nfrom selection\n';
  assert.is(digestOf(commented, publishedForm), digest);
  assert.is.not(digestOf('select\n    2 as one,\nfrom selection\n', publishedForm), digest);
  assert.is.not(digestOf(sql, publishedForm + 1), digest);
});

form('the bytes of every part are those of the form that is noted', () =>
  withDesk(async (desk) => {
    await publishEveryPart(desk);
    const found = desk.read((snapshot) => {
      const digest = createHash('sha256');
      for (const id of [...snapshot.ids()].sort()) {
        for (const name of partNames) {
          const part = snapshot.part(id, name);
          assert.ok(part, `${id} has no ${name}`);
          digest.update(`${id} ${name} ${part.length}\n`).update(part);
        }
      }
      return digest.digest('hex');
    });
    const advice = instruction(found, publishedForm, goldenHashes);
    assert.ok(advice === null, advice ?? '');
  }),
);

form('other bytes need a higher number, and the same bytes theirs', () => {
  const golden = ['aa', 'bb'];
  assert.is(instruction('bb', 2, golden), null);
  for (const number of [2, 3]) {
    const advice = instruction('cc', number, golden) ?? '';
    assert.match(advice, /add 'cc' to the end of goldenHashes/);
    assert.match(advice, /publishedForm = 3 /);
  }
  assert.match(instruction('bb', 3, golden) ?? '', /publishedForm = 2 /);
  // Bytes of an earlier form need a new number too: a store may have versions from in between.
  assert.match(instruction('aa', 1, golden) ?? '', /publishedForm = 3 /);
});

/**
 * Data with texts that need quotes, a formula, days with and without equity, and an open position.
 */
async function publishEveryPart(desk: Desk): Promise<void> {
  desk.write('accounts.csv', [account('a'), account('b', { platform: 'MT4', currency: 'EUR' })]);
  desk.write('trades.csv', [
    trade('a', 1, { comment: 'said "no", left', magic_number: 7 }),
    trade('a', 2, { profit: -3.21, symbol: '=1+1', closed_at: '2024-06-04T09:00:00Z' }),
    trade('b', 3, { profit: 0.125, magic_number: 7, closed_at: '2024-05-04T09:00:00.250Z' }),
  ]);
  desk.write('cash_flows.csv', [
    { account_id: idOf('a'), id: 1, at: '2024-02-01T00:00:00Z', amount: 500, kind: 'flow' },
  ]);
  desk.write('equity.csv', [
    { account_id: idOf('a'), at: '2024-06-04T12:00:00Z', balance: 1506.79, equity: 1507 },
  ]);
  desk.write('positions.csv', [
    { ...trade('a', 9), close_price: null, closed_at: null, reported_at: '2024-06-10T00:00:00Z' },
  ]);
  desk.registered.push(registeredAccount('a'));
  await desk.run();
}

form.run();
