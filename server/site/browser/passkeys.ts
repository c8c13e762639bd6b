/** Asks the browser for a passkey, new or known, by the options of the server. */
async function requestPasskey({ dataset }: HTMLFormElement): Promise<PublicKeyCredential> {
  const answer = await fetch(dataset.options ?? '', { method: 'POST' });
  if (!answer.ok) throw new Error(answer.statusText);
  const options = await answer.json();
  const made = await (dataset.passkey === 'create'
    ? navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      })
    : navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      }));
  if (!(made instanceof PublicKeyCredential)) throw new Error('no passkey');
  return made;
}

/** Enables the forms that sign in with a passkey, if the browser supports passkeys. */
export function offerPasskeys(): void {
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) return;
  document.querySelector('#no-passkeys')?.remove();
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.hidden = false;
    const field = form.querySelector<HTMLInputElement>('input[name=response]');
    form.addEventListener('submit', async (event) => {
      if (field === null || field.value !== '') return;
      event.preventDefault();
      try {
        field.value = JSON.stringify(await requestPasskey(form));
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
