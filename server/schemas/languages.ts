/** Languages of pages and widgets, each by its own name. */
export const languageNames = { en: 'English', es: 'Español', de: 'Deutsch' } as const;
export type LanguageCode = keyof typeof languageNames;
export const languageCodes = ['en', 'es', 'de'] as const satisfies readonly LanguageCode[];
