import type { Heading } from '../../read/cells/html-rows.ts';
import type { StatementHeader } from './header.ts';

const listed = (words: string): Set<string> => new Set(words.split(' '));

/**
 * Words of a heading for the report or the account. A line of only these and the next ones names no
 * broker.
 */
const nouns = listed(
  'account accounts statement report reports demo history confirmation summary activity ' +
    'trades transactions positions orders deals transacciones operaciones transações transaktionen ' +
    'сделки позиции ордера транзакции ' +
    'cuenta estado extracto historial informe demostración demostracion ' +
    'conta extrato relatório relatorio histórico historico demonstração demonstracao ' +
    'conto estratto rapporto storico dimostrativo compte relevé releve rapport historique démo ' +
    'démonstration konto kontoauszug demokonto bericht übungskonto rekening demorekening ' +
    'rachunek rachunku wyciąg raport hesap hesabı выписка отчет отчёт демо счет счёт счета счёта счету счёту ' +
    'демосчет демосчёт история виписка звіт рахунок ' +
    '账户 模拟账户 模拟 对账单 报告 模擬帳戶 帳戶 報告 口座 デモ口座 デモ 報告書 계좌 데모 데모계좌',
);

const besides = listed(
  'closed open working cerradas abiertas fechadas abertas geschlossene offene закрытые открытые ' +
    'daily detailed live monthly my metatrader mt no number of official operations practice ' +
    'real terminal test the trade trades trading training trial un unofficial weekly for ' +
    'de del do da di la el le no non nao não oficial ufficiale officiel réel ' +
    'inoffiziell kein reale özeti raporu по торговый детальный подробный неофициальный ' +
    'неофициальная реальный учебный демонстрационный демонстраційний 交易 取引',
);

const saysDemo =
  /(?<![\p{L}\p{N}])(demo|d[ée]mo(nstration)?|demo(account|konto|rekening)|demostraci[óo]n|demonstra[çc][ãa]o|dimostrativ[oa]|übungskonto|practice account|демо([- ]?сч[её]т)?|демонстрационный|учебный|демонстраційний)(?![\p{L}\p{N}])|模拟|模擬|デモ|데모/iu;

/** Account data of a statement other than figures. */
export interface Mt4Identity {
  /** Empty where no broker is named. */
  broker: string;
  /** True where it is printed, null where it is not. */
  isDemo: true | null;
  /** The first line above the table. */
  heading: string;
}

/**
 * Reads who keeps the account, and whether it is a demo. The first line above the table is the
 * broker, unless it only says what the report is, or whose.
 */
export function readIdentity({ title, lines }: Heading, header: StatementHeader): Mt4Identity {
  const heading = lines[0] ?? '';
  const isDemo = [title, ...lines, header.account, header.name].some((text) => saysDemo.test(text));
  return {
    broker: namesBroker(heading, header) ? heading : '',
    isDemo: isDemo ? true : null,
    heading,
  };
}

const isOneWord = /^\p{L}+[^\p{L}\p{N}]*$/u;

function namesBroker(heading: string, { account, name }: StatementHeader): boolean {
  const words = heading.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isPlain = words.every((word) => nouns.has(word) || besides.has(word));
  const isOfReport =
    isPlain &&
    (words.length === 0 || isOneWord.test(heading) || words.some((word) => nouns.has(word)));
  const isWhose = [account, name].some((text) => text !== '' && text === heading);
  return !isOfReport && !isWhose;
}
