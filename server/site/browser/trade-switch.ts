import type { ChartSpan } from '../charts/rebase.ts';
import { type Format, fillText } from '../language/format.ts';
import type { ChartWords } from './chart-words.ts';
import { byDay, loadTrades, type MarkedTrade, maxMarked } from './trade-marks.ts';

/** Most trades that the tooltip of a day lists. */
const maxListed = 5;

/**
 * Creates the switch that marks closed trades on the chart. Its button is null if the page does not
 * list trades.
 */
export function createTradeMarks(
  host: HTMLElement,
  words: ChartWords,
  format: Format,
  redraw: () => void,
) {
  const file = host.dataset.trades;
  const note = document.createElement('p');
  note.className = 'key';
  note.setAttribute('role', 'status');
  let days: ReadonlyMap<number, readonly MarkedTrade[]> = new Map();
  let isOn = false;
  let span: ChartSpan | null = null;
  let loading = new AbortController();

  const load = async (): Promise<void> => {
    loading.abort();
    if (file === undefined || span === null || !isOn) return;
    loading = new AbortController();
    const { signal } = loading;
    const trades = await loadTrades(file, span, signal).catch(() => null);
    if (signal.aborted) return;
    days = byDay(trades ?? []);
    note.textContent = noteOf(trades, words, format);
    redraw();
  };
  const toggle = (isPressed: boolean): void => {
    isOn = isPressed;
    days = new Map();
    note.textContent = '';
    if (!note.isConnected) host.append(note);
    void load();
    if (!isOn) redraw();
  };
  return {
    button: file === undefined ? null : switchOf(words, toggle),
    /** Trades that are marked now, by day in seconds. */
    byDay: () => days,
    /** Loads the trades of a range of days, if the switch is on. */
    load(chosen: ChartSpan): void {
      span = chosen;
      void load();
    },
    /** Lines of the tooltip for the trades that closed on a day. */
    rowsOn: (day: number, currency: string | null) =>
      rowsOf(days.get(day) ?? [], currency, words, format),
  };
}

function switchOf(words: ChartWords, toggle: (isPressed: boolean) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.trades;
  button.title = words.markTrades;
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => {
    const isPressed = button.getAttribute('aria-pressed') === 'false';
    button.setAttribute('aria-pressed', String(isPressed));
    toggle(isPressed);
  });
  return button;
}

/** Says which trades are marked; empty if all of the range are. Null means that reading failed. */
function noteOf(trades: readonly MarkedTrade[] | null, words: ChartWords, format: Format): string {
  if (trades === null) return words.markingFailed;
  if (trades.length === 0) return words.markedNone;
  if (trades.length < maxMarked) return '';
  return fillText(words.markedNewest, { count: format.count(maxMarked) });
}

function rowsOf(
  closed: readonly MarkedTrade[],
  currency: string | null,
  words: ChartWords,
  format: Format,
): string[] {
  const lines = closed.slice(0, maxListed).map(({ symbol, side, net_profit }) => {
    const result = `${format.signedAmount(net_profit, currency)} ${currency ?? ''}`;
    return `${side === 'buy' ? words.buy : words.sell} ${symbol} ${result}`;
  });
  const more = closed.length - lines.length;
  return more > 0 ? [...lines, `+ ${format.count(more)}`] : lines;
}
