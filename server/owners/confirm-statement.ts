import { isDeepStrictEqual } from 'node:util';
import { isTimezone } from '../../pipeline/base/timezone-names.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { OverLimit } from '../../pipeline/registry/over-limit.ts';
import { decideByStatement, slugOf } from '../../pipeline/registry/owner-decisions.ts';
import { RefusedEntries } from '../../pipeline/registry/refused-entries.ts';
import { privateId } from '../../pipeline/statements/delivery-content.ts';
import {
  chosenClock,
  correctionOf,
  newlyConfirmed,
  timezoneDoubts,
} from '../../pipeline/statements/placed.ts';
import type {
  Statement,
  StatementContent,
  StatementOptions,
} from '../../pipeline/statements/statement.ts';
import { ContradictedError } from '../../pipeline/statements/statements.ts';
import type { HtmlContent } from '../site/html.ts';
import { refusalText } from './failures.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { changesOf, currencyProblem, type StatementChange } from './pages/statement-changes.ts';
import type { MatchedAccount } from './pages/statement-progress.ts';
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
  const { names, keepsType } = answers;
  const decisions = placed.map((each, at) => {
    const { account, found } = each;
    const name = names[at] ?? '';
    const added = account ? null : { name, account_id: privateId(found.id, owner.slug) };
    const decision = newlyConfirmed(each, clock, keepsType);
    return { slug: account?.slug ?? slugOf(name), added, decision };
  });
  const texts = Object.fromEntries(
    reading.found.texts.flatMap(({ key, answer }) =>
      answer !== null && Object.hasOwn(statement.options.texts, key) ? [[key, answer]] : [],
    ),
  );
  try {
    // It is not confirmed if it was read again in another tab. That page shows it.
    await services.statements.confirm(statement, {
      slugs: decisions.map(({ slug }) => slug),
      plan: owner.plan,
      corrections: placed.map((each) => correctionOf(each, keepsType)),
      decide: () => decideByStatement(services.registry, owner.slug, decisions, texts),
    });
  } catch (error) {
    return refuse(problemOf(error, request));
  }
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

/** Words why a statement can't be confirmed. Rethrows other errors. */
function problemOf(error: unknown, request: SignedInRequest): Problem {
  if (error instanceof OverLimit) return { problem: refusalText(error, request), status: 413 };
  if (error instanceof ContradictedError) {
    return { problem: reasonText(error.reason, request), status: 409 };
  }
  // Names were checked and slugs are random, so only the id of an account can be refused. The
  // registry's own message would reveal which slug the account has with its new owner.
  if (error instanceof RefusedEntries) {
    return { problem: request.words.statement.problems.handedOver };
  }
  return { problem: refusalText(error, request) };
}
