import { isTimezone } from '../../pipeline/base/timezone-names.ts';
import { textAnswers } from '../../pipeline/platforms/source/cash-flow-kinds.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { actorOf, decideAsOwner, NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import { noteAnswers } from '../../pipeline/registry/withdrawals.ts';
import type { Correction } from '../../pipeline/statements/corrected-rows.ts';
import { typeOf } from '../../pipeline/statements/placed.ts';
import { isCurrency } from '../../sql/raw/currencies.ts';
import { readOwnAccount } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { type CorrectionValues, correctionPage, previewPage } from './pages/corrections.ts';

/** Shows the form that corrects what the statements of an account say. */
export async function askToCorrect(request: SignedInRequest): Promise<Reply> {
  const { own, target, values } = await correctedIn(request);
  const { statements } = await request.services.statements.effectOf(target, {});
  const answers = await answersIn(request, target.accountId);
  return { page: correctionPage(request, own.account, values, statements > 0, answers, null) };
}

const answersIn = async ({ services, owner }: SignedInRequest, accountId: string) =>
  (await services.statements.answersOf(owner.slug)).get(accountId) ?? {};

/** Changes what an owner said about texts of balance entries. An empty answer forgets it. */
export async function correctTexts(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const { own, target } = await correctedIn(request);
  const { account } = own;
  const answers = await answersIn(request, target.accountId);
  const wanted = Object.keys(answers).flatMap((_, at) => {
    const [key, value] = [form.text(`key${at}`), form.text(`text${at}`)];
    const answer = textAnswers.find((known) => known === value) ?? null;
    return key !== '' && (answer !== null || value === '') ? [[key, answer] as const] : [];
  });
  const changed = await services.statements.changeAnswers(
    target.accountId,
    Object.fromEntries(wanted),
  );
  await noteAnswers(services.registry, account.slug, changed, actorOf(owner.slug));
  return { to: `/me/accounts/${account.slug}?done=corrected` };
}

/** Shows what a correction would change, and makes it once its owner has confirmed. */
export async function correctByForm(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, words } = request;
  const { own, target, values } = await correctedIn(request);
  const { account } = own;
  const wanted = {
    timezone: values.timezone === null ? null : form.text('clock'),
    currency: form.text('currency').trim().toUpperCase(),
    type: form.text('type'),
    broker: form.text('broker').trim(),
  };
  const refuse = (problem: string): Reply => ({
    page: correctionPage(request, account, { ...values, ...wanted }, true, {}, problem),
    status: 422,
  });
  const correction = differenceOf(values, wanted);
  const { timezone, currency, broker, type } = correction;
  if (currency !== undefined && !isCurrency(currency)) {
    return refuse(words.corrections.wrongCurrency);
  }
  if (broker !== undefined && !isName(broker)) return refuse(words.corrections.wrongBroker);
  if (timezone !== undefined && !isTimezone(timezone)) {
    return refuse(words.statement.problems.timezone);
  }
  if (Object.keys(correction).length === 0) return refuse(words.corrections.noChange);
  const effect = await services.statements.effectOf(target, correction);
  if (effect.statements === 0) return refuse(words.corrections.none);
  if (form.text('confirmed') !== 'yes') {
    return { page: previewPage(request, account, correction, effect) };
  }
  await services.statements.correct(target, correction);
  const decision = {
    ...(timezone !== undefined && { timezone }),
    ...(currency !== undefined && { statement_currency: currency }),
    ...(type !== undefined && { statement_type: type }),
    ...(broker !== undefined && { statement_broker: broker }),
  };
  await decideAsOwner(services.registry, owner.slug, [{ slug: account.slug, ...decision }]);
  return { to: `/me/accounts/${account.slug}?done=corrected` };
}

async function correctedIn(request: SignedInRequest) {
  const { own } = await readOwnAccount(request);
  const { account, published } = own;
  const accountId = account.account_id;
  if (accountId === null || !own.isCorrectable) throw new NotOwnedError();
  const values: CorrectionValues = {
    timezone: account.timezone,
    currency: account.statement_currency ?? published?.currency ?? '',
    type: account.statement_type ?? typeOf(published?.demo) ?? '',
    broker: account.statement_broker ?? published?.broker ?? '',
  };
  return {
    own,
    values,
    target: { owner: request.owner.slug, accountId, timezone: account.timezone },
  };
}

/** Returns the values that differ. An empty value changes nothing. */
function differenceOf(values: CorrectionValues, wanted: CorrectionValues): Correction {
  const { timezone, currency, type, broker } = wanted;
  return {
    ...(timezone && timezone !== values.timezone && { timezone }),
    ...(currency !== '' && currency !== values.currency && { currency }),
    ...((type === 'real' || type === 'demo') && type !== values.type && { type }),
    ...(broker !== '' && broker !== values.broker && { broker }),
  };
}
