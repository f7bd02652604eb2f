export type Propagation = "Foreground" | "Background" | "Orphan";

/** Decoded options of a delete. */
export interface DeleteOptions {
  readonly isDryRun: boolean;
  /** Preconditions of the deletion. */
  readonly preconditions: Preconditions;
  /** Treatment of dependents; absent: the default of the object or its kind. */
  readonly propagation?: Propagation;
  /** Deprecated form of `propagation`; never set together with it. */
  readonly orphansDependents?: boolean;
  /** Grace period in seconds, for kinds that have one; never negative. */
  readonly gracePeriodSeconds?: number;
}

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}
