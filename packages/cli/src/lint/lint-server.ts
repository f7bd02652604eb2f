import type { JsonObject } from "@kiln/api";
import { causesOf, type FieldCause, openLocalServer } from "../check/local-server.ts";

export interface ServerVerdict {
  readonly causes: readonly FieldCause[];
  readonly warnings: readonly string[];
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
    const { status, body, warnings } = await server.send("POST", target, definition);
    return { causes: status < 400 ? [] : reasonsOf(body), warnings };
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
