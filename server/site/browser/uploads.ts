/**
 * Looks whether the session is still good before a file is sent. Where it has ended, the page stays
 * with the file that was chosen, and its owner signs in beside it.
 */
export function keepFiles(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form[enctype="multipart/form-data"]');
  for (const form of forms) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const problem = await problemWith(form.action);
      if (problem === null) form.submit();
      else alertIn(form).replaceChildren(...problem);
    });
  }
}

/** Why nothing can be sent to an address now; null where it can. */
async function problemWith(address: string): Promise<(string | Node)[] | null> {
  const request: RequestInit = { method: 'HEAD', redirect: 'manual', cache: 'no-store' };
  const answer = await fetch(address, request).catch(() => null);
  if (answer === null)
    return ['The server cannot be reached. Your file is still chosen: try again.'];
  if (answer.type !== 'opaqueredirect') return null;
  const link = document.createElement('a');
  link.href = `/me/sign-in?next=${encodeURIComponent(new URL(address).pathname)}`;
  link.target = '_blank';
  link.textContent = 'Sign in in another tab';
  return [
    'Your session has ended, and nothing was sent. ',
    link,
    ', then come back and press the button again: your file is still chosen here.',
  ];
}

function alertIn(form: HTMLFormElement): Element {
  const known = form.querySelector('[role=alert]');
  if (known) return known;
  const alert = document.createElement('p');
  alert.className = 'notice gap';
  alert.setAttribute('role', 'alert');
  form.prepend(alert);
  return alert;
}
