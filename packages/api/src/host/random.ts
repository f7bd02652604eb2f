/** Source of randomness, passed in, so that tests can control it. */
export interface Random {
  uuid(): string;
  /** Number from 0 up to but not including 1. */
  readonly fraction: () => number;
}
