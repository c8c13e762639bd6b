/** Languages of pages and widgets, each by its own name. */
export const names = { en: 'English', es: 'Español', de: 'Deutsch' } as const;
export type Code = keyof typeof names;
export const codes = ['en', 'es', 'de'] as const satisfies readonly Code[];
