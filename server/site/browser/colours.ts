/** Returns the colours of the stylesheet for the current theme, as canvas colours. */
export function colours() {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colourOf = (name: string): string => {
    probe.className = `probe-${name}`;
    return getComputedStyle(probe).color;
  };
  const found = {
    ink: colourOf('ink'),
    quiet: colourOf('quiet'),
    line: colourOf('line'),
    accent: colourOf('accent'),
    loss: colourOf('loss'),
    paper: colourOf('paper'),
  };
  probe.remove();
  return found;
}

export type Colours = ReturnType<typeof colours>;
