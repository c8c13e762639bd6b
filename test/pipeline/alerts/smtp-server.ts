import { createServer, type Socket } from 'node:net';

/** Mail as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines, unfolded. */
  readonly headers: readonly string[];
  /** Body, decoded from quoted-printable or base64. */
  readonly text: string;
  readonly raw: string;
}

export interface SmtpServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Everything that clients sent, line by line. */
  readonly lines: string[];
  /** Answer to RCPT TO and DATA instead of the usual one; null for the usual one. */
  refuse: string | null;
  /** Answer to AUTH. */
  auth: string;
  /** True if the server reads but never answers. */
  isSilent: boolean;
  close(): Promise<void>;
}

/**
 * Starts a mail server on loopback that stores its mail. It understands the commands of RFC 5321
 * that a sender needs.
 */
export async function startSmtp(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server: SmtpServer = {
    port: 0,
    mails: [],
    lines: [],
    refuse: null,
    auth: '235 ok',
    isSilent: false,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        listener.close(() => resolve());
      }),
  };
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket, server);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  return Object.assign(server, { port: typeof address === 'object' ? (address?.port ?? 0) : 0 });
}

function serve(socket: Socket, server: SmtpServer): void {
  let from = '';
  let to: string[] = [];
  let data: string[] | null = null;
  let rest = '';
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const take = (line: string): void => {
    server.lines.push(line);
    if (data !== null) {
      if (line !== '.') {
        data.push(line.replace(/^\.\./, '.'));
        return;
      }
      server.mails.push(mailOf(from, to, data.join('\r\n')));
      [data, to] = [null, []];
      say('250 kept');
      return;
    }
    const verb = line.split(/[ :]/, 1)[0]?.toUpperCase();
    if (verb === 'EHLO') say('250-here\r\n250 AUTH PLAIN LOGIN');
    else if (verb === 'AUTH') say(server.auth);
    else if (verb === 'MAIL') {
      from = /<(.*)>/.exec(line)?.[1] ?? '';
      say('250 ok');
    } else if (verb === 'RCPT') {
      if (server.refuse !== null) say(server.refuse);
      else {
        to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        say('250 ok');
      }
    } else if (verb === 'DATA') {
      data = [];
      say('354 go');
    } else if (verb === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  };
  if (server.isSilent) return;
  say('220 here');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

function mailOf(from: string, to: readonly string[], raw: string): ReceivedMail {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const encoded = body.join('\r\n\r\n');
  const encoding = headers.find((line) => /^content-transfer-encoding:/i.test(line)) ?? '';
  return { from, to: [...to], headers, text: decoded(encoded, encoding), raw };
}

function decoded(text: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(text, 'base64').toString();
  if (!/quoted-printable/i.test(encoding)) return text;
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString();
}

/** Returns the value of a header, decoded from RFC 2047; empty if it is missing. */
export function headerOf({ headers }: ReceivedMail, name: string): string {
  const start = `${name.toLowerCase()}: `;
  const line = headers.find((text) => text.toLowerCase().startsWith(start)) ?? '';
  return line
    .slice(start.length)
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    );
}
