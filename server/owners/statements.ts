import { randomBytes } from 'node:crypto';
import { isName, nameRule } from '../../pipeline/registry/names.ts';
import { closedToOwner } from '../../pipeline/registry/operator-accounts.ts';
import { OverLimit } from '../../pipeline/registry/over-limit.ts';
import {
  addAccount,
  decideAsOwner,
  NotTheirs,
  type OwnDecision,
} from '../../pipeline/registry/own.ts';
import { ownId } from '../../pipeline/statements/account-ids.ts';
import type { FoundAccount, Statement } from '../../pipeline/statements/found.ts';
import { Contradicted, maxStatementBytes, TooLarge } from '../../pipeline/statements/statements.ts';
import { TooMany } from '../../pipeline/statements/steps.ts';
import { isCurrency } from '../../sql/raw/currencies.ts';
import { readOwn } from './accounts.ts';
import { addPage } from './pages/add.ts';
import { statementPage, unreadStatementPage } from './pages/statement.ts';
import {
  changesOf,
  type MatchedAccount,
  otherCurrency,
  typeOf,
} from './pages/statement-changes.ts';
import { isDiskFull, refusalOf } from './refusals.ts';
import type { OwnersVisit, Reply } from './visit.ts';

/** Where accounts are added. */
export const askForAccount = (visit: OwnersVisit): Reply => ({ page: addPage(visit, null) });

const refused = (visit: OwnersVisit, problem: string, status = 422): Reply => ({
  page: addPage(visit, problem),
  status,
});

/** Keeps a statement that was dropped, and goes on to its page while it is read. */
export async function receiveStatement(visit: OwnersVisit): Promise<Reply> {
  const { services, owner } = visit;
  const file = await visit.file();
  if (file === null || file.name === '') {
    file?.content.resume();
    return refused(visit, 'Choose the file of a statement first.');
  }
  try {
    const name = nameOf(file.name);
    const { id } = await services.statements.receive(owner, name, file.content);
    return { to: addressOf(id) };
  } catch (error) {
    // Browsers read no answer before they have sent all.
    file.content.resume();
    if (error instanceof TooLarge) {
      const size = `${maxStatementBytes >> 20} MiB`;
      return refused(visit, `The file is larger than ${size}. Export a shorter period.`, 413);
    }
    if (error instanceof TooMany) {
      return refused(visit, 'Too many statements wait to be looked at. Try again tomorrow.', 429);
    }
    if (error instanceof OverLimit) return refused(visit, error.message, 413);
    if (!isDiskFull(error)) throw error;
    return refused(visit, 'There is no room on the disk; nothing was taken.', 507);
  }
}

/** The last part of a path, which some browsers send, without what no name should have. */
const nameOf = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').slice(0, 100) || 'The file';

const addressOf = (id: string): string => `/me/add/${id}`;

async function statementIn({ services, owner, params }: OwnersVisit): Promise<Statement> {
  const statement = await services.statements.find(owner.slug, params.id ?? '');
  if (statement === null) throw new NotTheirs();
  return statement;
}

/** How often the page of a statement looks whether it has been read. */
const secondsToRefresh = 3;

/** Shows what was found in a statement, or that it is being read; then how far it has come. */
export const showStatement = async (visit: OwnersVisit): Promise<Reply> =>
  show(visit, await statementIn(visit), null);

async function show(
  visit: OwnersVisit,
  statement: Statement,
  problem: string | null,
  status = 422,
): Promise<Reply> {
  if (statement.reading === null) {
    return { page: unreadStatementPage(visit, statement), refresh: secondsToRefresh };
  }
  const placed = await place(statement, visit);
  const clock = timezoneOf(placed);
  if (statement.state === 'open' && statement.options.clock === '' && clock !== null) {
    await visit.services.statements.readAgain(statement, { ...statement.options, clock });
    return { page: unreadStatementPage(visit, statement), refresh: secondsToRefresh };
  }
  const page = statementPage(visit, statement, statement.reading, placed, problem);
  return { page, ...(problem !== null && { status }) };
}

/** The clock that was confirmed for the accounts of a statement; null where none was. */
const timezoneOf = (placed: readonly MatchedAccount[]): string | null =>
  placed.map(({ account }) => account?.timezone ?? null).find((name) => name !== null) ?? null;

/** Which of the owner's accounts each account of a statement is. */
async function place({ reading, slugs }: Statement, visit: OwnersVisit): Promise<MatchedAccount[]> {
  const { services, owner } = visit;
  const found = reading !== null && 'found' in reading ? reading.found.accounts : [];
  if (found.length === 0) return [];
  const { accounts } = await readOwn(visit);
  return Promise.all(
    found.map(async (one, at) => {
      const known = accounts.find(
        ({ account }) =>
          account.slug === slugs[at] || account.account_id === ownId(one.id, owner.slug),
      );
      const account = known?.account ?? null;
      return {
        ...{ found: one, account, facts: known?.facts ?? null },
        isHeldBack: known ? known.heldBackSince !== null : false,
        isClosed: account !== null && (await services.book.isClosedToOwner(account.slug)),
      };
    }),
  );
}

