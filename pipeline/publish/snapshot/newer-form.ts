import { CommandError } from '../../base/errors.ts';

/** What has a published form: a program, a version, a row of the pointer. */
interface Formed {
  readonly form: number;
}

/** Throws where this program is older than the one that has published: it would take back what changed since. */
export function refuseNewerForm(
  published: string,
  { form }: Formed,
  own: Formed,
  goBack: string,
): void {
  if (!(form > own.form)) return;
  throw new CommandError(
    `${published} was published by a newer trackrecord, in form ${form}, and this one writes form ${own.form}; install the newer one here, or ${goBack}`,
  );
}

/** How all machines go back to this program. */
export const setFormBack = ({ form }: Formed): string =>
  `where all machines are to go back, set form of published_pointer to ${form}`;

/** How one machine goes back to this program. */
export const rollFormBack = 'to go back, roll back to a version that this one has written';
