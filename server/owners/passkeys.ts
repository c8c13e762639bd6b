import { isName } from '../../pipeline/registry/names.ts';
import { NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
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
import type { OwnerPageRequest, Reply, SignedInRequest } from './page-request.ts';
import { signInPage } from './pages/sign-in.ts';
import { refuseSetting, settingDone } from './settings.ts';
import { secondsToWait, tooManyAttempts } from './sign-in.ts';
import { pageAfterSignIn } from './sign-in-redirects.ts';

/** Imports the passkey library on first use: it costs most of a second and 25 MB. */
const webauthn = () => import('@simplewebauthn/server');

/** Returns the origin and host name that browsers bind passkeys to. */
function relyingPartyOf({ context: { site } }: OwnerPageRequest) {
  const { origin, hostname } = new URL(site.baseUrl);
  return { origin, hostname };
}

const expectedValues = (request: OwnerPageRequest, response: unknown, owner: string | null) => {
  const { origin, hostname } = relyingPartyOf(request);
  return {
    // The library checks what the browser sent.
    response: response as never,
    expectedChallenge: (challenge: string) =>
      takeChallenge(request.services.registry, challenge, owner),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  };
};

/** Parses the browser's passkey response from the form. Returns null if it is not a JSON object. */
function responseIn({ form }: OwnerPageRequest): { readonly id?: unknown } | null {
  try {
    const response: unknown = JSON.parse(form.exact('response'));
    return typeof response === 'object' ? response : null;
  } catch {
    return null;
  }
}

/** Answers with the options from which a browser creates a passkey. */
export async function askForPasskey(request: SignedInRequest): Promise<Reply> {
  const { services, owner } = request;
  const { generateRegistrationOptions } = await webauthn();
  const credential = await passkeysOf(services.registry, owner.slug);
  const { hostname } = relyingPartyOf(request);
  const options = await generateRegistrationOptions({
    rpName: hostname,
    rpID: hostname,
    attestationType: 'none',
    userName: owner.slug,
    userDisplayName: owner.name ?? owner.slug,
    userID: new TextEncoder().encode(owner.slug),
    excludeCredentials: credential.map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await noteChallenge(services.registry, options.challenge, owner.slug);
  return { json: options };
}

/** Verifies and stores the passkey that a browser created. */
export async function savePasskey(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form } = request;
  const name = form.text('name');
  if (!isName(name)) return refuseSetting(request, request.words.settings.problems.passkeyName);
  const response = responseIn(request);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse(
    expectedValues(request, response, owner.slug),
  ).catch(() => null);
  const credential = verified?.registrationInfo?.credential;
  if (!credential) return refuseSetting(request, request.words.settings.problems.passkeyFailed);
  if (await addPasskey(services.registry, owner.slug, name, credential))
    return settingDone('passkey');
  return refuseSetting(request, request.words.settings.problems.passkeysFull);
}

/** Removes one of the owner's passkeys at once. */
export async function removeOwnPasskey({
  services,
  owner,
  params,
}: SignedInRequest): Promise<Reply> {
  const { id = '' } = params;
  if (!(await removePasskey(services.registry, owner.slug, id))) throw new NotOwnedError();
  return settingDone('removed');
}

/** Answers with the challenge that a browser signs with a passkey. */
export async function askForSignature(request: OwnerPageRequest): Promise<Reply> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(request).hostname,
    userVerification: 'required',
  });
  await noteChallenge(request.services.registry, options.challenge, null);
  return { json: options };
}

/** Signs an owner in by passkey. Every failure gets the same answer. */
export async function signInWithPasskey(request: OwnerPageRequest): Promise<Reply> {
  const { services, agent, token } = request;
  const seconds = await secondsToWait(request, '');
  if (seconds > 0) {
    const page = signInPage(request, '', tooManyAttempts(request, seconds));
    return { page, status: 429, retryAfter: seconds };
  }
  const owner = await ownerSigning(request);
  if (owner === null) {
    const problem = 'This passkey didn’t work here. Sign in with your password instead.';
    return { page: signInPage(request, '', problem), status: 401 };
  }
  return {
    session: await openSession(services.registry, owner, agent, token),
    to: pageAfterSignIn(request),
  };
}

async function ownerSigning(request: OwnerPageRequest): Promise<string | null> {
  const { registry } = request.services;
  const response = responseIn(request);
  const id = response?.id;
  const stored = typeof id === 'string' ? await findCredential(registry, id) : null;
  if (stored === null) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const expected = expectedValues(request, response, null);
  const verified = await verifyAuthenticationResponse({
    ...expected,
    credential: stored.credential,
  }).catch(() => null);
  if (!verified?.verified) return null;
  await notePasskeyUse(registry, stored.credential.id, verified.authenticationInfo.newCounter);
  return stored.owner;
}