/** Has a statement read again with what its owner says of it. */
export async function correctStatement(visit: OwnersVisit): Promise<Reply> {
  const { services, form } = visit;
  const statement = await statementIn(visit);
  if (statement.state !== 'open') return { to: addressOf(statement.id) };
  const number = form.text('number');
  if (!/^[\x21-\x7e]{0,100}$/.test(number)) {
    return show(visit, statement, 'An account number has letters, digits and signs alone.');
  }
  await services.statements.readAgain(statement, {
    ...{ number, clock: form.text('clock'), platform: form.text('platform') },
    currency: form.text('currency').toUpperCase(),
  });
  return { to: addressOf(statement.id) };
}

/** Adds the accounts of a statement that are new, and hands it to the next run. */
export async function confirmStatement(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form } = visit;
  const statement = await statementIn(visit);
  const { state, reading } = statement;
  if (state !== 'open' || reading === null || !('found' in reading)) {
    return { to: addressOf(statement.id) };
  }
  const placed = await place(statement, visit);
  if (placed.some(({ isClosed }) => isClosed)) return show(visit, statement, closedToOwner, 409);
  const { clock } = reading.found;
  const blocked = otherCurrency(placed);
  if (blocked !== null) return show(visit, statement, blocked, 409);
  const unticked = changesOf(placed, clock).find(({ field }) => form.text(field) !== 'yes');
  if (unticked) return show(visit, statement, unticked.untickedProblem);
  const names = placed.map((_, at) => form.text(`name${at}`));
  const unnamed = placed.some(({ account }, at) => account === null && !isName(names[at] ?? ''));
  if (unnamed) return show(visit, statement, `A name must be ${nameRule}.`);
  const tooMuch = await overLimit(services.statements.refuseOverLimit(statement, owner.plan));
  if (tooMuch !== null) return show(visit, statement, tooMuch, 413);
  const slugs: string[] = [];
  for (const [at, { found, account }] of placed.entries()) {
    const added = account ? null : await add(visit, found, names[at] ?? '');
    if (added !== null && 'problem' in added) return show(visit, statement, added.problem);
    slugs.push(account?.slug ?? added?.slug ?? '');
  }
  try {
    const late = await overLimit(services.statements.confirm(statement, slugs, owner.plan));
    if (late !== null) return show(visit, statement, late, 413);
  } catch (error) {
    if (error instanceof Contradicted) return show(visit, statement, error.message, 409);
    throw error;
  }
  const decisions = placed.flatMap((one, at) => {
    const confirmed = newlyConfirmed(one, clock);
    return Object.keys(confirmed).length > 0 ? [{ slug: slugs[at] ?? '', ...confirmed }] : [];
  });
  if (decisions.length > 0) await decideAsOwner(services.book, owner.slug, decisions);
  return { to: addressOf(statement.id) };
}

/** What a confirmed statement says of its account that the registry doesn't have yet. */
function newlyConfirmed(
  { account, found }: MatchedAccount,
  clock: string,
): Omit<OwnDecision, 'slug'> {
  const { currency } = found;
  const type = typeOf(found.isDemo);
  return {
    ...(clock !== '' && clock !== account?.timezone && { timezone: clock }),
    ...(isCurrency(currency) &&
      currency !== account?.statement_currency && { statement_currency: currency }),
    ...(type !== null && type !== account?.statement_type && { statement_type: type }),
  };
}

/** Which limit was met, and what to do; null where none was. */
async function overLimit(work: Promise<void>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof OverLimit) return error.message;
    throw error;
  }
}

/** What the registry would say names the slug that the account has at another owner by now. */
const handedOver = 'Facts of this account are not yours to add any more; ask the operator.';

type Added = { readonly slug: string } | { readonly problem: string };

async function add(
  { services, owner }: OwnersVisit,
  { id }: FoundAccount,
  name: string,
): Promise<Added> {
  const account = { name, account_id: ownId(id, owner.slug) };
  const adding = addAccount(services.book, owner.slug, account);
  const problem = await refusalOf(adding);
  if (problem === null) return { slug: await adding };
  return { problem: problem.includes('account_id') ? handedOver : problem };
}

/** Adds an account whose facts a program will send, and goes on to its Connection Keys. */
export async function addConnected(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form } = visit;
  const name = form.text('name');
  if (!isName(name)) return refused(visit, `A name must be ${nameRule}.`);
  const account_id = ownId(`sent:${randomBytes(9).toString('base64url')}`, owner.slug);
  const adding = addAccount(services.book, owner.slug, { name, account_id });
  const problem = await refusalOf(adding);
  if (problem !== null) return refused(visit, problem);
  return { to: `/me/accounts/${await adding}/connections` };
}
