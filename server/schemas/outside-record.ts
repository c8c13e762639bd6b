/** Says that none of the days asked for is in the record, in the words of the API and of pages. */
export const outsideRecord = (first: string, last: string): string =>
  `None of these days is in the record, which goes from ${first} to ${last}. Choose days within it.`;
