import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../http/errors.ts';

/** Whether a request asks for a WebSocket; whatever else it would upgrade to is not spoken here. */
export function isHandshake({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Refuses a handshake by RFC 6455 4.2.2, each fault with a status of its own. */
export function checkHandshake({ headers }: IncomingMessage): void {
  if (headers['sec-websocket-version'] !== '13') {
    throw new ApiError('upgrade_required', {
      detail: 'The version of WebSocket spoken here is 13.',
      headers: { 'sec-websocket-version': '13', upgrade: 'websocket' },
    });
  }
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    throw new ApiError('bad_request', { detail: 'Sec-WebSocket-Key must be 16 bytes in base64.' });
  }
}
