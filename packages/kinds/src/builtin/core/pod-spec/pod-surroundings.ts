import type { FieldError, JsonObject } from "@kiln/api";
import { type PodLeniency, STRICT } from "./pod-leniency.ts";

/** Properties of the Pod that the validation of its containers depends on. */
export interface PodSurroundings {
  readonly spec: JsonObject;
  /** Valid volumes of the Pod by name. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
  readonly volumeErrors: readonly FieldError[];
  /** Names of the Pod's resource claims. */
  readonly claims: ReadonlySet<string>;
  readonly leniency: PodLeniency;
}

/** Surroundings of a container outside of a Pod. */
export const NO_POD: PodSurroundings = {
  spec: {},
  volumes: new Map(),
  volumeErrors: [],
  claims: new Set(),
  leniency: STRICT,
};
