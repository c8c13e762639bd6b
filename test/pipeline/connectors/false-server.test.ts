import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { connectorKinds } from '../../../pipeline/connectors/kinds.ts';
import { syncConnections } from '../../../pipeline/connectors/sync.ts';
import { connectionsOf } from '../../../pipeline/registry/broker-connections.ts';
import { isInstalled } from '../../server/deploy/nginx.ts';
import { withDirectory } from '../../support/directory.ts';
import { listenLocally } from '../../support/listen.ts';
import { whileOpen } from '../../support/while-open.ts';
import { roundTrip } from './tradelocker-server.ts';
import { day, noon, withTradelocker } from './world.ts';

// An attacker answers instead of the broker, so that an invented record counts as read from the
// broker.
const attack = suite('a connector against a false server');

/**
 * Calls the work with a server whose certificate nobody trusts. It counts the requests that reach
 * it.
 */
async function withFalseServer(
  work: (server: { address: string; requests(): number }) => Promise<void>,
): Promise<void> {
  await withDirectory(async (folder) => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject].concat([
        ...['-keyout', key, '-out', cert],
      ]),
      { stdio: 'ignore' },
    );
    let requests = 0;
    const options = { key: readFileSync(key), cert: readFileSync(cert) };
    const server = createServer(options, (_, response) => {
      requests += 1;
      response.end('{"accessToken":"x","refreshToken":"x"}');
    });
    await whileOpen(listenLocally(server), ({ port }) =>
      work({ address: `https://127.0.0.1:${port}/backend-api`, requests: () => requests }),
    );
  });
}

if (isInstalled('openssl')) {
  attack('never sends a sign-in to a server without the broker’s certificate', () =>
    withFalseServer((falseServer) =>
      withTradelocker(async (world, double) => {
        await world.connect(double.address);
        const addressOf = () => falseServer.address;
        const { failed } = await syncConnections({ ...world.reader, addressOf }, {});
        assert.is(failed, 1);
        assert.is(falseServer.requests(), 0, 'no request arrives, so no password does');
        assert.equal(await world.delivered(), {});
        const [connection] = await connectionsOf(world.registry, 'north');
        assert.equal(connection?.fault, makeReason('connector_server_unreachable'));
      }),
    ),
  );
} else console.log('skipped: openssl is not installed');

attack('asks only addresses that are encrypted', () => {
  for (const { environments } of connectorKinds) {
    for (const address of Object.values(environments)) {
      assert.match(new URL(address).protocol, /^(https|wss):$/);
    }
  }
});

attack('stores nothing of an account that is not the one that was chosen', () =>
  withTradelocker(async (world, double) => {
    const [account] = double.accounts;
    assert.ok(account);
    await world.connect(double.address);
    account.orders = roundTrip(noon.getTime() - 2 * day, noon.getTime() - day, 1);
    double.accounts[0] = { ...account, id: '999999' };
    assert.is((await world.sync()).failed, 1);
    assert.equal(await world.delivered(), {});
  }),
);

attack.run();
