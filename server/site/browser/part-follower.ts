/** Milliseconds to wait for another range before the part is loaded. */
const pause = 250;

/**
 * Returns a function that loads a part of the page again after another range was chosen, and then
 * calls `loaded`.
 */
export function partFollower(id: string, onLoaded = (): void => {}): () => void {
  let loading = new AbortController();
  let shown = location.href;
  return () => {
    loading.abort();
    if (location.href === shown) return;
    loading = new AbortController();
    const { signal } = loading;
    setTimeout(() => !signal.aborted && void load(signal), pause);
  };

  /** The part names its days, so the old one stays correct if a new one can't be loaded. */
  async function load(signal: AbortSignal): Promise<void> {
    const { href } = location;
    const part = document.getElementById(id);
    const text = await fetch(href, { signal })
      .then((answer) => (answer.ok ? answer.text() : null))
      .catch(() => null);
    if (part === null || text === null) return;
    const page = new DOMParser().parseFromString(text, 'text/html');
    const loaded = page.getElementById(id);
    if (loaded === null || signal.aborted) return;
    part.replaceChildren(...loaded.childNodes);
    onLoaded();
    shown = href;
  }
}
