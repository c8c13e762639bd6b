import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { mt5HtmlParts, mt5Rows } from '../../fixtures/statements/mt5.ts';
import type { MadeDeal, MadePosition, MadeReport } from '../../fixtures/statements/mt5-story.ts';
import { importCommand } from '../../pipeline/commands/import.ts';
import { program } from '../support/program.ts';

// Checks that importing a long report takes little memory and finds all of its trades:
//
//     node dist/test/load/long-report.js --megabytes 100
//
// Fails if the importing process was ever larger than --max, or if a trade is missing.

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '100' },
    // Reading takes up to 460 MB. DuckDB takes the rest, for the printed figures.
    max: { type: 'string', default: '650' },
    import: { type: 'string' },
  },
});
/** Bytes of a trade in such a report: its position and its two deals. */
const bytesOfTrade = 1920;

if (values.import === undefined) await measure(Number(values.megabytes), Number(values.max));
else await importOnly(values.import);

async function measure(megabytes: number, max: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'trackrecord-long-report-'));
  try {
    const file = join(directory, 'report.html');
    const trades = Math.round((megabytes * 1e6) / bytesOfTrade);
    write(file, longReport(trades));
    const size = statSync(file).size / 1e6;
    const began = performance.now();
    const node = [...program('test/load/long-report.ts'), '--import', file];
    const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
    const output = await text(child.stdout);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const peak = Number(/^peak (\d+)$/m.exec(output)?.[1]);
    console.log(`${size.toFixed(0)} MB, ${trades} trades: ${seconds} s, at most ${peak} MB`);
    const isWhole = new RegExp(`trades-MT5_3a1-\\d+-\\w+\\.csv: ${trades} rows`).test(output);
    if (!isWhole) console.log(output);
    if (!isWhole || !(peak <= max)) process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function importOnly(file: string): Promise<void> {
  const out = join(file, '..', 'source');
  const io = { stdout: console.log, stderr: console.log };
  process.exitCode = await importCommand(
    {},
    { format: 'auto', file, accountId: 'MT5:1', out, tz: 'NY+7' },
    io,
  );
  console.log(`peak ${Math.round(process.resourceUsage().maxRSS / 1000)}`);
}

function write(file: string, report: MadeReport): void {
  const handle = openSync(file, 'w');
  let held = '\ufeff';
  for (const part of mt5HtmlParts(mt5Rows(report, {}))) {
    held += part;
    if (held.length < 1e6) continue;
    writeSync(handle, Buffer.from(held, 'utf16le'));
    held = '';
  }
  writeSync(handle, Buffer.from(held, 'utf16le'));
  closeSync(handle);
}

/** Makes an account that opens a position each minute, and closes the one from an hour before. */
function longReport(trades: number): MadeReport {
  const deals: MadeDeal[] = [];
  const positions: MadePosition[] = [];
  const start = Date.UTC(2024, 0, 8);
  const deal = (fields: Partial<MadeDeal> & Pick<MadeDeal, 'type' | 'at'>): MadeDeal => {
    const made: MadeDeal = {
      ticket: 7_000_000 + deals.length,
      symbol: '',
      direction: '',
      volume: 0,
      price: '',
      order: null,
      commission: 0,
      fee: 0,
      swap: 0,
      profit: 0,
      comment: '',
      ...fields,
    };
    deals.push(made);
    return made;
  };
  deal({ at: start - 60_000, type: 'balance', profit: 100_000_000, comment: 'Deposit' });
  const waiting: MadePosition[] = [];
  const close = (position: MadePosition, at: number) => {
    const { ticket, symbol, side, volume, opened, openPrice } = position;
    const { profit, price } = deal({
      symbol,
      volume,
      direction: 'out',
      type: side === 'buy' ? 'sell' : 'buy',
      at,
      price: '1.10000',
      order: ticket + 1,
      profit: ((ticket * 7919) % 20_011) - 10_000,
    });
    const part = { position: ticket, symbol, side, volume, opened, openPrice, closed: at };
    position.parts.push({ ...part, closePrice: price, profit, swap: 0 });
    position.left = 0;
  };
  for (let at = 0; at < trades; at++) {
    const opened = start + at * 60_000;
    const side = at % 3 === 0 ? 'sell' : 'buy';
    const symbol = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD.raw'][at % 4] ?? '';
    const volume = 1 + (at % 50);
    const ticket = 20_000_000 + 2 * at;
    deal({
      at: opened,
      type: side,
      direction: 'in',
      symbol,
      volume,
      price: '1.08420',
      order: ticket,
      commission: -7,
      comment: 'a strategy of some name',
    });
    const position: MadePosition = {
      ticket,
      symbol,
      side,
      volume,
      left: volume,
      opened,
      openPrice: '1.08420',
      comment: 'a strategy of some name',
      profit: 0,
      swap: 0,
      parts: [],
    };
    positions.push(position);
    if (waiting.push(position) > 60) close(waiting.shift() as MadePosition, opened + 30_000);
  }
  const end = start + trades * 60_000;
  for (const [at, position] of waiting.entries()) close(position, end + at * 60_000);
  return {
    login: 5_000_001,
    currency: 'USD',
    server: 'Meadow-Server 3',
    broker: 'Meadow & Sons Markets Ltd',
    mode: 'Hedge',
    before: 0,
    deals,
    positions,
  };
}
