/**
 * Errors that an update may keep, because the values were stored under older rules. A new object is validated with
 * {@link STRICT}.
 */
export interface PodLeniency {
  /** True for the spec of a Pod, false for that of a template. */
  readonly isPod: boolean;
  readonly allowsInvalidDeletionCost: boolean;
  readonly allowsInvalidAffinitySelectors: boolean;
  readonly allowsInvalidNodeAffinityValues: boolean;
  readonly allowsInvalidSpreadSelectors: boolean;
  readonly allowsOddHugePages: boolean;
  readonly allowsAnyTokenPath: boolean;
  readonly allowsHostSysctls: boolean;
}

export const STRICT: PodLeniency = {
  isPod: false,
  allowsInvalidDeletionCost: false,
  allowsInvalidAffinitySelectors: false,
  allowsInvalidNodeAffinityValues: false,
  allowsInvalidSpreadSelectors: false,
  allowsOddHugePages: false,
  allowsAnyTokenPath: false,
  allowsHostSysctls: false,
};
