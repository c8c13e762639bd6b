import { isTimezone } from '../../pipeline/base/timezone-names.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { OverLimit } from '../../pipeline/registry/over-limit.ts';
import {
  addAccount,
  decideAsOwner,
  NotOwnedError,
  type OwnerDecision,
} from '../../pipeline/registry/owner-decisions.ts';
import { RefusedEntries } from '../../pipeline/registry/refused-entries.ts';
import { privateId } from '../../pipeline/statements/delivery-content.ts';
import type { FoundAccount, Statement } from '../../pipeline/statements/statement.ts';
import { ContradictedError } from '../../pipeline/statements/statements.ts';
import { isCurrency } from '../../sql/raw/currencies.ts';
import type { HtmlContent } from '../site/html.ts';
import { refusalText } from './failures.ts';
import type { Form } from './form.ts';
import { readOwnAccounts } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { statementPage, unreadStatementPage } from './pages/statement.ts';
import {
  changesOf,
  correctionOf,
  currencyProblem,
  type MatchedAccount,
  type StatementChange,
  typeOf,
} from './pages/statement-changes.ts';
import { chosenClock } from './pages/statement-decisions.ts';
import { isUnderWay } from './pages/statement-progress.ts';
import { reasonText } from './reasons/reason-text.ts';

/** Returns the path of a statement's page. */
export const addressOf = (id: string): string => `/me/add/${id}`;

async function statementIn({ services, owner, params }: SignedInRequest): Promise<Statement> {
  const statement = await services.statements.find(owner.slug, params.id ?? '');
  if (statement === null) throw new NotOwnedError();
  return statement;
}

/** Seconds after which the page of an unread statement reloads. */
const secondsToRefresh = 3;
/** Seconds after which the page of a confirmed statement reloads until its figures are there. */
const secondsToRefreshProgress = 5;

/** Shows a statement: that it is being read, what was found in it, or how far it has come. */
export const showStatement = async (request: SignedInRequest): Promise<Reply> =>
  show(request, await statementIn(request), null);

async function show(
  request: SignedInRequest,
  statement: Statement,
  problem: HtmlContent,
  status = 422,
): Promise<Reply> {
  if (statement.reading === null) {
    return { page: unreadStatementPage(request, statement), refresh: secondsToRefresh };
  }
  const placed = await matchAccounts(statement, request);
  const clock = timezoneOf(placed);
  if (statement.state === 'open' && statement.options.clock === '' && clock !== null) {
    await request.services.statements.readAgain(statement, { ...statement.options, clock });
    return { page: unreadStatementPage(request, statement), refresh: secondsToRefresh };
  }
  const page = statementPage(request, statement, statement.reading, placed, problem);
  if (isUnderWay(statement, placed)) return { page, refresh: secondsToRefreshProgress };
  return { page, status: problem === null ? undefined : status };
}

/** Returns the time zone confirmed earlier for an account of a statement; null without one. */
const timezoneOf = (placed: readonly MatchedAccount[]): string | null =>
  placed.map(({ account }) => account?.timezone ?? null).find((name) => name !== null) ?? null;

/** Matches each account of a statement with the owner's accounts. */
async function matchAccounts(
  { reading, slugs }: Statement,
  request: SignedInRequest,
): Promise<MatchedAccount[]> {
  const { services, owner } = request;
  const found = reading !== null && 'found' in reading ? reading.found.accounts : [];
  if (found.length === 0) return [];
  const { accounts } = await readOwnAccounts(request);
  return Promise.all(
    found.map(async (foundAccount, at) => {
      const existing = accounts.find(
        ({ account }) =>
          account.slug === slugs[at] ||
          account.account_id === privateId(foundAccount.id, owner.slug),
      );
      const account = existing?.account ?? null;
      return {
        found: foundAccount,
        account,
        published: existing?.published ?? null,
        isWithheld: existing ? existing.withheldSince !== null : false,
        isClosed: account !== null && (await services.registry.isClosedToOwner(account.slug)),
      };
    }),
  );
}

/** Reads a statement again with the owner's corrections. */
export async function correctStatement(request: SignedInRequest): Promise<Reply> {
  const { services, form } = request;
  const statement = await statementIn(request);
  if (statement.state !== 'open') return { to: addressOf(statement.id) };
  const number = form.text('number');
  if (!/^[\x21-\x7e]{0,100}$/.test(number)) {
    return show(request, statement, request.words.statement.problems.number);
  }
  await services.statements.readAgain(statement, {
    number,
    clock: form.text('clock'),
    platform: form.text('platform'),
    currency: form.text('currency').toUpperCase(),
  });
  return { to: addressOf(statement.id) };
}

