import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBooking } from '../../../../pipeline/platforms/source/cash-flow-kinds.ts';

// Each kind of balance row in each language that terminals ship, as docs/balance-texts.md says.
const flows = ['deposit', 'withdrawal', 'transfer', 'bonus'] as const;
const results = [
  ...['interest', 'dividend', 'swap', 'fee', 'commission', 'tax', 'rebate'],
  ...['deposit fee', 'withdrawal fee'],
] as const;
type Kind = (typeof flows)[number] | (typeof results)[number];

const languages: Readonly<Record<string, Readonly<Record<Kind, readonly string[]>>>> = {
  English: {
    deposit: ['Deposit', 'Deposited using API', 'DEPOSIT #55'],
    withdrawal: ['Withdrawal', 'Withdraw to card'],
    transfer: ['Internal transfer', 'ACCOUNT_TRANSFER'],
    bonus: ['Welcome bonus'],
    interest: ['Interest', 'Interest on balance'],
    dividend: ['Dividend #1506048299'],
    swap: ['Swap', 'Rollover'],
    fee: ['Inactivity fee', 'Monthly charge'],
    commission: ['Commission', 'Commissions 2024'],
    tax: ['Withholding tax'],
    rebate: ['Rebate March', 'Cashback'],
    'deposit fee': ['Deposit fee'],
    'withdrawal fee': ['Withdrawal fee', 'Fee for withdrawal'],
  },
  Russian: {
    deposit: ['Пополнение счета', 'Ввод средств', 'ПОПОЛНЕНИЕ'],
    withdrawal: ['Вывод средств', 'Снятие'],
    transfer: ['Внутренний перевод', 'Перевод между счетами'],
    bonus: ['Бонус', 'Начисление бонуса'],
    interest: ['Проценты на остаток', 'Начисление процентов'],
    dividend: ['Дивиденды', 'Выплата дивидендов'],
    swap: ['Своп', 'Корректировка свопов'],
    fee: ['Плата за неактивность', 'Сбор'],
    commission: ['Комиссия', 'Удержание комиссии'],
    tax: ['Налог', 'Удержание налога по дивидендам'],
    rebate: ['Рибейт', 'Ребейт', 'Кэшбэк', 'Возврат комиссии'],
    'deposit fee': ['Комиссия за пополнение', 'Комиссия при пополнении'],
    'withdrawal fee': ['Комиссия за вывод', 'Плата за вывод средств'],
  },
  German: {
    deposit: ['Einzahlung', 'Bareinzahlung', 'EINZAHLUNG'],
    withdrawal: ['Auszahlung', 'Gewinnauszahlung'],
    transfer: ['Umbuchung', 'Sofortüberweisung'],
    bonus: ['Bonus'],
    interest: ['Zinsen', 'Habenzinsen', 'Zinsgutschrift'],
    dividend: ['Dividende SAP', 'Bardividende'],
    swap: ['Swap', 'Finanzierungskosten', 'Haltekosten', 'Übernachtfinanzierung'],
    fee: ['Gebühr', 'Inaktivitätsgebühr', 'Verwaltungsgebühren'],
    commission: ['Kommission', 'Provision'],
    tax: ['Steuer', 'Quellensteuer', 'Kapitalertragsteuer', 'Abgeltungssteuer'],
    rebate: ['Rückvergütung'],
    'deposit fee': ['Einzahlungsgebühr', 'Gebühr für Einzahlung'],
    'withdrawal fee': ['Auszahlungsgebühr', 'Gebühr für Auszahlung'],
  },
  Spanish: {
    deposit: ['Depósito', 'Deposito', 'Ingreso de fondos'],
    withdrawal: ['Retiro', 'Retirada de fondos'],
    transfer: ['Transferencia interna'],
    bonus: ['Bono', 'Bonificación'],
    interest: ['Intereses'],
    dividend: ['Dividendo', 'Dividendos'],
    swap: ['Swap', 'Financiación'],
    fee: ['Cargo mensual', 'Tarifa de inactividad'],
    commission: ['Comisión mensual', 'Comisiones'],
    tax: ['Impuesto', 'Retención fiscal'],
    rebate: ['Rebate', 'Cashback'],
    'deposit fee': ['Comisión por depósito', 'Tarifa por depósito'],
    'withdrawal fee': ['Comisión por retiro', 'Cargo por el retiro'],
  },
  Portuguese: {
    deposit: ['Depósito'],
    withdrawal: ['Saque', 'Levantamento', 'Resgate'],
    transfer: ['Transferência interna'],
    bonus: ['Bônus', 'Bónus'],
    interest: ['Juros'],
    dividend: ['Dividendos'],
    swap: ['Swap', 'Financiamento'],
    fee: ['Taxa de inatividade', 'Tarifa'],
    commission: ['Comissão', 'Comissões'],
    tax: ['Imposto', 'Retenção na fonte'],
    rebate: ['Rebate', 'Cashback'],
    'deposit fee': ['Taxa de depósito', 'Taxa sobre o depósito'],
    'withdrawal fee': ['Taxa de saque', 'Comissão por levantamento'],
  },
  French: {
    deposit: ['Dépôt', 'Versement'],
    withdrawal: ['Retrait', 'RETRAIT'],
    transfer: ['Virement interne', 'Transfert'],
    bonus: ['Bonus'],
    interest: ['Intérêts'],
    dividend: ['Dividende'],
    swap: ['Swap', 'Financement'],
    fee: ["Frais d'inactivité"],
    commission: ['Commission'],
    tax: ['Impôt', 'Retenue à la source'],
    rebate: ['Ristourne', 'Rebate'],
    'deposit fee': ['Frais de dépôt', 'Frais sur le dépôt'],
    'withdrawal fee': ['Frais de retrait', 'Commission pour retrait'],
  },
  Italian: {
    deposit: ['Deposito', 'Versamento'],
    withdrawal: ['Prelievo'],
    transfer: ['Trasferimento interno', 'Bonifico'],
    bonus: ['Bonus'],
    interest: ['Interessi'],
    dividend: ['Dividendo', 'Dividendi'],
    swap: ['Swap', 'Finanziamento'],
    fee: ['Spese'],
    commission: ['Commissione', 'Commissioni'],
    tax: ['Imposta', 'Tassa', 'Ritenuta'],
    rebate: ['Rebate', 'Cashback'],
    'deposit fee': ['Commissione di deposito', 'Spese di versamento'],
    'withdrawal fee': ['Commissione di prelievo', 'Commissione sul prelievo'],
  },
  Polish: {
    deposit: ['Wpłata', 'Depozyt'],
    withdrawal: ['Wypłata', 'WYPŁATA'],
    transfer: ['Przelew wewnętrzny', 'Transfer'],
    bonus: ['Bonus'],
    interest: ['Odsetki'],
    dividend: ['Dywidenda'],
    swap: ['Swap', 'Punkty swapowe'],
    fee: ['Opłata za brak aktywności'],
    commission: ['Prowizja', 'Zwrot prowizji'],
    tax: ['Podatek'],
    rebate: ['Rabat', 'Cashback'],
    'deposit fee': ['Prowizja za wpłatę', 'Opłata od wpłaty'],
    'withdrawal fee': ['Prowizja za wypłatę', 'Opłata od wypłaty'],
  },
  Turkish: {
    deposit: ['Para yatırma', 'PARA YATIRMA'],
    withdrawal: ['Para çekme', 'Para çekim'],
    transfer: ['Havale', 'Hesaplar arası transfer'],
    bonus: ['Bonus'],
    interest: ['Faiz', 'FAİZ'],
    dividend: ['Temettü'],
    swap: ['Swap', 'Finansman'],
    fee: ['Hareketsizlik ücreti', 'İşlem ücreti'],
    commission: ['Komisyon', 'KOMİSYON'],
    tax: ['Vergi', 'Stopaj'],
    rebate: ['Rebate', 'Cashback'],
    'deposit fee': ['Para yatırma ücreti'],
    'withdrawal fee': ['Para çekme ücreti', 'Para çekme komisyonu'],
  },
  Chinese: {
    deposit: ['入金', '存款', '账户充值'],
    withdrawal: ['出金', '取款', '提現'],
    transfer: ['内部转账', '轉帳', '资金划转'],
    bonus: ['赠金', '贈金'],
    interest: ['利息', '息金'],
    dividend: ['股息', '分红', '紅利', '现金派息'],
    swap: ['隔夜利息', '库存费', '掉期'],
    fee: ['管理费', '账户管理費', '手续费'],
    commission: ['佣金'],
    tax: ['预扣税', '預扣稅'],
    rebate: ['返佣', '返现', '回贈'],
    'deposit fee': ['入金手续费', '充值手續費'],
    'withdrawal fee': ['出金手续费', '提现费'],
  },
  Japanese: {
    deposit: ['入金', '口座へ入金'],
    withdrawal: ['出金'],
    transfer: ['資金移動', '口座間振替'],
    bonus: ['ボーナス'],
    interest: ['金利', '利息'],
    dividend: ['配当金'],
    swap: ['スワップ', 'スワップポイント'],
    fee: ['口座維持手数料'],
    commission: ['取引手数料', 'コミッション'],
    tax: ['源泉徴収', '税金'],
    rebate: ['キャッシュバック', 'リベート'],
    'deposit fee': ['入金手数料'],
    'withdrawal fee': ['出金手数料'],
  },
};

const texts = suite('texts of balance rows in the languages of the terminals');

for (const [language, kinds] of Object.entries(languages)) {
  texts(`${language}: every kind is booked as what it is, without a question`, () => {
    const read = (names: readonly Kind[]) =>
      names.flatMap((name) =>
        kinds[name].map((text) => [name, text, ...Object.values(readBooking(row(text)))]),
      );
    const expect = (names: readonly Kind[], kind: string) =>
      names.flatMap((name) => kinds[name].map((text) => [name, text, kind, null]));
    assert.equal(read(flows), expect(flows, 'flow'));
    assert.equal(read(results), expect(results, 'adjustment'));
  });
}

const row = (text: string) => ({ type: 'balance', text }) as const;

texts('a word that means money in or out and a result is asked about', () => {
  // A refund may give back a fee, or a deposit.
  for (const text of ['Refund', 'Reembolso', 'Rimborso', 'Zwrot', 'İade', 'Remise', 'Erstattung']) {
    assert.is(readBooking(row(text)).doubt, 'unknown', text);
  }
});

texts.run();
