import type { Page } from 'playwright-core';

/** Position of a chart's line: 0 is the top of its plot, 1 the bottom. */
export interface DrawnLine {
  readonly title: string;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Makes a page remember the points of every line that it draws. Call it before the page is opened.
 */
export async function recordLines(page: Page): Promise<void> {
  await page.addInitScript(`{
    const points = new WeakMap();
    const strokes = new WeakMap();
    const { lineTo } = Path2D.prototype;
    Path2D.prototype.lineTo = function (x, y) {
      points.set(this, [...(points.get(this) ?? []), [x, y]]);
      return lineTo.call(this, x, y);
    };
    const { clearRect, stroke } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      strokes.set(this.canvas, []);
      return clearRect.apply(this, box);
    };
    CanvasRenderingContext2D.prototype.stroke = function (...path) {
      const drawn = points.get(path[0]);
      if (drawn) strokes.set(this.canvas, [...(strokes.get(this.canvas) ?? []), ...drawn]);
      return stroke.apply(this, path);
    };
    window.drawnLines = () => [...document.querySelectorAll('.uplot')].map((plot) => {
      const canvas = plot.querySelector('canvas').getBoundingClientRect();
      const box = plot.querySelector('.u-over').getBoundingClientRect();
      const [left, top] = [box.left - canvas.left, box.top - canvas.top];
      const heights = strokes.get(plot.querySelector('canvas'))
        .map(([x, y]) => [x / devicePixelRatio - left, (y / devicePixelRatio - top) / box.height])
        // A step at the left edge comes from a value outside the range.
        .filter(([x], at, all) => (x >= 1 || x >= 0 && !(Math.abs(all[at + 1]?.[0] - x) < 1)) && x <= box.width)
        .map(([, y]) => y);
      const title = plot.parentElement.className;
      return { title, top: Math.min(...heights), bottom: Math.max(...heights) };
    });
  }`);
}

/** Returns the lines that a page's charts draw now. */
export const drawnLines = async (page: Page): Promise<DrawnLine[]> =>
  JSON.parse(String(await page.evaluate('JSON.stringify(window.drawnLines())')));
