import { type FieldError, fieldPath, invalid, quoteGo, required } from "@kiln/api";
import type { Definition } from "@kiln/kinds";

const ANNOTATION = "api-approved.kubernetes.io";
const SEE = "see https://github.com/kubernetes/enhancements/pull/1111";

export type ApprovalState = "invalid" | "approved" | "bypassed" | "missing";

export interface Approval {
  readonly state: ApprovalState;
  readonly reason: string;
}

/** True for groups of the Kubernetes community; CRDs need an approval annotation to use them. */
export function isProtectedGroup(group: string): boolean {
  return ["k8s.io", "kubernetes.io"].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

export function approvalOf({ metadata }: Definition): Approval {
  const annotation = metadata.annotations?.[ANNOTATION] ?? "";
  if (annotation === "") {
    return {
      state: "missing",
      reason: `protected groups must have approval annotation ${quoteGo(ANNOTATION)}, ${SEE}`,
    };
  }
  if (annotation.startsWith("unapproved")) {
    return { state: "bypassed", reason: `not approved: ${quoteGo(annotation)}` };
  }
  if (hasSchemeAndHost(annotation)) {
    return { state: "approved", reason: `approved in ${annotation}` };
  }
  const expected = `with either a URL or a reason starting with "unapproved"`;
  return {
    state: "invalid",
    reason: `protected groups must have approval annotation ${quoteGo(ANNOTATION)} ${expected}, ${SEE}`,
  };
}

function hasSchemeAndHost(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s]+(?:[/?][^\s]*)?$/.test(text);
}

/** Validates the approval annotation. An update may leave an invalid one unchanged. */
export function checkApproval(definition: Definition, old?: Definition): FieldError[] {
  if (!isProtectedGroup(definition.spec.group)) {
    return [];
  }
  const { state, reason } = approvalOf(definition);
  const isAllowed = state === "approved" || state === "bypassed" || (old && approvalOf(old).state === state);
  if (isAllowed) {
    return [];
  }
  const path = fieldPath("metadata", "annotations").key(ANNOTATION);
  const annotation = definition.metadata.annotations?.[ANNOTATION] ?? "";
  return state === "missing" ? [required(path, reason)] : [invalid(path, annotation, reason)];
}
