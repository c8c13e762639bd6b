const ofValues =
  /^(?:Conversion|Out of Range|Invalid Input|Mismatch Type|Divide by Zero) Error: (?!.*pending query)/;

/**
 * What some value made impossible to compute, in one line; null where the disk, the memory or the
 * SQL itself is at fault, which no other value would mend.
 */
export function valueFault(error: unknown): string | null {
  if (!(error instanceof Error) || !ofValues.test(error.message)) return null;
  const [reason = ''] = error.message.split(/\n\s*\n/);
  return reason.replaceAll(/\s+/g, ' ').trim();
}
