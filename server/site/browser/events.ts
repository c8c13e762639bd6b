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

export const impactLabels: Readonly<Record<string, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  holiday: 'Holiday',
};
