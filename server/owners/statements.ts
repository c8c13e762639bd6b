import { setTimeout } from 'node:timers/promises';
import { type TextAnswers, textAnswers } from '../../pipeline/platforms/source/cash-flow-kinds.ts';
import { decimalMarks } from '../../pipeline/read/notation.ts';
import { dateOrders } from '../../pipeline/read/times.ts';
import { NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import { privateId } from '../../pipeline/statements/delivery-content.ts';
import {
  isRefused,
  type Reading,
  type Statement,
  type StatementOptions,
} from '../../pipeline/statements/statement.ts';
import type { HtmlContent } from '../site/html.ts';
import type { Form } from './form.ts';
import { readOwnAccounts } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { statementPage, unreadStatementPage } from './pages/statement.ts';
import { namesQuery } from './pages/statement-names.ts';
import { isUnderWay, type MatchedAccount } from './pages/statement-progress.ts';

/** Returns the path of a statement's page. */
export const addressOf = (id: string): string => `/me/add/${id}`;

/** Finds the statement of a request. Throws a NotOwnedError if it isn't the owner's. */
export async function statementIn({
  services,
  owner,
  params,
}: SignedInRequest): Promise<Statement> {
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

/** Shows a statement with a problem, or without one (null). */
export async function show(
  request: SignedInRequest,
  statement: Statement,
  problem: HtmlContent,
  status = 422,
): Promise<Reply> {
  if (statement.reading === null) {
    return { page: unreadStatementPage(request, statement), refresh: secondsToRefresh };
  }
  const placed = await matchAccounts(statement, request);
  const { reading, options } = statement;
  // A file that names its time zone has no clock to be told.
  const isAsked = options.clock === '' && 'found' in reading && reading.found.clock !== '';
  const clock = isAsked ? timezoneOf(placed) : null;
  if (statement.state === 'open' && clock !== null) {
    await request.services.statements.readAgain(statement, { ...options, clock });
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
export async function matchAccounts(
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

/** Returns the answers of a form about texts of balance rows. */
const textsIn = (form: Form): TextAnswers =>
  Object.fromEntries(
    form.names().flatMap((name) => {
      const [, at] = /^key(\d+)$/.exec(name) ?? [];
      const answer = textAnswers.find((known) => known === form.text(`text${at}`));
      return at === undefined || answer === undefined ? [] : [[form.text(name), answer] as const];
    }),
  );

/** Returns the options of a statement with what a form says. What was not sent stays as it is. */
export function optionsIn(form: Form, { options, reading }: Statement): StatementOptions {
  const names = new Set(form.names());
  const sent = (name: string, before: string): string =>
    names.has(name) ? form.text(name) : before;
  const known = new Set(
    reading !== null && 'found' in reading ? reading.found.texts.map(({ key }) => key) : [],
  );
  const texts = Object.entries(textsIn(form)).filter(([key]) => known.has(key));
  return {
    clock: clockIn(form, options, reading),
    currency: sent('currency', options.currency).toUpperCase(),
    number: sent('number', options.number),
    platform: sent('platform', options.platform),
    dates: dateOrders.find((order) => order === sent('dates', options.dates)) ?? '',
    decimal: decimalMarks.find((mark) => mark === sent('decimal', options.decimal)) ?? '',
    texts: { ...options.texts, ...Object.fromEntries(texts) },
  };
}

/** Returns the time zone that a form chooses. One that the page proposed is no choice yet. */
function clockIn(form: Form, { clock }: StatementOptions, reading: Reading | null): string {
  if (!form.names().includes('clock')) return clock;
  const chosen = form.text('clock');
  const proposed = reading !== null && 'found' in reading ? reading.found.guess : null;
  return clock === '' && proposed?.name === chosen ? '' : chosen;
}

/** Removes a statement that its owner does not want to add. */
export async function discardStatement(request: SignedInRequest): Promise<Reply> {
  await request.services.statements.discard(await statementIn(request));
  return { to: '/me' };
}

/**
 * Waits until this server has read a statement, or for so many seconds. Returns it as it is then.
 */
export async function afterReading(
  { services, owner }: SignedInRequest,
  id: string,
  seconds: number,
): Promise<Statement | null> {
  const late = new AbortController();
  const timeout = setTimeout(seconds * 1000, null, { signal: late.signal }).catch(() => {});
  await Promise.race([services.statements.idle(id), timeout]);
  late.abort();
  return services.statements.find(owner.slug, id);
}

/** Numbers of accounts that a statement can be told. */
export const isAccountNumber = (number: string): boolean => /^[\x21-\x7e]{0,100}$/.test(number);

/** Reads a statement again with the owner's corrections. */
export async function correctStatement(request: SignedInRequest): Promise<Reply> {
  const { services, form, words } = request;
  const statement = await statementIn(request);
  const { reading } = statement;
  if (statement.state !== 'open' || isRefused(reading)) return { to: addressOf(statement.id) };
  const options = optionsIn(form, statement);
  const { problems } = words.statement;
  if (!isAccountNumber(options.number)) return show(request, statement, problems.number);
  const question = reading !== null && 'problem' in reading ? reading.question : undefined;
  const asked = form.names().filter((name) => /^key\d+$/.test(name));
  const isUnanswered =
    (question !== undefined && options[question.field] === '') ||
    Object.keys(textsIn(form)).length < asked.length;
  if (isUnanswered) return show(request, statement, problems.unanswered);
  await services.statements.readAgain(statement, options);
  return { to: againAt(request, statement) };
}

/** Returns the path of a statement that is read again, with the names that were typed so far. */
export function againAt(request: SignedInRequest, { id }: Statement): string {
  const names = namesQuery(request);
  return names === '' ? addressOf(id) : `${addressOf(id)}?${names}`;
}
