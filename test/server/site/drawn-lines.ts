import type { Page } from 'playwright-core';

/** Lines and labels of a plot, in pixels of its canvas. */
export interface DrawnPlot {
  readonly title: string;
  /** Pixels of the canvas for one of the page. */
  readonly ratio: number;
  readonly width: number;
  /** Place of the lines within the canvas. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  /** Points of each line. */
  readonly lines: readonly (readonly (readonly [x: number, y: number])[])[];
  /** Labels, each with its point and both ends. */
  readonly texts: readonly (readonly [
    ...[text: string, x: number, y: number],
    ...[from: number, to: number],
  ])[];
}

/** Makes a page remember what its charts draw. Call it before the page is opened. */
export async function recordPlots(page: Page): Promise<void> {
  await page.addInitScript(`{
    const points = new WeakMap();
    const drawn = new WeakMap();
    const on = (canvas) => drawn.get(canvas) ?? drawn.set(canvas, { lines: [], texts: [] }).get(canvas);
    const { lineTo } = Path2D.prototype;
    Path2D.prototype.lineTo = function (x, y) {
      if (!points.has(this)) points.set(this, []);
      points.get(this).push([x, y]);
      return lineTo.call(this, x, y);
    };
    const { clearRect, stroke, fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      drawn.delete(this.canvas);
      return clearRect.apply(this, box);
    };
    CanvasRenderingContext2D.prototype.stroke = function (...path) {
      if (points.has(path[0])) on(this.canvas).lines.push(points.get(path[0]));
      return stroke.apply(this, path);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const { a, b, c, d, e, f } = this.getTransform();
      const [left, top] = [a * x + c * y + e, b * x + d * y + f];
      const { width } = this.measureText(text);
      const from = left - ({ left: 0, right: width }[this.textAlign] ?? width / 2);
      if (text !== '') on(this.canvas).texts.push([text, left, top, from, from + width]);
      return fillText.call(this, text, x, y);
    };
    window.drawnPlots = () => [...document.querySelectorAll('.uplot')].map((plot) => {
      const canvas = plot.querySelector('canvas');
      const [outer, inner] = [canvas, plot.querySelector('.u-over')].map((part) => part.getBoundingClientRect());
      const ratio = canvas.width / outer.width;
      const box = {
        left: (inner.left - outer.left) * ratio,
        top: (inner.top - outer.top) * ratio,
        width: inner.width * ratio,
        height: inner.height * ratio,
      };
      return { title: plot.parentElement.className, ratio, width: canvas.width, box, ...on(canvas) };
    });
  }`);
}

/** Returns what a page's charts draw now. */
export const drawnPlots = async (page: Page): Promise<DrawnPlot[]> =>
  JSON.parse(String(await page.evaluate('JSON.stringify(window.drawnPlots())')));

/** Position of a chart's lines: 0 is the top of its plot, 1 the bottom. */
export interface DrawnLine {
  readonly title: string;
  readonly top: number;
  readonly bottom: number;
}

/** Returns how high the lines are that a page's charts draw now. */
export const drawnLines = async (page: Page): Promise<DrawnLine[]> =>
  (await drawnPlots(page)).map(({ title, ratio, box, lines }) => {
    const points = lines.flat().map(([x, y]) => [(x - box.left) / ratio, y] as const);
    // A step at the left edge comes from a value outside the range.
    const isStep = (x: number, next: number | undefined) =>
      x < 1 && next !== undefined && Math.abs(next - x) < 1;
    const heights = points
      .filter(([x], at) => x >= 0 && x <= box.width / ratio && !isStep(x, points[at + 1]?.[0]))
      .map(([, y]) => (y - box.top) / box.height);
    return { title, top: Math.min(...heights), bottom: Math.max(...heights) };
  });
