/** A mark of a drawn chart, its place on the screen, and what it shows. */
interface Mark {
  readonly element: Element;
  readonly text: string;
}

/** Distance in pixels within which a pointer reaches a mark. */
const reach = 24;

/**
 * Shows what a mark of a drawn chart shows: at the mouse, after a tap until the next one, and by
 * the arrow keys. Without scripts the browser shows it at the mouse.
 */
export function explainMarks(): void {
  for (const chart of document.querySelectorAll<SVGSVGElement>('svg.still')) {
    const titles = [...chart.querySelectorAll('title')];
    const marks = titles.flatMap((title) => {
      const { parentElement: element, textContent: text } = title;
      title.remove();
      return element === null ? [] : [{ element, text }];
    });
    if (marks.length > 0) explain(chart, marks);
  }
}

function explain(chart: SVGSVGElement, marks: readonly Mark[]): void {
  const host = chart.parentElement;
  if (host === null) return;
  const box = document.createElement('div');
  box.className = 'tooltip';
  box.hidden = true;
  box.ariaHidden = 'true';
  const spoken = document.createElement('output');
  spoken.className = 'sr';
  host.classList.add('explained');
  host.append(box, spoken);
  const title = host.querySelector('figcaption') ?? chart.closest('section')?.querySelector('h2');
  chart.removeAttribute('aria-hidden');
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', title?.textContent ?? '');
  chart.tabIndex = 0;
  let present = -1;
  const show = (at: number): void => {
    const mark = marks[at];
    marks[present]?.element.classList.remove('present');
    present = mark === undefined ? -1 : at;
    box.hidden = mark === undefined;
    if (mark === undefined) return;
    mark.element.classList.add('present');
    box.textContent = mark.text;
    placeBox(box, host, mark.element.getBoundingClientRect());
  };
  const point = ({ clientX, clientY }: PointerEvent): void => {
    show(nearest(marks, clientX, clientY));
  };
  chart.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(event);
  });
  chart.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') show(-1);
  });
  chart.addEventListener('pointerup', point);
  chart.addEventListener('blur', () => show(-1));
  chart.addEventListener('keydown', (event) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: present + 1,
      ArrowLeft: present < 0 ? marks.length - 1 : present - 1,
      Home: 0,
      End: marks.length - 1,
    };
    const next = event.key === 'Escape' ? -1 : steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(Math.max(-1, Math.min(next, marks.length - 1)));
    spoken.textContent = marks[present]?.text ?? '';
  });
}

/** Returns the index of the mark nearest to a point of the screen, or -1 if all are too far. */
function nearest(marks: readonly Mark[], x: number, y: number): number {
  let [found, least] = [-1, reach];
  for (const [at, { element }] of marks.entries()) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const across = Math.max(left - x, 0, x - right);
    const along = Math.max(top - y, 0, y - bottom);
    // A low bar is meant by all of the height above it.
    const distance = Math.hypot(across, along / 8);
    if (distance >= least) continue;
    [found, least] = [at, distance];
  }
  return found;
}

/** Places the box above a mark, within its host. */
function placeBox(box: HTMLElement, host: HTMLElement, mark: DOMRect): void {
  const frame = host.getBoundingClientRect();
  const middle = (mark.left + mark.right) / 2 - frame.left - box.offsetWidth / 2;
  box.style.left = `${Math.max(0, Math.min(middle, frame.width - box.offsetWidth))}px`;
  box.style.top = `${Math.max(0, mark.top - frame.top - box.offsetHeight - 6)}px`;
}
