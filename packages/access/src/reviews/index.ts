import type { Declaration } from "@kiln/kinds";
import { localSubjectAccessReview } from "./local-subject-access-review.ts";
import { selfSubjectAccessReview } from "./self-subject-access-review.ts";
import { selfSubjectReview } from "./self-subject-review.ts";
import { selfSubjectRulesReview } from "./self-subject-rules-review.ts";
import { subjectAccessReview } from "./subject-access-review.ts";
import { tokenReview } from "./token-review.ts";

/** Review kinds, whose creates return a result and store nothing. */
export const reviews: readonly Declaration[] = [
  localSubjectAccessReview,
  selfSubjectAccessReview,
  selfSubjectReview,
  selfSubjectRulesReview,
  subjectAccessReview,
  tokenReview,
];
