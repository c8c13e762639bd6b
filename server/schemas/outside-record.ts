/** Says that no requested day is in the record, for the API and for pages. */
export const outsideRecord = (first: string, last: string): string =>
  `None of these days is in the record, which goes from ${first} to ${last}. Choose days within it.`;
