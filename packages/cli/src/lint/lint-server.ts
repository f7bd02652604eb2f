import { encodeJson, type JsonObject } from "@kiln/api";
import { causesOf, type FieldCause, openLocalServer } from "../check/local-server.ts";

export interface ServerVerdict {
  readonly causes: readonly FieldCause[];
  readonly warnings: readonly string[];
  /** Of the definition as it was sent. */
  readonly sizeBytes: number;
}

/** Asks the server about CRDs; nothing is kept. */
export interface LintServer {
  /** The same object is only sent once. */
  judge(definition: JsonObject): Promise<ServerVerdict>;
  close(): Promise<void>;
}

export async function openLintServer(semantics: "kep" | "upstream"): Promise<LintServer> {
  const server = await openLocalServer(semantics);
  const verdicts = new WeakMap<JsonObject, Promise<ServerVerdict>>();
  const ask = async (definition: JsonObject): Promise<ServerVerdict> => {
    const target = `/apis/${String(definition.apiVersion)}/customresourcedefinitions?dryRun=All&fieldValidation=Warn`;
    const bytes = encodeJson(definition);
    const answer = await server.send("POST", target, bytes);
    const causes = answer.status < 400 ? [] : reasonsOf(answer.body);
    return { causes, warnings: answer.warnings, sizeBytes: bytes.length };
  };
  return {
    judge(definition) {
      const verdict = verdicts.get(definition) ?? ask(definition);
      verdicts.set(definition, verdict);
      return verdict;
    },
    close: () => server.close(),
  };
}

function reasonsOf(status: JsonObject): readonly FieldCause[] {
  const causes = causesOf(status);
  return causes.length > 0 ? causes : [{ field: "", message: String(status.message ?? "refused") }];
}
