import type { JsonObject } from "@kiln/api";
import type { TestAnswer, TestServer } from "./start-test-server.ts";

export const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

export interface DefinitionParts {
  readonly group?: string;
  readonly plural?: string;
  readonly names?: JsonObject;
  readonly annotations?: JsonObject;
  /** Versions of the CRD; absent: one version `v1` with the schema `{type: object}`. */
  readonly versions?: JsonObject[];
  readonly spec?: JsonObject;
}

/** A valid CRD; `parts` replace its defaults. */
export function definition(parts: DefinitionParts = {}): JsonObject {
  const { group = "example.com", plural = "widgets", names = {}, versions = [version()], annotations } = parts;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, ...(annotations === undefined ? {} : { annotations }) },
    spec: { group, scope: "Namespaced", names: { plural, kind: "Widget", ...names }, versions, ...parts.spec },
  };
}

/** Version `v1`, served and stored; `fields` replace its own. */
export function version(fields: JsonObject = {}): JsonObject {
  return { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } }, ...fields };
}

/** Schema of a version whose spec has these properties. */
export function specSchema(properties: JsonObject): JsonObject {
  return { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } };
}

export function causesOf(answer: TestAnswer): string[] {
  const details = answer.json?.details as { causes?: { field: string; message: string }[] } | undefined;
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}

export async function conditionsOf({ send }: TestServer, name: string): Promise<string[]> {
  const { json } = await send("GET", `${DEFINITIONS}/${name}`);
  const status = json?.status as { conditions?: { type: string; status: string; reason: string }[] } | undefined;
  return (status?.conditions ?? []).map(({ type, status: verdict, reason }) => `${type}=${verdict} ${reason}`);
}
