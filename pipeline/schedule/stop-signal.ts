const signals = ['SIGTERM', 'SIGINT'] as const;

/** The signal that asks this process to end; a second one ends it at once. */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    const stop = (signal: string): void => {
      for (const name of signals) process.off(name, stop);
      resolve(signal);
    };
    for (const name of signals) process.on(name, stop);
  });
}
