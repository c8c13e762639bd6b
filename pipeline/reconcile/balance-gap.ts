/**
 * Returns the difference between the balance of the trades and deposits and the balance that the
 * platform printed. Returns null if it is not known, or if both agree and other amounts differ.
 */
export const balanceGap = (
  reconciliation: { readonly gap: number | null } | null | undefined,
): number | null => reconciliation?.gap || null;
