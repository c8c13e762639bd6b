import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { doubtedTexts } from '../../../../pipeline/platforms/source/booking-notes.ts';
import {
  cashFlowKind,
  readBalanceText,
  textKey,
} from '../../../../pipeline/platforms/source/cash-flow-kinds.ts';

const cashFlowKinds = suite('mt4 cash flow kinds');

const results = [
  'Dividend #1506048299',
  'Interest',
  'Financing',
  'Rebate March',
  'Inactivity fee',
  'Withdrawal fee',
  'Tax 2020',
  'Trading compensation',
  'Summary trade result Q4 2013',
  ...['Комиссия за вывод', 'Дивиденды', 'Проценты по счёту', 'Налог', 'Своп'],
  ...['Zinsen', 'Gebühr Inaktivität', 'Dividende SAP', 'Auszahlungsgebühr', 'Kommission'],
  ...['Comisión mensual', 'Dividendos', 'Cargo por retiro', 'Intereses', 'Impuesto'],
  ...['Juros', 'Comissão', 'Taxa de saque', 'Frais de retrait', 'Intérêts', 'Dividende'],
  ...['Commissioni', 'Spese di prelievo', 'Interessi', 'Prowizja za wypłatę', 'Odsetki'],
  ...[
    'Temettü',
    'Faiz',
    'Para çekme ücreti',
    '隔夜利息',
    '股息',
    '出金手续费',
    '配当',
    '出金手数料',
  ],
];
const flows = [
  '',
  '1',
  'Deposit',
  'Deposited using API',
  'Deposit GROWPY RUR 37509877',
  'STAR-Withdrawal',
  'Withdrawal A_CASH USD 39265023',
  'IntrFr 4571918 37544779',
  'IntrTo USD10623325 40814131',
  'AB sp 38477510',
  'ADJUSTMENT',
  'ACCOUNT_TRANSFER',
  'DByWT(PayType[Ips])',
  'D-trial-USD-INT-e009a18af70d',
  'Summary balance result 2013',
  'something never seen',
  ...['Deposit to swap free account', 'Deposit Skrill (no fee)', 'PAMM rollover deposit'],
  ...['Withdrawal, 0% commission', 'Пополнение счета', 'Вывод средств', 'Ввод средств'],
  ...['Einzahlung', 'Auszahlung', 'Überweisung', 'Depósito', 'Retiro', 'Transferencia'],
  ...['Saque', 'Dépôt', 'Retrait', 'Virement', 'Versamento', 'Prelievo', 'Wpłata', 'Wypłata'],
  ...['Para yatırma', 'Para çekme', '入金', '出金', '存款', '提款', '振込'],
  // A word in a longer one is no word: there is no fee in coffee, and no tax in syntax.
  ...['coffee', 'syntax', 'Schwapswaps'],
];

for (const text of results) {
  cashFlowKinds(`\`${text}\` is a result`, () => {
    assert.is(cashFlowKind({ type: 'balance', text }), 'adjustment');
  });
}

for (const text of flows) {
  cashFlowKinds(`\`${text}\` is money that moves`, () => {
    assert.is(cashFlowKind({ type: 'balance', text }), 'flow');
  });
}

cashFlowKinds('a credit row is credit, whatever its text', () => {
  assert.is(cashFlowKind({ type: 'credit', text: 'Deposit bonus' }), 'credit');
});

for (const [text, doubt] of [
  ['Deposit', null],
  ['Withdrawal fee', null],
  ['Deposit to swap free account', 'both'],
  ['something never seen', 'unknown'],
] as const) {
  cashFlowKinds(`\`${text}\`: doubt ${doubt}`, () => {
    assert.is(readBalanceText(text).doubt, doubt);
  });
}

cashFlowKinds('an answer about a long text is found again, wherever its key is cut off', () => {
  for (let length = 95; length < 105; length += 1) {
    const row = {
      type: 'balance',
      text: `${'x'.repeat(length)} and more`,
      line: 1,
      amount: '1',
    } as const;
    const answers = { [textKey(row.text)]: 'adjustment' } as const;
    assert.is(cashFlowKind(row, answers), 'adjustment', `${length}`);
    assert.is(doubtedTexts([row], answers)[0]?.answer, 'adjustment', `${length}`);
  }
});

cashFlowKinds.run();
