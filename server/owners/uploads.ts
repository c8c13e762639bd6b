import { randomBytes } from 'node:crypto';
import { queueIfOwnerGone } from '../../pipeline/registry/deletions.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { OverLimit } from '../../pipeline/registry/over-limit.ts';
import { addAccount } from '../../pipeline/registry/owner-decisions.ts';
import { privateId } from '../../pipeline/statements/delivery-content.ts';
import { isRefused } from '../../pipeline/statements/statement.ts';
import { TooLarge } from '../../pipeline/statements/statements.ts';
import { TooMany } from '../../pipeline/statements/transitions.ts';
import type { HtmlContent } from '../site/html.ts';
import { fillText } from '../site/language/format.ts';
import { isDiskFull, refusalOf, refusalText } from './failures.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { addPage } from './pages/add.ts';
import { maxStatementSize } from './pages/upload.ts';
import { reasonText } from './reasons/reason-text.ts';
import { addressOf, afterReading } from './statements.ts';
/** Shows the page that adds accounts. */
export const askForAccount = (request: SignedInRequest): Reply => ({
  page: addPage(request, null),
});

const refusalReply = (request: SignedInRequest, problem: HtmlContent, status = 422): Reply => ({
  page: addPage(request, problem),
  status,
});

/** Seconds within which a file that can't be a record is refused on the page of its upload. */
const secondsToRefuse = 5;

/**
 * Stores an uploaded statement and redirects to its page. Refuses a file that can't become a
 * record, unless reading it takes longer: then the page of the statement says so.
 */
export async function receiveStatement(request: SignedInRequest): Promise<Reply> {
  const { services, owner, words } = request;
  const { problems } = words.statement;
  const file = await request.file();
  if (file === null || file.name === '') {
    file?.content.resume();
    return refusalReply(request, problems.noFile);
  }
  try {
    const name = nameOf(file.name);
    const { id } = await services.statements.receive(owner, name, file.content);
    // They may have deleted everything while the file came in.
    await queueIfOwnerGone(services.registry, owner.slug);
    const statement = await afterReading(request, id, secondsToRefuse);
    const { reading } = statement ?? { reading: null };
    if (statement !== null && reading !== null && 'problem' in reading && isRefused(reading)) {
      await services.statements.discard(statement);
      return refusalReply(request, reasonText(reading.problem, request));
    }
    return { to: addressOf(id) };
  } catch (error) {
    // Read the rest of the file: a browser shows no answer before it has sent everything.
    file.content.resume();
    if (error instanceof TooLarge) {
      return refusalReply(request, fillText(problems.tooLarge, { size: maxStatementSize }), 413);
    }
    if (error instanceof TooMany) {
      return refusalReply(request, problems.tooMany, 429);
    }
    if (error instanceof OverLimit) return refusalReply(request, refusalText(error, request), 413);
    if (!isDiskFull(error)) throw error;
    return refusalReply(request, problems.diskFull, 507);
  }
}

/** Returns the file name of a path, which some browsers send, without control characters. */
const nameOf = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').slice(0, 100) || 'The file';

/** Adds an account for data that a program will send, and redirects to its Connection Keys. */
export async function addAccountForProgram(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, words } = request;
  const name = form.text('name');
  if (!isName(name)) return refusalReply(request, words.problems.name);
  const account_id = privateId(`sent:${randomBytes(9).toString('base64url')}`, owner.slug);
  const adding = addAccount(services.registry, owner.slug, { name, account_id });
  const problem = await refusalOf(adding, request);
  if (problem !== null) return refusalReply(request, problem);
  return { to: `/me/accounts/${await adding}/connections` };
}
