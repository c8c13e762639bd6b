import type { Words } from '../language/en.ts';

/** What is read of the calendar's answer. */
export interface CalendarEvent {
  readonly ts: number;
  readonly time: string;
  readonly currency: string;
  readonly impact: string;
  readonly title: string;
  readonly forecast: string;
  readonly previous: string;
  readonly actual: string;
}

export interface Answer {
  readonly events: readonly CalendarEvent[];
}

/** What the page is worded with. */
export type CalendarWords = Words['calendar'] & Pick<Words, 'format'>;
