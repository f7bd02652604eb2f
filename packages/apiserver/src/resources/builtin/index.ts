import type { BuiltIn } from "./built-in.ts";
import { configMap } from "./config-map.ts";
import { customResourceDefinition } from "./custom-resource-definition.ts";
import { namespace } from "./namespace.ts";
import { secret } from "./secret.ts";
import { selfSubjectReview } from "./self-subject-review.ts";

/** Every built-in kind that is served. */
export const builtIns: readonly BuiltIn[] = [namespace, configMap, secret, customResourceDefinition, selfSubjectReview];
