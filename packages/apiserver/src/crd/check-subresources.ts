import { type FieldError, type FieldPath, invalid, required } from "@kiln/api";
import type { Subresources } from "@kiln/kinds";
import { checkSimplePath } from "./check-simple-path.ts";

export function checkSubresources(subresources: Subresources | undefined, path: FieldPath): FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) {
    return [];
  }
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = scale;
  const at = path.child("scale");
  return [
    ...checkReplicas(specReplicasPath, at.child("specReplicasPath"), ".spec"),
    ...checkReplicas(statusReplicasPath, at.child("statusReplicasPath"), ".status"),
    ...(labelSelectorPath === "" ? [] : checkSelector(labelSelectorPath, at.child("labelSelectorPath"))),
  ];
}

function checkReplicas(path: string, at: FieldPath, root: string): FieldError[] {
  if (path === "") {
    return [required(at, "")];
  }
  const errors = checkSimplePath(path, at);
  if (errors.length > 0 || path.startsWith(`${root}.`)) {
    return errors;
  }
  return [invalid(at, path, `should be a json path under ${root}`)];
}

function checkSelector(path: string, at: FieldPath): FieldError[] {
  const errors = checkSimplePath(path, at);
  if (errors.length > 0 || path.startsWith(".spec.") || path.startsWith(".status.")) {
    return errors;
  }
  return [invalid(at, path, "should be a json path under either .spec or .status")];
}
