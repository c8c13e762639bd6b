import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { accountEndpoint } from '../api/account.ts';
import { ask, type Call } from '../api/endpoint.ts';
import { searchEndpoint } from '../api/search.ts';
import type { Body } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { callerOf, type McpSession } from './session.ts';
import type { McpServices } from './tool.ts';

const mimeType = 'application/json';
const scheme = 'account://';

export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: `${scheme}{slug}`,
    name: 'account',
    title: 'A track record',
    description: 'The summary of an account or portfolio by its slug, as get_account gives it.',
    mimeType,
  },
];

interface Found {
  readonly data: readonly { readonly slug: string; readonly name: string }[];
  readonly pagination: { readonly page: number; readonly has_more: boolean };
}

/** Published accounts, best return first, a page at a time; the cursor is the page. */
export async function listResources(
  cursor: string | undefined,
  session: McpSession,
  services: McpServices,
): Promise<ListResourcesResult> {
  const query = { ...(cursor !== undefined && { page: cursor }) };
  const body = await answerTo({ slug: '', query }, session, (call) =>
    ask(searchEndpoint, call, services, (found) => found),
  );
  const { data, pagination }: Found = JSON.parse(body.bytes.toString());
  return {
    resources: data.map(({ slug, name }) => ({
      uri: scheme + slug,
      name: slug,
      title: name,
      mimeType,
    })),
    ...(pagination.has_more && { nextCursor: String(pagination.page + 1) }),
  };
}

/** The account object of `account://slug`, as text. */
export async function readResource(
  uri: string,
  session: McpSession,
  services: McpServices,
): Promise<ReadResourceResult> {
  const slug = uri.startsWith(scheme) ? uri.slice(scheme.length) : '';
  const body = await answerTo({ slug, query: {} }, session, (call) =>
    ask(accountEndpoint, call, services, (account) => account),
  );
  return { contents: [{ uri, mimeType, text: body.bytes.toString() }] };
}

/** Asks an endpoint; its problem is an error of the protocol, in the words of HTTP. */
async function answerTo(
  question: Pick<Call, 'slug' | 'query'>,
  session: McpSession,
  answer: (call: Call) => Promise<Body>,
): Promise<Body> {
  try {
    return await answer({ ...question, caller: await callerOf(session) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, headers } = error;
    const isTheirs = status < 500 && status !== 429;
    const code = isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    const wait = headers['retry-after'];
    throw new ProtocolError(code, message, wait && { retry_after_seconds: Number(wait) });
  }
}
