/** Returns the text colour of an element that is set up by `prepare`, as a canvas colour. */
function colourAfter(prepare: (probe: HTMLElement) => void): string {
  const probe = document.createElement('span');
  prepare(probe);
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns the text colour of a class of the stylesheet, as a canvas colour. */
export const colourOf = (className: string): string =>
  colourAfter((probe) => {
    probe.className = className;
  });

const ofToken = (name: string): string =>
  colourAfter((probe) => {
    probe.style.color = `var(--${name})`;
  });

/** Returns the colours of the stylesheet for the current theme, as canvas colours. */
export const colours = () => ({
  ink: ofToken('ink'),
  quiet: ofToken('quiet'),
  line: ofToken('line'),
  accent: ofToken('accent'),
  loss: ofToken('loss'),
  paper: ofToken('card'),
});

export type Colours = ReturnType<typeof colours>;
