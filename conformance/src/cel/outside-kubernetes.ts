import { isJsonObject } from "@kiln/api";
import type { SpecCase } from "./spec-case.ts";

const files: ReadonlyMap<string, string> = new Map([
  ["block_ext", "cel.block is no part of Kubernetes' environment"],
  ["encoders_ext", "base64 is no part of Kubernetes' environment"],
  ["math_ext", "math is no part of Kubernetes' environment"],
  ["proto2_ext", "protobuf messages do not exist in Kubernetes' environment"],
  ["bindings_ext", "cel.bind is no part of Kubernetes' environment"],
]);

const messages =
  /TestAllTypes|TestRequired|GlobalEnum|google\.protobuf\.(?!Duration\b(?!\{)|Timestamp\b(?!\{))|\b\w*Value\{|proto\.(?:getExt|hasExt)/;

/** Reason why Kubernetes' environment cannot run a case; undefined if it can. */
export function reasonOutside(spec: SpecCase): string | undefined {
  const reason = files.get(spec.file);
  if (reason !== undefined) {
    return reason;
  }
  if (messages.test(spec.expression) || usesMessages(spec)) {
    return "protobuf messages do not exist in Kubernetes' environment";
  }
  if (spec.typeEnvironment.some((declaration) => isJsonObject(declaration.function))) {
    return "the case declares functions of its own";
  }
  return spec.isUnchecked ? "Kubernetes checks the types of every expression" : undefined;
}

function usesMessages(spec: SpecCase): boolean {
  const text = JSON.stringify([spec.typeEnvironment, spec.bindings, spec.expected ?? null]);
  return /"messageType"|conformance\.proto|protobuf\.(?:Any|Struct|Value|ListValue|\w+Value)\b/.test(text);
}
