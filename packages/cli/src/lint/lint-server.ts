import { isJsonObject, type JsonObject } from "@kiln/api";
import { openLocalServer } from "../check/local-server.ts";

/** One thing that the server holds against a CRD. */
export interface ServerCause {
  /** As Kubernetes writes it; empty if it names none. */
  readonly field: string;
  readonly message: string;
}

export interface ServerVerdict {
  readonly causes: readonly ServerCause[];
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
    return { causes: status < 400 ? [] : causesOf(body), warnings };
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

function causesOf({ message, details }: JsonObject): ServerCause[] {
  const listed = isJsonObject(details) && Array.isArray(details.causes) ? details.causes.filter(isJsonObject) : [];
  const causes = listed.map((cause) => ({ field: String(cause.field ?? ""), message: String(cause.message ?? "") }));
  return causes.length > 0 ? causes : [{ field: "", message: String(message ?? "refused") }];
}
