import { isName } from '../../pipeline/registry/names.ts';
import { NotTheirs } from '../../pipeline/registry/own.ts';
import {
  addPasskey,
  findCredential,
  noteChallenge,
  notePasskeyUse,
  passkeysOf,
  removePasskey,
  takeChallenge,
} from '../../pipeline/registry/passkeys.ts';
import { openSession } from '../../pipeline/registry/sessions.ts';
import { nextOf } from './next.ts';
import { signInPage } from './pages/sign-in.ts';
import { refuseSetting, settingDone } from './settings.ts';
import { secondsToWait } from './sign-in.ts';
import type { OwnersVisit, Reply, Visit } from './visit.ts';

/** Imported when somebody uses a passkey first: it takes most of a second, and 25 MB. */
const webauthn = () => import('@simplewebauthn/server');

/** What browsers bind a passkey to, and look at before they sign. */
function partyOf({ context: { site } }: Visit) {
  const { origin, hostname } = new URL(site.baseUrl);
  return { origin, hostname };
}

const expectedOf = (visit: Visit, response: unknown, owner: string | null) => {
  const { origin, hostname } = partyOf(visit);
  return {
    response,
    expectedChallenge: (challenge: string) => takeChallenge(visit.services.book, challenge, owner),
    ...{ expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true },
  };
};

/** What the browser made of the options that it was given; null where that is no JSON object. */
function responseIn({ form }: Visit): { readonly id?: unknown } | null {
  try {
    const response: unknown = JSON.parse(form.exact('response'));
    return typeof response === 'object' ? response : null;
  } catch {
    return null;
  }
}

/** What a browser is told to make a passkey of. */
export async function askForPasskey(visit: OwnersVisit): Promise<Reply> {
  const { services, owner } = visit;
  const { generateRegistrationOptions } = await webauthn();
  const known = await passkeysOf(services.book, owner.slug);
  const { hostname } = partyOf(visit);
  const options = await generateRegistrationOptions({
    ...{ rpName: hostname, rpID: hostname, attestationType: 'none' },
    userName: owner.slug,
    userDisplayName: owner.name ?? owner.slug,
    userID: new TextEncoder().encode(owner.slug),
    excludeCredentials: known.map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await noteChallenge(services.book, options.challenge, owner.slug);
  return { json: options };
}

/** Keeps the passkey that a browser made. */
export async function keepPasskey(visit: OwnersVisit): Promise<Reply> {
  const { services, owner, form } = visit;
  const name = form.text('name');
  if (!isName(name)) return refuseSetting(visit, 'A passkey needs a name of 1 to 200 characters.');
  const response = responseIn(visit);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse(expectedOf(visit, response, owner.slug)).catch(
    () => null,
  );
  const credential = verified?.registrationInfo?.credential;
  if (!credential) return refuseSetting(visit, 'No passkey was made. Try again.');
  if (await addPasskey(services.book, owner.slug, name, credential)) return settingDone('passkey');
  return refuseSetting(visit, 'There are as many passkeys as there may be: remove one first.');
}

/** Removes one of the owner's passkeys at once. */
export async function removeOne({ services, owner, params }: OwnersVisit): Promise<Reply> {
  const { id = '' } = params;
  if (!(await removePasskey(services.book, owner.slug, id))) throw new NotTheirs();
  return settingDone('removed');
}

/** What a browser is told to sign, with whatever passkey its owner chooses. */
export async function askForSignature(visit: Visit): Promise<Reply> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    ...{ rpID: partyOf(visit).hostname, userVerification: 'required' },
  });
  await noteChallenge(visit.services.book, options.challenge, null);
  return { json: options };
}

/** Signs in whoever has signed with a passkey; the same answer whatever is wrong with it. */
export async function signInWithPasskey(visit: Visit): Promise<Reply> {
  const { services, agent, token } = visit;
  const seconds = await secondsToWait(visit, '');
  if (seconds > 0) {
    const page = signInPage(visit, '', `Too many tries; wait ${seconds} s.`);
    return { page, status: 429, retryAfter: seconds };
  }
  const owner = await ownerSigning(visit);
  if (owner === null) {
    return { page: signInPage(visit, '', 'That passkey is none of ours.'), status: 401 };
  }
  return { session: await openSession(services.book, owner, agent, token), to: nextOf(visit) };
}

async function ownerSigning(visit: Visit): Promise<string | null> {
  const { book } = visit.services;
  const response = responseIn(visit);
  const id = response?.id;
  const known = typeof id === 'string' ? await findCredential(book, id) : null;
  if (known === null) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const expected = expectedOf(visit, response, null);
  const verified = await verifyAuthenticationResponse({
    ...expected,
    credential: known.credential,
  }).catch(() => null);
  if (!verified?.verified) return null;
  await notePasskeyUse(book, known.credential.id, verified.authenticationInfo.newCounter);
  return known.owner;
}
