import type uPlot from 'uplot';
import type { ChartSpan } from '../charts/rebase.ts';

// Touch and keyboard input of charts; uPlot itself follows the mouse.

/** Moves the cursor of a plot, and of those that are synchronised with it, to a day. */
function pointAt(plot: uPlot, index: number): void {
  const at = plot.data[0]?.[index];
  if (at === undefined) return;
  plot.setCursor({ left: plot.valToPos(at, 'x'), top: plot.over.clientHeight / 2 });
}

/** Reads values under a finger that moves sideways; up and down still scrolls the page. */
export function followTouch(plot: uPlot): void {
  const readTouch = ({ touches }: TouchEvent): void => {
    const touch = touches[0];
    if (touch === undefined || touches.length > 1) return;
    const left = touch.clientX - plot.over.getBoundingClientRect().left;
    pointAt(plot, plot.posToIdx(left));
  };
  plot.over.style.touchAction = 'pan-y';
  plot.over.addEventListener('touchstart', readTouch, { passive: true });
  plot.over.addEventListener('touchmove', readTouch, { passive: true });
  // Browsers send the events of a mouse after a tap, and those hide the values again.
  plot.over.addEventListener('touchend', (event) => event.cancelable && event.preventDefault());
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -20,
  PageDown: 20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Makes a chart focusable; the arrow keys move the cursor by days within the shown range. */
export function followKeys(
  figure: HTMLElement,
  plotNow: () => uPlot | undefined,
  shown: () => ChartSpan,
  days: readonly number[],
  leave: () => void,
): void {
  figure.tabIndex = 0;
  figure.setAttribute('role', 'group');
  figure.addEventListener('blur', leave);
  figure.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return leave();
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { from, to } = shown();
    const first = days.findIndex((day) => day >= from);
    const last = days.findLastIndex((day) => day <= to);
    const plot = plotNow();
    const present = plot?.cursor.idx ?? last + 1;
    if (plot) pointAt(plot, Math.min(last, Math.max(first, present + step)));
  });
}
