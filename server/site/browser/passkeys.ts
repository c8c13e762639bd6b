type Bytes = Uint8Array<ArrayBuffer>;

function bytesOf(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Decodes the options of the server into the bytes that browsers expect. */
function optionsOf({ challenge, user, excludeCredentials = [], ...others }: SentOptions) {
  return {
    ...others,
    challenge: bytesOf(challenge),
    ...(user && { user: { ...user, id: bytesOf(user.id) } }),
    excludeCredentials: excludeCredentials.map(({ id }) => ({
      id: bytesOf(id),
      type: 'public-key' as const,
    })),
  };
}

interface SentOptions {
  readonly challenge: string;
  readonly user?: { readonly id: string };
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

async function requestPasskey(form: HTMLFormElement): Promise<PublicKeyCredential> {
  const answer = await fetch(form.dataset.options ?? '', { method: 'POST' });
  if (!answer.ok) throw new Error(answer.statusText);
  const publicKey = optionsOf(await answer.json());
  const isNew = form.dataset.passkey === 'create';
  const made = isNew
    ? await navigator.credentials.create({
        publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions,
      })
    : await navigator.credentials.get({ publicKey });
  if (!(made instanceof PublicKeyCredential)) throw new Error('no passkey');
  return made;
}

function responseOf({ id, rawId, type, response }: PublicKeyCredential): string {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'] as const;
  const answered: Record<string, string> = {};
  for (const name of parts) {
    const value: unknown = Reflect.get(response, name);
    if (value instanceof ArrayBuffer) answered[name] = textOf(value);
  }
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    response: answered,
    clientExtensionResults: {},
  });
}

/** Enables the forms that sign in with a passkey, if the browser supports passkeys. */
export function offerPasskeys(): void {
  if (!('PublicKeyCredential' in window)) return;
  document.querySelector('#no-passkeys')?.remove();
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.hidden = false;
    const field = form.querySelector<HTMLInputElement>('input[name=response]');
    form.addEventListener('submit', async (event) => {
      if (field === null || field.value !== '') return;
      event.preventDefault();
      try {
        field.value = responseOf(await requestPasskey(form));
        form.submit();
      } catch {
        let problem = form.querySelector('[role=alert]');
        if (problem === null) {
          problem = document.createElement('p');
          problem.className = 'notice gap';
          problem.setAttribute('role', 'alert');
          form.prepend(problem);
        }
        problem.textContent = 'Your browser did not provide a passkey. Try again.';
      }
    });
  }
}
