/** What an export prints of itself, compared with what its rows add up to. */
export interface Checks {
  /** What agrees. */
  facts: string[];
  warnings: string[];
  /** Names of printed sums of money that the rows contradict. */
  contradicted: string[];
}
