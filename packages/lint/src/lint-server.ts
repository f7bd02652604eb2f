import { encodeJson, type JsonObject } from "@kiln/api";
import { causesOf, type FieldCause } from "./field-cause.ts";

export interface ServerVerdict {
  readonly causes: readonly FieldCause[];
  readonly warnings: readonly string[];
  /** Bytes of the CRD as it is sent to the server. */
  readonly sizeBytes: number;
}

/** API server that validates CRDs by dry run; nothing is stored. */
export interface LintServer {
  /** Each object is sent only once. */
  judge(definition: JsonObject): Promise<ServerVerdict>;
}

/** Sends one request with a JSON body to an API server, as an administrator. */
export type SendJson = (method: string, target: string, body: Uint8Array) => Promise<JsonAnswer>;

export interface JsonAnswer {
  readonly status: number;
  readonly body: JsonObject;
  readonly warnings: readonly string[];
}

export function createLintServer(send: SendJson): LintServer {
  const verdicts = new WeakMap<JsonObject, Promise<ServerVerdict>>();
  const ask = async (definition: JsonObject): Promise<ServerVerdict> => {
    const target = `/apis/${String(definition.apiVersion)}/customresourcedefinitions?dryRun=All&fieldValidation=Warn`;
    const bytes = encodeJson(definition);
    const answer = await send("POST", target, bytes);
    const causes = answer.status < 400 ? [] : reasonsOf(answer.body);
    return { causes, warnings: answer.warnings, sizeBytes: bytes.length };
  };
  return {
    judge(definition) {
      const verdict = verdicts.get(definition) ?? ask(definition);
      verdicts.set(definition, verdict);
      return verdict;
    },
  };
}

function reasonsOf(status: JsonObject): readonly FieldCause[] {
  const causes = causesOf(status);
  return causes.length > 0 ? causes : [{ field: "", message: String(status.message ?? "refused") }];
}
