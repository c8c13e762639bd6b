import type { Words } from '../../language/words.ts';

/** Event of the calendar's response. */
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

/** Texts of the calendar page. */
export type CalendarWords = Words['calendar'] & Pick<Words, 'format'>;
