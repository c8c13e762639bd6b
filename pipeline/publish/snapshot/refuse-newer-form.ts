import { CommandError } from '../../base/errors.ts';

/** Program, version or pointer row that has a published form. */
interface HasForm {
  readonly form: number;
}

/** Throws if a newer program has published: this older one would undo its changes. */
export function refuseNewerForm(
  published: string,
  { form }: HasForm,
  program: HasForm,
  goBack: string,
): void {
  if (!(form > program.form)) return;
  throw new CommandError(
    `${published} was published by a newer trackrecord, in form ${form}, and this one writes form ${program.form}; install the newer one here, or ${goBack}`,
  );
}

/** Returns the advice for moving all machines back to this program. */
export const setFormBack = ({ form }: HasForm): string =>
  `to go back on all machines, set form in published_pointer to ${form}`;

/** Advice for moving a single machine back to this program. */
export const rollFormBack = 'to keep this one, roll back to a version that it has written';
