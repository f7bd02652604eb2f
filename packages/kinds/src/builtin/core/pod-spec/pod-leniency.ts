/**
 * Invalid values that an update may keep, because they were stored under older rules. A new object gets
 * {@link STRICT}.
 */
export interface PodLeniency {
  /** The spec is that of a Pod and not of a template of one. */
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
