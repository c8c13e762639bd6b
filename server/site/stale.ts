const maxAgeMilliseconds = 7 * 86_400_000;

/** Returns true if the newest data of an account is older than a week. */
export function isStale(
  { updated_at }: { readonly updated_at: string | null },
  now: Date,
): boolean {
  return updated_at !== null && now.getTime() - Date.parse(updated_at) > maxAgeMilliseconds;
}
