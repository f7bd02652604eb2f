import type { JsonObject } from "@kiln/api";
import type { ManifestText } from "../manifests/manifest.ts";
import type { Surroundings, Survey } from "./find-independent.ts";
import type { CheckerOptions } from "./object-checker.ts";
import type { ReportSettings } from "./report-verdict.ts";

export interface ThreadSettings extends CheckerOptions, ReportSettings {}

/** Number of a part of the texts; each part stays with one thread. */
type Part = number;

/** Position of an object: the number of its part, and its index there. */
export interface ObjectPosition {
  readonly part: Part;
  readonly index: number;
}

/** An object on which the checks of all later ones depend. */
export interface FollowedObject extends ObjectPosition {
  readonly object: JsonObject;
  /** Warnings of the YAML parser, which are errors in strict mode. */
  readonly warnings: readonly string[];
}

export type ToThread =
  | { readonly type: "read"; readonly part: Part; readonly source: ManifestText }
  | {
      readonly type: "check";
      readonly surroundings: Surroundings;
      readonly definitions: readonly JsonObject[];
      /** In the order of their positions. */
      readonly followed: readonly FollowedObject[];
    };

export interface ReadPart {
  readonly type: "read";
  readonly part: Part;
  /** True if the text has a syntax error; the other fields are then empty. */
  readonly isUnreadable: boolean;
  readonly count: number;
  /** Survey of all objects except CRDs. */
  readonly survey: Survey;
  /** One object of each kind, without its content. */
  readonly kinds: readonly JsonObject[];
  /** Indices of CRDs. */
  readonly definitions: readonly number[];
}

export interface CheckedPart {
  readonly type: "checked";
  readonly part: Part;
  readonly accepted: number;
  /** In the order of the objects: output about accepted ones, or the index of one that the main thread must check. */
  readonly outputs: readonly (string | number)[];
}

export type FromThread = ReadPart | CheckedPart;
