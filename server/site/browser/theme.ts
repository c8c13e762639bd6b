// Runs before the first paint, so it is no module: everything stays in one block.
{
  const root = document.documentElement;
  const key = 'theme';
  const names = ['light', 'dark'] as const;

  const chosen = (): (typeof names)[number] | null => {
    try {
      return names.find((name) => name === localStorage.getItem(key)) ?? null;
    } catch {
      return null; // Storage may be forbidden; the system's own choice holds then.
    }
  };

  const shown = () =>
    chosen() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

  const apply = (): void => {
    const name = chosen();
    if (name === null) delete root.dataset.theme;
    else root.dataset.theme = name;
  };

  const offer = (button: HTMLElement): void => {
    const { light = '', lightLabel = '', dark = '', darkLabel = '' } = button.dataset;
    const [text, label] = shown() === 'dark' ? [light, lightLabel] : [dark, darkLabel];
    button.textContent = text;
    button.setAttribute('aria-label', label);
  };

  apply();
  addEventListener('DOMContentLoaded', () => {
    const button = document.getElementById('theme');
    if (button === null) return;
    button.hidden = false;
    offer(button);
    button.addEventListener('click', () => {
      const next = shown() === 'dark' ? 'light' : 'dark';
      try {
        localStorage.setItem(key, next);
      } catch {
        // Nothing is kept then, and the page stays as the system wants it.
      }
      apply();
      offer(button);
      dispatchEvent(new Event('themechange'));
    });
  });
}
