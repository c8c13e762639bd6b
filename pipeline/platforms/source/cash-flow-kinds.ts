export type CashFlowKind = 'flow' | 'adjustment' | 'credit';

/** Texts of one broker or archive, each with an example. They count before any word. */
const texts: readonly { pattern: RegExp; kind: ReadText['kind']; seen: string }[] = [
  { pattern: /^summary trade result/i, kind: 'adjustment', seen: 'Summary trade result Q4 2013' },
  { pattern: /^summary balance result/i, kind: 'flow', seen: 'Summary balance result 2013' },
  { pattern: /^Intr(Fr|To)\b/, kind: 'flow', seen: 'IntrTo 4571918 38388902' },
  { pattern: /^(adjustment|correction)$/i, kind: 'flow', seen: 'ADJUSTMENT' },
  { pattern: /^AB sp\b/, kind: 'flow', seen: 'AB sp 38477510' },
  { pattern: /^[DW]ByWT/i, kind: 'flow', seen: 'DByWT(PayType[Ips])' },
  { pattern: /^[DW]-trial-/, kind: 'flow', seen: 'D-trial-USD-INT-e009a18af70d' },
];

interface Words {
  /** Money that moves: deposits, withdrawals, transfers. */
  flow: string;
  /** Results: interest, dividends, financing, fees, taxes, rebates. */
  result: string;
  /** A fee that is charged for a deposit or withdrawal. */
  fee?: string;
}

/** Words of balance rows by language, as in `docs/balance-texts.md`. */
const words: Readonly<Record<string, Words>> = {
  en: {
    flow: 'deposit(?:s|ed)?|withdrawals?|withdraw|(?:account_)?transfer(?:s|red)?|bonus(?:es)?',
    result:
      'dividends?|interest|financing|swaps?|rollover|fees?|commissions?|charges?|tax(?:es)?|rebates?|cash ?back|compensation|slippage',
    fee: '(?:deposit|withdrawal|transfer) (?:fees?|commissions?|charges?|tax)|(?:fees?|commissions?|charges?) (?:for|on)',
  },
  ru: {
    flow: 'пополнени[ея]|депозит|внесени[ея]|ввод|вывод|снятие|списание средств|зачисление|перевод(?:ы|а)?|бонус(?:ы|ов|а)?',
    result:
      'дивиденд(?:ы|ов|а)?|процент(?:ы|ов)?|своп(?:ы|ов|а)?|комисси[яийю]|сбор|плата|налог(?:и|а)?|компенсация|возврат комиссии|р[еи]бейт|кэшб[эе]к',
    fee: '(?:комисси[яию]|сбор|плата) (?:за|при)',
  },
  // The last part of a German word says what it is: Quellensteuer is a tax.
  de: {
    flow: '\\p{L}*(?:einzahlung(?:en)?|auszahlung(?:en)?|überweisung|übertrag|umbuchung|abhebung)',
    result:
      '\\p{L}*(?:dividenden?|zins(?:en|gutschrift)?|finanzierung|kosten|gebühr(?:en)?|kommission(?:en)?|provision(?:en)?|steuern?|rückvergütung)',
    fee: '(?:gebühr(?:en)?|kommission|provision) (?:für|auf|der)',
  },
  es: {
    flow: 'depósitos?|deposito|ingreso|retiros?|retirada|reintegro|transferencias?|abono|bono|bonificación',
    result:
      'dividendos?|intereses|interés|financiación|comisi(?:ón|on|ones)|cargos?|tasas?|tarifas?|impuestos?|retención|compensación',
    fee: '(?:comisi(?:ón|on|ones)|cargos?|tasas?|tarifas?) (?:por|de|sobre) (?:el |la )?(?:depósito|deposito|retiro|retirada|transferencia)',
  },
  pt: {
    flow: 'depósitos?|saques?|levantamentos?|resgate|transferências?|retirada|b[ôó]nus',
    result: 'dividendos?|juros|financiamento|comiss(?:ão|ões)|taxas?|tarifas?|impostos?|retenção',
    fee: '(?:comissão|taxa|tarifa) (?:por|de|sobre) (?:o |a )?(?:depósito|saque|levantamento|transferência)',
  },
  fr: {
    flow: 'dépôts?|versements?|retraits?|virements?|transferts?',
    result: 'dividendes?|intérêts?|financement|frais|commissions?|taxes?|impôts?|retenue|ristourne',
    fee: '(?:frais|commission) (?:de|sur|pour) (?:le )?(?:dépôt|retrait|virement|transfert)',
  },
  it: {
    flow: 'depositi|deposito|versament[oi]|preliev[oi]|bonific[oi]|trasferiment[oi]',
    result:
      'dividend[oi]|interessi|finanziamento|commission[ei]|spese|tass[ae]|impost[ae]|ritenut[ae]',
    fee: '(?:commission[ei]|spese) (?:di|per|sul) (?:il )?(?:deposito|versamento|prelievo|bonifico)',
  },
  pl: {
    flow: 'wpłat[aęy]|depozyt|wypłat[aęy]|przelew|transfer',
    result:
      'dywidend[ay]|odsetki|finansowanie|swap|punkty swapowe|prowizj[aei]|opłat[ay]|podatek|podatki|rabat',
    fee: '(?:prowizja|opłata) (?:za|od)',
  },
  tr: {
    flow: 'para yatırma|yatırım|yatırma|para çekme|çekim|çekme|havale|transfer',
    result: 'temettü|faiz|finansman|swap|komisyon(?:u)?|ücret(?:i)?|vergi(?:si)?|stopaj',
    fee: '(?:yatırma|çekme|havale|transfer) (?:ücreti|komisyonu)',
  },
  // These write without blanks between words. Chinese is here in both scripts.
  zh: {
    flow: '入金|出金|存款|取款|提款|转账|轉賬|轉帳|划转|充值|提现|提現|赠金|贈金',
    result:
      '股息|红利|紅利|股利|分红|派息|利息|息金|隔夜|库存费|庫存費|掉期|手续费|手續費|佣金|费|費|税|稅|返佣|返现|回赠|回贈',
    fee: '(?:入金|出金|存款|取款|提款|转账|轉帳|充值|提现|提現)(?:的)?(?:手续|手續)?[费費]',
  },
  ja: {
    flow: '入金|出金|振込|振替|送金|資金移動|ボーナス',
    result: '配当|利息|金利|スワップ|手数料|コミッション|税|源泉徴収|キャッシュバック|リベート',
    fee: '(?:入金|出金|振込|送金)手数料',
  },
};

