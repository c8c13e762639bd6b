/** The colours of the styles as the canvas wants them: worked out for the theme in force. */
export function colours() {
  const probe = document.createElement('span');
  document.body.append(probe);
  const of = (name: string): string => {
    probe.className = `probe-${name}`;
    return getComputedStyle(probe).color;
  };
  const found = {
    ink: of('ink'),
    quiet: of('quiet'),
    line: of('line'),
    accent: of('accent'),
    loss: of('loss'),
  };
  probe.remove();
  return found;
}

export type Colours = ReturnType<typeof colours>;
