import { type ChartSpan, isoDay, secondsOf } from '../charts/rebase.ts';

/** Shows the range of the date fields below the chart, and writes the shown range into them. */
export function followDateFields(show: (span: ChartSpan) => void) {
  const form = document.querySelector<HTMLFormElement>('#span');
  const fields = [...(form?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [])];
  form?.addEventListener('change', () => {
    const [from = Number.NaN, to = Number.NaN] = fields.map(({ value }) => secondsOf(value));
    if (from < to) show({ from, to });
  });
  return {
    note({ from, to }: ChartSpan): void {
      for (const [at, seconds] of [from, to].entries()) {
        const field = fields[at];
        if (field) field.value = isoDay(seconds);
      }
    },
  };
}
