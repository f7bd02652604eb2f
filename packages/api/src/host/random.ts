/** Randomness, passed in so that tests can foresee it. */
export interface Random {
  uuid(): string;
  /** From 0 up to but not including 1. */
  readonly fraction: () => number;
}