const unspaced = ['zh', 'ja'];

/** Matches any of the words of all languages, where it is a word of its own. */
function matcherOf(field: keyof Words): RegExp {
  const all = Object.entries(words).flatMap(([language, of]) => {
    const word = of[field];
    if (word === undefined) return [];
    return unspaced.includes(language) ? [word] : [`(?<!\\p{L})(?:${word})(?!\\p{L})`];
  });
  return new RegExp(spelt(all.join('|')), 'iu');
}

/** Writes all kinds of `i` as one: small and large letters of Turkish ones don't match. */
const spelt = (text: string): string => text.normalize('NFC').replace(/[İı]/g, 'i');

const matchers = {
  flow: matcherOf('flow'),
  result: matcherOf('result'),
  fee: matcherOf('fee'),
} as const;

/** Kind of a balance row by its text, and why it may be wrong. */
export interface ReadText {
  readonly kind: 'flow' | 'adjustment';
  /** The text should be checked: no word is known, or it has words of a flow and of a cost. */
  readonly doubt: 'unknown' | 'both' | null;
}

/**
 * Reads the text of a balance row. Words of a flow win over words of a cost, as in `Deposit to swap
 * free account`, unless a fee is charged for the flow, as in `Withdrawal fee`. An unknown text is a
 * flow.
 */
export function readBalanceText(printed: string): ReadText {
  const text = spelt(printed).replaceAll('_', ' ');
  const known = texts.find(({ pattern }) => pattern.test(printed));
  if (known !== undefined) return { kind: known.kind, doubt: null };
  if (matchers.fee.test(text)) return { kind: 'adjustment', doubt: null };
  const [isFlow, isResult] = [matchers.flow.test(text), matchers.result.test(text)];
  if (isFlow) return { kind: 'flow', doubt: isResult ? 'both' : null };
  return isResult ? { kind: 'adjustment', doubt: null } : { kind: 'flow', doubt: 'unknown' };
}

/** Row that moves money without a trade. */
export interface BalanceBooking {
  readonly type: 'balance' | 'credit';
  readonly text: string;
  /** Word that the row prints for its type, such as `Withdrawal`; empty if it prints no type. */
  readonly action?: string;
}

/** Answers about a text. `unknown` leaves its rows as they are read. */
export const textAnswers = ['flow', 'adjustment', 'unknown'] as const;
export type TextAnswer = (typeof textAnswers)[number];

/** Answers by the keys of texts. */
export type TextAnswers = Readonly<Record<string, TextAnswer>>;

const maxKey = 100;

/**
 * Returns the key of a text; a key is its own key. Texts that differ only in numbers, such as `Fee
 * 17`, have one.
 */
export const textKey = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{N}+/gu, '#')
    .replaceAll(/\s+/g, ' ')
    .trimStart()
    .slice(0, maxKey)
    .trimEnd();

/** Returns the answer to a text; null without one. */
export const answerTo = (text: string, answers: TextAnswers): TextAnswer | null =>
  Object.hasOwn(answers, textKey(text)) ? (answers[textKey(text)] ?? null) : null;

/** Reads a row by its text, and by its type if it has no text or an unknown one. */
export function readBooking({ text, action = '' }: BalanceBooking): ReadText {
  const read = readBalanceText(text);
  if (read.doubt !== 'unknown') return read;
  const byType = readBalanceText(action);
  return byType.doubt === 'unknown' && text.trim() !== '' ? read : { ...byType, doubt: null };
}

/** Returns the key of a row's text if only an owner can say what it is; else an empty text. */
export const keyInDoubt = (booking: BalanceBooking): string =>
  booking.type === 'balance' && readBooking(booking).doubt !== null ? textKey(booking.text) : '';

/** Returns the kind of a row. An answer counts for texts that are in doubt. */
export function cashFlowKind(booking: BalanceBooking, answers: TextAnswers = {}): CashFlowKind {
  if (booking.type === 'credit') return 'credit';
  const { kind, doubt } = readBooking(booking);
  const answer = doubt === null ? null : answerTo(booking.text, answers);
  return answer === null || answer === 'unknown' ? kind : answer;
}
