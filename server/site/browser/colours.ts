/** Returns the text colour of a class of the stylesheet, as a canvas colour. */
export function colourOf(className: string): string {
  const probe = document.createElement('span');
  probe.className = className;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns the colours of the stylesheet for the current theme, as canvas colours. */
export const colours = () => ({
  ink: colourOf('probe-ink'),
  quiet: colourOf('probe-quiet'),
  line: colourOf('probe-line'),
  accent: colourOf('probe-accent'),
  loss: colourOf('probe-loss'),
  paper: colourOf('probe-paper'),
});

export type Colours = ReturnType<typeof colours>;
