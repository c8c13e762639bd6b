/** Requests a client may make within any 60 seconds. */
export const allowances = {
  anonymous: 20,
  free: 30,
  paid: 120,
  calendar: 600,
  calendar_messages: 60,
} as const;

export type Allowance = keyof typeof allowances;

/** What was decided of one request and when the client may send more. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests left in the window, never below 0. */
  readonly remaining: number;
  /** Unix seconds, rounded up, at which the window ends. */
  readonly resetAt: number;
  /** Whole seconds, at least 1, until a refused client may try again. */
  readonly retryAfter: number;
}

/** Counts requests per client; nobody else's requests change a client's count. */
export interface Limits {
  take(allowance: Allowance, client: string): Promise<Verdict>;
  close(): Promise<void>;
}
