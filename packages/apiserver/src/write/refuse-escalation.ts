import { RBAC_GROUP } from "@kiln/access";
import { checkEscalation } from "./check-escalation.ts";
import type { Step } from "./write.ts";

/** Rejects roles and bindings that grant rights the user lacks. Runs after admission, which may still add rules. */
export const refuseEscalation: Step = (write) =>
  write.resource.group === RBAC_GROUP && write.resource.dialect.writing.hasOwnRules
    ? checkEscalation(write)
    : undefined;
