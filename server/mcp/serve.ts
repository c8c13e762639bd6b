import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/**
 * Answers one message over streamable HTTP, in the revision its sender speaks; nothing is kept of
 * it. Answers are plain JSON: there is nothing to say before the result.
 */
export async function serveMessage(
  request: Request,
  message: unknown,
  createServer: () => Server,
): Promise<Response> {
  if (await isLegacyRequest(request, message)) return serveLegacy(request, message, createServer());
  const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: message });
}

/** The revisions before 2026, whose messages stand on a handshake that need not be remembered. */
async function serveLegacy(request: Request, message: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
