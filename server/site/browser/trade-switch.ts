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
  const button = file === undefined ? null : document.createElement('button');

  const load = async (): Promise<void> => {
    loading.abort();
    if (file === undefined || span === null || !isOn) return;
    loading = new AbortController();
    const { signal } = loading;
    try {
      const trades = await loadTrades(file, span, signal);
      if (signal.aborted) return;
      days = byDay(trades);
      note.textContent =
        trades.length === 0
          ? words.markedNone
          : trades.length === maxMarked
            ? fillText(words.markedNewest, { count: format.count(maxMarked) })
            : '';
    } catch {
      if (signal.aborted) return;
      days = new Map();
      note.textContent = words.markingFailed;
    }
    redraw();
  };
  if (button !== null) {
    button.type = 'button';
    button.textContent = words.trades;
    button.title = words.markTrades;
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      isOn = !isOn;
      button.setAttribute('aria-pressed', String(isOn));
      days = new Map();
      note.textContent = '';
      if (!note.isConnected) host.append(note);
      void load();
      if (!isOn) redraw();
    });
  }
  return {
    button,
    /** Trades that are marked now, by day in seconds. */
    byDay: () => days,
    /** Loads the trades of a range of days, if the switch is on. */
    load(chosen: ChartSpan): void {
      span = chosen;
      void load();
    },
    /** Lines of the tooltip for the trades that closed on a day. */
    rowsOn(day: number, currency: string | null): string[] {
      const closed = days.get(day) ?? [];
      const lines = closed.slice(0, maxListed).map(({ symbol, side, net_profit }) => {
        const result = `${format.signedAmount(net_profit, currency)} ${currency ?? ''}`;
        return `${side === 'buy' ? words.buy : words.sell} ${symbol} ${result}`;
      });
      const more = closed.length - lines.length;
      return more > 0 ? [...lines, `+ ${format.count(more)}`] : lines;
    },
  };
}
