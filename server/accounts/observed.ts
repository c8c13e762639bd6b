/**
 * Largest share of late trades, in percent, of a record that counts as watched. Above it, pages
 * mark no day on the chart, and no search finds the record by its observed months.
 */
export const mostLatePercent = 10;
