export type Propagation = "Foreground" | "Background" | "Orphan";

/** Options of a delete. */
export interface DeleteOptions {
  readonly isDryRun: boolean;
  /** The object is deleted only if these hold. */
  readonly preconditions: Preconditions;
  /** Deletion of dependents; the default of the object or its kind if absent. */
  readonly propagation?: Propagation;
  /** The same as the deprecated orphanDependents. Never both. */
  readonly orphansDependents?: boolean;
  /** Grace period, for kinds that have one; never negative. */
  readonly gracePeriodSeconds?: number;
}

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}
