// Null conditions shared by figures in several files.
export const noTrades = 'no trade was closed';
export const noData = 'the account has never sent data';
export const noPips = 'no trade has a known pip size';
