import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { withWorld } from '../world.ts';
import { type Answer, type Asked, decideEverything, decisions } from './every-decision.ts';
import { cookieName } from './owners.ts';
import { routesOf } from './routes-of.ts';

const every = suite('every decision');

/** Routes with a form that changes nothing for others. */
const undecided = [
  '/me/sign-in',
  '/me/sign-out',
  '/me/invite/:token',
  '/me/add',
  '/me/add/:id/correct',
  '/me/add/:id/discard',
  '/me/sign-in/passkey',
  '/me/sign-in/passkey/options',
  '/me/settings/passkeys/options',
  '/me/alerts/:id/test',
];

/**
 * Routes with an authenticator's signature: passkeys.test.ts checks that they take effect and are
 * in the audit trail.
 */
const signed = ['/me/settings/passkeys', '/me/settings/passkeys/:id/remove'];

/** Deletes the account, and with it the trail: deletions.test.ts checks that it takes effect. */
const last = ['/me/settings/delete'];

/** Decisions that need a broker: see broker-connections.test.ts. */
const ofBrokers = [
  '/me/connections',
  '/me/connections/:id/accounts',
  '/me/connections/:id/pause',
  '/me/connections/:id/resume',
  '/me/connections/:id/remove',
  '/me/connections/:id/sign-in',
];

/** Forms with a file: picture.test.ts checks that they take effect and are in the audit trail. */
const ofFiles = ['/me/settings/picture', '/me/settings/picture/remove'];

/**
 * Needs the code of a terminal: code.test.ts checks that it takes effect and is in the audit trail.
 */
const ofTerminals = ['/me/accounts/:slug/connections/code'];

every('of an owner or operator is in force at once, and in the trail with who and when', () =>
  withWorld(
    async ({ app, registry, dataDir }) => {
      const forms = [...(await routesOf(app))].filter(
        ([url, methods]) => methods.has('POST') && /^\/(me|operator)/.test(url),
      );
      assert.equal(
        new Set(forms.map(([url]) => url).sort()),
        new Set(
          [
            ...undecided,
            ...signed,
            ...ofFiles,
            ...last,
            ...ofBrokers,
            ...ofTerminals,
            ...decisions.map(({ route }) => route),
          ].sort(),
        ),
      );
      const ask = async ({ path, headers, form }: Asked): Promise<Answer> => {
        const request = { url: path, headers };
        const answer = await app.inject(
          form === null ? request : { ...request, method: 'POST', payload: form },
        );
        const header = (name: string) => `${answer.headers[name] ?? ''}`;
        return { status: answer.statusCode, body: answer.body, header };
      };
      await decideEverything({ registry, dataDir, cookieName, here: ask, there: ask });
    },
    { limits: createMemoryLimits() },
  ),
);

every.run();