/** Registers the new accounts of a statement and queues the statement for the next run. */
export async function confirmStatement(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, words } = request;
  const statement = await statementIn(request);
  const { state, reading } = statement;
  if (state !== 'open' || reading === null || !('found' in reading)) {
    return { to: addressOf(statement.id) };
  }
  const placed = await matchAccounts(statement, request);
  if (placed.some(({ isClosed }) => isClosed))
    return show(request, statement, words.problems.closed, 409);
  const { clock } = reading.found;
  const wanted = form.text('clock');
  const chosen = chosenClock(statement, reading.found);
  if (clock !== '' && wanted !== '' && wanted !== clock && isTimezone(wanted)) {
    await services.statements.readAgain(statement, { ...statement.options, clock: wanted });
    return { to: `${addressOf(statement.id)}?${namesIn(form, placed.length)}` };
  }
  if (clock !== '' && chosen === '' && wanted !== clock) {
    return show(request, statement, words.statement.problems.timezone);
  }
  const blocked = currencyProblem(placed, request);
  if (blocked !== null) return show(request, statement, blocked, 409);
  const keeps = ({ field, keep }: StatementChange) => keep !== null && form.text(field) === 'keep';
  const changes = changesOf(placed, clock, request);
  const open = changes.find((change) => form.text(change.field) !== 'yes' && !keeps(change));
  if (open) return show(request, statement, open.unanswered);
  const keepsType = changes.some((change) => change.field === 'type' && keeps(change));
  const corrections = placed.map((matched) => correctionOf(matched, keepsType));
  const names = placed.map((_, at) => form.text(`name${at}`));
  const unnamed = placed.some(({ account }, at) => account === null && !isName(names[at] ?? ''));
  if (unnamed) return show(request, statement, words.problems.name);
  const tooMuch = await overLimit(
    request,
    services.statements.refuseOverLimit(statement, owner.plan),
  );
  if (tooMuch !== null) return show(request, statement, tooMuch, 413);
  const slugs: string[] = [];
  for (const [at, { found, account }] of placed.entries()) {
    const added = account ? null : await add(request, found, names[at] ?? '');
    if (added !== null && 'problem' in added) return show(request, statement, added.problem);
    slugs.push(account?.slug ?? added?.slug ?? '');
  }
  let isConfirmed = false;
  try {
    const confirming = services.statements.confirm(statement, slugs, owner.plan, corrections);
    const late = await overLimit(
      request,
      confirming.then((isDone) => {
        isConfirmed = isDone;
      }),
    );
    if (late !== null) return show(request, statement, late, 413);
  } catch (error) {
    if (error instanceof ContradictedError)
      return show(request, statement, reasonText(error.reason, request), 409);
    throw error;
  }
  // In another tab the statement was read again with corrections. Show that.
  if (!isConfirmed) return { to: addressOf(statement.id) };
  const decisions = placed.flatMap((matched, at) => {
    const confirmed = newlyConfirmedValues(matched, clock, keepsType);
    return Object.keys(confirmed).length > 0 ? [{ slug: slugs[at] ?? '', ...confirmed }] : [];
  });
  if (decisions.length > 0) await decideAsOwner(services.registry, owner.slug, decisions);
  return { to: addressOf(statement.id) };
}

/** Returns the account names of a form as a query, so that the next page has them again. */
function namesIn(form: Form, count: number): string {
  const names = Array.from({ length: count }, (_, at) => `name${at}`);
  return new URLSearchParams(
    names.map((name): [string, string] => [name, form.text(name)]),
  ).toString();
}

/** Returns what a confirmed statement adds to the registry: time zone, currency, type. */
function newlyConfirmedValues(
  { account, found }: MatchedAccount,
  clock: string,
  keepsType: boolean,
): Omit<OwnerDecision, 'slug'> {
  const { currency } = found;
  const type = keepsType ? null : typeOf(found.isDemo);
  return {
    ...(clock !== '' && clock !== account?.timezone && { timezone: clock }),
    ...(isCurrency(currency) &&
      currency !== account?.statement_currency && { statement_currency: currency }),
    ...(type !== null && type !== account?.statement_type && { statement_type: type }),
  };
}

/** Waits for the work. Returns the message of the plan limit that it exceeded, or null. */
async function overLimit(request: SignedInRequest, work: Promise<void>): Promise<HtmlContent> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof OverLimit) return refusalText(error, request);
    throw error;
  }
}

type Added = { readonly slug: string } | { readonly problem: HtmlContent };

async function add(request: SignedInRequest, { id }: FoundAccount, name: string): Promise<Added> {
  const { services, owner, words } = request;
  const account = { name, account_id: privateId(id, owner.slug) };
  try {
    return { slug: await addAccount(services.registry, owner.slug, account) };
  } catch (error) {
    // The name was checked and the slug is random, so only the id of the account can be refused.
    // The registry's own message would reveal which slug the account has with its new owner.
    if (error instanceof RefusedEntries) return { problem: words.statement.problems.handedOver };
    return { problem: refusalText(error, request) };
  }
}
