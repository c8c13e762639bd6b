import type { InService, LocalCopy, SharedState } from '../snapshot/in-service.ts';
import type { Held } from '../store/pointer.ts';

/** What machines share, as `status` tells it, a fact a line. */
export const sharedLines = ({ store, accounts, calendar, copies }: SharedState): string[] => [
  `store: ${store}`,
  `in service: ${inServiceWords(accounts)}`,
  `publishing: ${accounts.lease === null ? 'nobody' : leaseWords(accounts.lease)}`,
  ...(calendar.serial === 0 ? [] : [`calendar in service: ${inServiceWords(calendar)}`]),
  ...(calendar.lease === null ? [] : [`has the calendar: ${leaseWords(calendar.lease)}`]),
  ...copies.map(copyLine),
];

const inServiceWords = ({ serial, version, program, age_seconds: age }: InService): string =>
  serial === 0
    ? 'nothing yet'
    : `serial ${serial}, version ${version}, published by trackrecord ${program}, confirmed ${age} s ago`;

const leaseWords = ({ holder, seconds }: Held): string =>
  `${holder}, for another ${Math.ceil(seconds)} s unless it renews`;

const owners = { runs: 'of runs here', server: "of the server's copy here" } as const;

function copyLine({ of, serial, version, behind }: LocalCopy): string {
  const distance =
    behind > 0
      ? `${behind} ${behind === 1 ? 'publication' : 'publications'} behind`
      : behind === 0
        ? 'up to date'
        : 'ahead of PostgreSQL, which was put back';
  return `${owners[of]}: serial ${serial}, version ${version}, ${distance}`;
}
