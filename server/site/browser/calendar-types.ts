import type { Words } from '../language/en.ts';

/** What is read of the calendar's answer. */
export interface ShownEvent {
  readonly ts: number;
  readonly time: string;
  readonly currency: string;
  readonly impact: string;
  readonly title: string;
  readonly forecast: string;
  readonly previous: string;
  readonly actual: string;
}

export interface CalendarEvents {
  readonly events: readonly ShownEvent[];
}

/** What the page is worded with. */
export type CalendarWords = Words['calendar'] & Pick<Words, 'format'>;
