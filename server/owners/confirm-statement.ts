import { isDeepStrictEqual } from 'node:util';
import { isTimezone } from '../../pipeline/base/timezone-names.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { OverLimit } from '../../pipeline/registry/over-limit.ts';
import {
  actorOf,
  addAccount,
  decideAsOwner,
  type OwnerDecision,
} from '../../pipeline/registry/owner-decisions.ts';
import { RefusedEntries } from '../../pipeline/registry/refused-entries.ts';
import { noteAnswers } from '../../pipeline/registry/withdrawals.ts';
import { privateId } from '../../pipeline/statements/delivery-content.ts';
import type {
  FoundAccount,
  Statement,
  StatementContent,
  StatementOptions,
} from '../../pipeline/statements/statement.ts';
import { ContradictedError } from '../../pipeline/statements/statements.ts';
import { isCurrency } from '../../sql/raw/currencies.ts';
import type { HtmlContent } from '../site/html.ts';
import { refusalText } from './failures.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import {
  changesOf,
  correctionOf,
  currencyProblem,
  type MatchedAccount,
  type StatementChange,
  typeOf,
} from './pages/statement-changes.ts';
import { chosenClock, timezoneDoubts } from './pages/statement-decisions.ts';
import { reasonText } from './reasons/reason-text.ts';
import {
  addressOf,
  afterReading,
  againAt,
  isAccountNumber,
  matchAccounts,
  optionsIn,
  show,
  statementIn,
} from './statements.ts';

/** Problem that the page of a statement shows, with the status of its answer. */
interface Problem {
  readonly problem: HtmlContent;
  readonly status?: number;
}

/** Owner's answers to what a statement leaves open. */
interface Answers {
  /** Name of each account of the statement; empty if it has one already. */
  readonly names: readonly string[];
  /** True if accounts keep the type that was confirmed earlier. */
  readonly keepsType: boolean;
}

/** Registers the new accounts of a statement and queues the statement for the next run. */
export async function confirmStatement(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const shown = await statementIn(request);
  const options = optionsIn(form, shown);
  if (!isAccountNumber(options.number)) {
    return show(request, shown, request.words.statement.problems.number);
  }
  const statement = await readAsChosen(request, shown, options);
  const { state, reading } = statement;
  const page = { to: addressOf(statement.id) };
  const again = { to: `${againAt(request, statement)}#confirm-title` };
  if (state !== 'open') return page;
  // A large file may still be read, and what other corrections than a time zone change is first
  // shown. So is a time zone that does not fit.
  if (reading === null) return statement === shown ? page : again;
  if (statement !== shown && isCorrected(shown.options, options)) return again;
  if (!('found' in reading)) return page;
  if (statement !== shown && timezoneDoubts(reading.found).length > 0) return again;
  const { clock } = reading.found;
  const placed = await matchAccounts(statement, request);
  const refuse = ({ problem, status }: Problem) => show(request, statement, problem, status);
  const answers = answersIn(statement, reading.found, placed, request);
  if ('problem' in answers) return refuse(answers);
  const refused = await refusalOf(request, () =>
    services.statements.refuseOverLimit(statement, owner.plan),
  );
  if (refused !== null) return refuse(refused);
  const slugs: string[] = [];
  for (const [at, { found, account }] of placed.entries()) {
    const added = account ?? (await add(request, found, answers.names[at] ?? ''));
    if ('problem' in added) return refuse(added);
    slugs.push(added.slug);
  }
  const corrections = placed.map((matched) => correctionOf(matched, answers.keepsType));
  let isConfirmed = false;
  const late = await refusalOf(request, async () => {
    const { statements } = services;
    isConfirmed = await statements.confirm(statement, slugs, owner.plan, corrections);
  });
  if (late !== null) return refuse(late);
  // In another tab the statement was read again with corrections. Show that.
  if (!isConfirmed) return page;
  const said = Object.fromEntries(
    reading.found.texts.flatMap(({ key, answer }) =>
      answer !== null && Object.hasOwn(statement.options.texts, key) ? [[key, answer]] : [],
    ),
  );
  for (const slug of slugs) {
    await noteAnswers(services.registry, slug, { before: {}, after: said }, actorOf(owner.slug));
  }
  const decisions = placed.flatMap((matched, at) => {
    const confirmed = newlyConfirmedValues(matched, clock, answers.keepsType);
    return Object.keys(confirmed).length > 0 ? [{ slug: slugs[at] ?? '', ...confirmed }] : [];
  });
  if (decisions.length > 0) await decideAsOwner(services.registry, owner.slug, decisions);
  return page;
}

/** Seconds for which a confirmation waits while the file is read as its owner says. */
const secondsToRead = 30;

/** Tells whether a form corrects more of a statement than its time zone. */
const isCorrected = (before: StatementOptions, after: StatementOptions): boolean =>
  !isDeepStrictEqual({ ...before, clock: '' }, { ...after, clock: '' });

/** Reads a statement again if its owner chose or corrected something, and waits for the result. */
async function readAsChosen(
  request: SignedInRequest,
  statement: Statement,
  options: StatementOptions,
): Promise<Statement> {
  const { state, reading, id } = statement;
  if (state !== 'open' || reading === null || !('found' in reading)) return statement;
  const { clock } = reading.found;
  const isOther = clock !== '' && options.clock !== clock && isTimezone(options.clock);
  if (!isOther && !isCorrected(statement.options, options)) return statement;
  const chosen = isOther ? options.clock : statement.options.clock;
  await request.services.statements.readAgain(statement, { ...options, clock: chosen });
  return (await afterReading(request, id, secondsToRead)) ?? statement;
}

/** Reads the owner's answers. Returns the first problem if one is missing or can't be accepted. */
function answersIn(
  statement: Statement,
  found: StatementContent,
  placed: readonly MatchedAccount[],
  request: SignedInRequest,
): Answers | Problem {
  const { form, words } = request;
  if (placed.some(({ isClosed }) => isClosed)) {
    return { problem: words.problems.closed, status: 409 };
  }
  const { clock } = found;
  if (clock !== '' && chosenClock(statement, found) === '' && form.text('clock') !== clock) {
    return { problem: words.statement.problems.timezone };
  }
  const blocked = currencyProblem(placed, request);
  if (blocked !== null) return { problem: blocked, status: 409 };
  const keeps = ({ field, keep }: StatementChange) => keep !== null && form.text(field) === 'keep';
  const changes = changesOf(placed, clock, request);
  const open = changes.find((change) => form.text(change.field) !== 'yes' && !keeps(change));
  if (open) return { problem: open.unanswered };
  const names = placed.map((_, at) => form.text(`name${at}`));
  const isUnnamed = placed.some(({ account }, at) => account === null && !isName(names[at] ?? ''));
  if (isUnnamed) return { problem: words.problems.name };
  return { names, keepsType: changes.some((change) => change.field === 'type' && keeps(change)) };
}

/** Waits for the work. Returns why it was refused, or null. */
async function refusalOf(
  request: SignedInRequest,
  work: () => Promise<void>,
): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof OverLimit) return { problem: refusalText(error, request), status: 413 };
    if (error instanceof ContradictedError) {
      return { problem: reasonText(error.reason, request), status: 409 };
    }
    throw error;
  }
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

async function add(
  request: SignedInRequest,
  { id }: FoundAccount,
  name: string,
): Promise<{ readonly slug: string } | Problem> {
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
