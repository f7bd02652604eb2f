import { encodeJson, type JsonObject } from "@kiln/api";
import { createLintServer, type LintServer, type ServerVerdict } from "@kiln/lint";
import { copyPlain } from "../check/copy-plain.ts";
import { type LocalServer, openLocalServer, readWarnings } from "../check/local-server.ts";

/** A {@link LintServer} in this process. */
export interface OpenLintServer extends LintServer {
  close(): Promise<void>;
}

export async function openLintServer(semantics: "kep" | "upstream"): Promise<OpenLintServer> {
  const server = await openLocalServer(semantics);
  const requests = createLintServer(server.send);
  const tryDefinition = createTrial(server);
  const verdicts = new WeakMap<JsonObject, Promise<ServerVerdict>>();
  return {
    judge(definition) {
      let verdict = verdicts.get(definition);
      if (verdict === undefined) {
        const tried = tryDefinition(definition);
        verdict = tried === undefined ? requests.judge(definition) : Promise.resolve(tried);
        verdicts.set(definition, verdict);
      }
      return verdict;
    },
    close: () => server.close(),
  };
}

/**
 * Validates CRDs without HTTP and managed fields, which are two fifths of the work of a request. Undefined: the CRD is
 * rejected or in an unusual form, and only a request returns the reason.
 */
function createTrial(server: LocalServer): (definition: JsonObject) => ServerVerdict | undefined {
  const kind = { group: "apiextensions.k8s.io", version: "v1", plural: "customresourcedefinitions" };
  const trial = server.openTrial(kind, { isDryRun: true });
  return (definition) => {
    const { apiVersion, kind: named } = definition;
    const isCurrent = apiVersion === "apiextensions.k8s.io/v1" && named === "CustomResourceDefinition";
    const object = isCurrent && hasPlainMetadata(definition) ? copyPlain(definition) : undefined;
    if (trial === undefined || object === undefined) {
      return undefined;
    }
    const { isAccepted, warnings } = trial.run({ namespace: "", object, fieldValidation: "Warn" });
    const sizeBytes = encodeJson(definition).length;
    return isAccepted ? { causes: [], warnings: readWarnings(warnings), sizeBytes } : undefined;
  };
}

/** Whether the CRD has no metadata that only a commit handles. */
function hasPlainMetadata({ metadata }: JsonObject): boolean {
  const given = (metadata ?? {}) as JsonObject;
  return ["resourceVersion", "uid", "managedFields", "generateName"].every((field) => given[field] === undefined);
}
