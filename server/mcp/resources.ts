import {
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { accountEndpoint } from '../api/account.ts';
import { answerEndpoint, type EndpointRequest } from '../api/endpoint.ts';
import { searchEndpoint } from '../api/search.ts';
import type { Body } from '../http/body.ts';
import { toApiError } from '../http/problems.ts';
import { callerOf, type McpSession } from './session.ts';
import type { McpServices } from './tool.ts';

const mimeType = 'application/json';
const scheme = 'account://';

export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: `${scheme}{slug}`,
    name: 'account',
    title: 'A track record',
    description: 'Summary of an account or portfolio by its slug, as from get_account.',
    mimeType,
  },
];

interface Found {
  readonly data: readonly { readonly slug: string; readonly name: string }[];
  readonly pagination: { readonly page: number; readonly has_more: boolean };
}

/**
 * Lists a page of published accounts: confirmed track records first, then the best return. The
 * cursor is the page number.
 */
export async function listResources(
  cursor: string | undefined,
  session: McpSession,
  services: McpServices,
): Promise<ListResourcesResult> {
  const query = { ...(cursor !== undefined && { page: cursor }) };
  const body = await answerTo({ slug: '', query }, session, (request) =>
    answerEndpoint(searchEndpoint, request, services, (found) => found),
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

/** Reads the account object of `account://slug` as text. */
export async function readResource(
  uri: string,
  session: McpSession,
  services: McpServices,
): Promise<ReadResourceResult> {
  const slug = uri.startsWith(scheme) ? uri.slice(scheme.length) : '';
  const body = await answerTo({ slug, query: {} }, session, (request) =>
    answerEndpoint(accountEndpoint, request, services, (account) => account),
  );
  return { contents: [{ uri, mimeType, text: body.bytes.toString() }] };
}

/** Asks an endpoint and turns its problem into a protocol error with the text of HTTP. */
async function answerTo(
  question: Pick<EndpointRequest, 'slug' | 'query'>,
  session: McpSession,
  answer: (request: EndpointRequest) => Promise<Body>,
): Promise<Body> {
  try {
    return await answer({ ...question, caller: await callerOf(session) });
  } catch (error) {
    const problem = toApiError(error);
    if (problem.problem === 'internal') throw error;
    const { status, message, headers } = problem;
    const isClientError = status < 500 && status !== 429;
    const code = isClientError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    const wait = headers['retry-after'];
    throw new ProtocolError(code, message, wait && { retry_after_seconds: Number(wait) });
  }
}
