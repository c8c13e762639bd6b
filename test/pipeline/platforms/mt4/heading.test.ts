import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readIdentity } from '../../../../pipeline/platforms/mt4/heading.ts';

const heading = suite('mt4 heading');

const header = {
  account: '1000006',
  name: 'Ana Fuchs',
  currency: 'USD',
  leverage: '100',
  saved: 0,
};
const title = 'Statement: 1000006 - Ana Fuchs';

const brokers: [printed: string, isDemo: true | null][] = [
  ['Exness Technologies Ltd', null],
  ['Alpari', null],
  ['XM', null],
  ['Trading 212', null],
  ['Live Trade', null],
  ['Demonsoft Markets', null],
  ['Broker & Sons Trading Account Services', null],
  ['Alpari-Demo', true],
  ['Альпари', null],
];

const unclear: [printed: string, isDemo: true | null][] = [
  ['', null],
  ['Un-official Statement', null],
  ['Unofficial Statement', null],
  ['Detailed Statement', null],
  ['Account History', null],
  ['Account: 1000006', null],
  ['MetaTrader 4 Trading Account Report', null],
  ['Real account', null],
  ['Live', null],
  ['Closed Trades', null],
  ['Closed Transactions:', null],
  ['Закрытые сделки', null],
  ['Demo account', true],
  ['DEMO', true],
  ['Demo Account Statement', true],
  ['Cuenta de demostración', true],
  ['Cuenta real', null],
  ['Conta de demonstração', true],
  ['Conto dimostrativo', true],
  ['Compte démo', true],
  ['Demokonto', true],
  ['Kontoauszug', null],
  ['Демо-счёт', true],
  ['Выписка по счету', null],
  ['模拟账户', true],
  ['デモ口座', true],
  ['데모 계좌', true],
  ['Ana Fuchs', null],
  ['1000006', null],
];

for (const [printed, isDemo] of brokers) {
  heading(`\`${printed}\` is the broker`, () => {
    assert.equal(readIdentity({ title, lines: [printed, 'Demo room'] }, header), {
      broker: printed,
      isDemo: true,
      heading: printed,
    });
    assert.is(readIdentity({ title, lines: [printed] }, header).isDemo, isDemo);
  });
}

for (const [printed, isDemo] of unclear) {
  heading(`\`${printed}\` names no broker`, () => {
    const read = readIdentity({ title, lines: printed === '' ? [] : [printed] }, header);
    assert.equal(read, { broker: '', isDemo, heading: printed });
  });
}

heading('a demo account is read in the title, the account and the name too', () => {
  const lines = ['Alpari'];
  for (const [said, isDemo] of [
    [{ title: 'Statement: 1 - Demo' }, true],
    [{ account: '1000006 (demo)' }, true],
    [{ name: 'Demo account' }, true],
    [{ name: 'DemoOwner' }, null],
    [{ name: 'Demosthenes Demos' }, null],
  ] as const) {
    const settings = { title, ...header, ...said };
    assert.is(readIdentity({ title: settings.title, lines }, settings).isDemo, isDemo);
  }
});

heading.run();
