import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cashFlowKind } from '../../../../pipeline/platforms/source/cash-flow-kinds.ts';

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
];

for (const text of results) {
  cashFlowKinds(`\`${text}\` is a result`, () => {
    assert.is(cashFlowKind('balance', text), 'adjustment');
  });
}

for (const text of flows) {
  cashFlowKinds(`\`${text}\` is money that moves`, () => {
    assert.is(cashFlowKind('balance', text), 'flow');
  });
}

cashFlowKinds('a credit row is credit, whatever its text', () => {
  assert.is(cashFlowKind('credit', 'Deposit bonus'), 'credit');
});

cashFlowKinds.run();
