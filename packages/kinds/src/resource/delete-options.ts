export type Propagation = "Foreground" | "Background" | "Orphan";

/** How an object is to be deleted. */
export interface DeleteOptions {
  readonly isDryRun: boolean;
  /** The object is deleted only if it is this one, and has not changed since. */
  readonly preconditions: Preconditions;
  /** Deletion of dependents; the default of the object or its kind if absent. */
  readonly propagation?: Propagation;
  /** The same in the words of old clients. Never given together. */
  readonly orphansDependents?: boolean;
  /** How long the object may take to go, where its kind takes its time; never negative. */
  readonly gracePeriodSeconds?: number;
}

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}
