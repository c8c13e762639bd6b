/** A message out of a body, or the answer to what is none. */
export type Read = { readonly message: unknown } | { readonly refusal: Response };

/** Reads one JSON-RPC message; batches would be many requests that count as one. */
export function readMessage(body: Buffer | undefined): Read {
  try {
    const message: unknown = JSON.parse((body ?? '').toString());
    if (!Array.isArray(message)) return { message };
  } catch {
    return { refusal: refuse(-32700, 'Parse error: the body is not JSON.') };
  }
  return { refusal: refuse(-32600, 'Invalid request: send one message at a time, no batch.') };
}

function refuse(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
}
