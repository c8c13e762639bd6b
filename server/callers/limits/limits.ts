/** Requests a client may make within any 60 seconds. */
export const allowances = {
  anonymous: 20,
  free: 30,
  paid: 120,
  calendar: 600,
  calendar_messages: 60,
  pages: 120,
} as const;

export const windowSeconds = 60;

export type Allowance = keyof typeof allowances;

/** How many requests each allowance is, where a test needs others than those in force. */
export type Allowances = Readonly<Record<Allowance, number>>;

/** Makes one of something for each allowance, when it is first asked for. */
export function onePerAllowance<Made>(
  make: (allowance: Allowance) => Made,
): (allowance: Allowance) => Made {
  const known = new Map<Allowance, Made>();
  return (allowance) => {
    const found = known.get(allowance);
    if (found !== undefined) return found;
    const made = make(allowance);
    known.set(allowance, made);
    return made;
  };
}

/** What was decided of one request and when the client may send more. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests left in the window, never below 0. */
  readonly remaining: number;
  /** Unix second in which the oldest counted request leaves the window; at most 60 ahead. */
  readonly resetAt: number;
  /** Whole seconds, 1 to 60, after which a refused client is free to try again. */
  readonly retryAfter: number;
}

/** Counts requests per client; nobody else's requests change a client's count. */
export interface Limits {
  /**
   * Counts a request unless it is refused: whoever is over the limit does not wait longer for
   * trying. The client is what `clientOf` makes of an address, or a key's id. A promise only
   * where Redis has to be asked.
   */
  take(allowance: Allowance, client: string): Verdict | Promise<Verdict>;
  close(): Promise<void>;
}
