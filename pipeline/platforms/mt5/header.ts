import type { TableRow } from '../../read/cells/html-rows.ts';
import { parseDecimal } from '../../read/decimals.ts';
import { readServerTime } from '../../read/times.ts';

/** Data above the tables of a report; empty if they are not printed. */
export interface ReportHeader {
  account: string;
  name: string;
  currency: string;
  server: string;
  leverage: string;
  broker: string;
  /** Null where it is not said. */
  isDemo: boolean | null;
  mode: 'hedge' | 'netting' | null;
  /** The clock of the computer that saved the report. */
  saved: number | null;
  /** Initial deposit in the strategy tester; null in reports of accounts. */
  deposit: string | null;
}

/**
 * Account line, such as `100009 (USD, Some-Server, real, Hedge)`. Reports of other programs have
 * only the number.
 */
const accountForm = /^(\d{3,20})(?:\s*\((.*)\))?$/;

/**
 * Gathers the rows above the tables by what their values look like, since their names are
 * translated.
 */
export function createHeaderReader(): { read(row: TableRow): void; header: ReportHeader } {
  const header: ReportHeader = {
    account: '',
    name: '',
    currency: '',
    server: '',
    leverage: '',
    broker: '',
    isDemo: null,
    mode: null,
    saved: null,
    deposit: null,
  };
  const values: string[] = [];
  return {
    header,
    read({ cells }) {
      const [name, value, ...others] = cells.filter(({ isHidden }) => !isHidden);
      if (name?.column !== 0 || value === undefined || others.length > 0) return;
      values.push(value.text);
      const account = accountForm.exec(value.text);
      if (header.account === '' && account !== null) {
        Object.assign(header, { account: account[1], ...describedBy(account[2] ?? '') });
      } else if (header.saved === null && readServerTime(value.text) !== null) {
        header.saved = readServerTime(value.text);
      } else if (header.account !== '') header.broker ||= value.text;
      else Object.assign(header, testedWith(values));
      if (header.account === '') header.name ||= value.text;
    },
  };
}

/** Returns the number of an account line below the tables; undefined for any other row. */
export function numberBelow({ cells }: TableRow): string | undefined {
  const [name, value, ...others] = cells.filter(({ isHidden }) => !isHidden);
  if (name?.column !== 0 || value === undefined || others.length > 0) return undefined;
  const [, number, described] = accountForm.exec(value.text) ?? [];
  return described === undefined ? undefined : number;
}

/** Broker, currency, initial deposit and leverage, as the settings of the strategy tester end. */
function testedWith(values: readonly string[]): Partial<ReportHeader> {
  const [broker = '', currency = '', printed = '', last = ''] = values.slice(-4);
  const leverage = /^1\s*:\s*(\d+)$/.exec(last)?.[1];
  const deposit = parseDecimal(printed);
  if (leverage === undefined || deposit === null || !/^[A-Z]{3,5}$/.test(currency)) return {};
  return { broker, currency, deposit, leverage, isDemo: true };
}

/** Reads the text after an account's number: a currency first, then other data in any order. */
function describedBy(text: string): Partial<ReportHeader> {
  const [currency = '', ...parts] = text.split(',').map((part) => part.trim());
  const described: Partial<ReportHeader> = {};
  if (/^[A-Z][A-Z0-9]{1,11}$/i.test(currency)) described.currency = currency.toUpperCase();
  for (const part of parts) {
    const leverage = /^1\s*:\s*(\d+)$/.exec(part)?.[1];
    if (leverage !== undefined) described.leverage = leverage;
    else if (/^(demo|contest)$/i.test(part)) described.isDemo = true;
    else if (/^real$/i.test(part)) described.isDemo = false;
    else if (/^hedg(e|ing)$/i.test(part)) described.mode = 'hedge';
    else if (/^(netting|exchange)$/i.test(part)) described.mode = 'netting';
    else described.server ??= part;
  }
  return described;
}
