import { CommandError } from '../../base/errors.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';

/** Program, version or pointer row that has a published form. */
interface HasForm {
  readonly form: number;
}

/** Throws if a newer program has published: this older one would undo its changes. */
export function refuseNewerForm(
  published: CodedReason,
  { form }: HasForm,
  program: HasForm,
  goBack: CodedReason,
): void {
  if (!(form > program.form)) return;
  const forms = { form, own: program.form };
  throw new CommandError(
    makeReason('run_newer_form', { what: published, ...forms, advice: goBack }),
  );
}

/** Returns the advice for moving all machines back to this program. */
export const setFormBack = ({ form }: HasForm): CodedReason =>
  makeReason('run_set_form_back', { form });

/** Advice for moving a single machine back to this program. */
export const rollFormBack = makeReason('run_roll_form_back');
