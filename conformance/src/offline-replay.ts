import { deepCopy, getOwn, isJsonObject, type JsonObject, type JsonValue, parseJson } from "@kiln/api";
import {
  type CompiledSchema,
  type CompiledValidate,
  compileSchema,
  compileValidate,
  type JsonSchema,
  parseJsonSchema,
} from "@kiln/schema";
import { applyJsonPatch, applyMergePatch } from "./apply-patch.ts";

/** One request of a recording and its answer. */
export interface Step {
  readonly do?: string;
  readonly body?: JsonValue;
  readonly raw?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly answer?: { readonly code: number; readonly body?: JsonValue };
}

/** Input of validation for one write to a custom resource. */
export interface Write {
  readonly verb: "create" | "update" | "status";
  readonly value: JsonObject;
  readonly old: JsonObject | undefined;
  readonly resource: Resource;
  /** Stores the object when the write succeeds. */
  readonly store: () => void;
}

export interface Resource {
  readonly schema: JsonSchema;
  readonly validate: CompiledValidate;
  readonly hasStatus: boolean;
  readonly compiled: CompiledSchema;
}

const CRD_PATH = /^\/apis\/apiextensions\.k8s\.io\/(v1|v1beta1)\/customresourcedefinitions(?:\/([^/]+))?(\/status)?$/;
const OBJECT_PATH = /^\/apis\/([^/]+)\/([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/([^/]+))?(?:\/(status))?$/;

/** CRDs and objects of a recording so far. */
export class OfflineReplay {
  readonly #definitions = new Map<string, JsonObject>();
  readonly #objects = new Map<string, JsonObject>();
  readonly #resources = new Map<string, Resource>();

  /**
   * Takes the step in: definitions change at once, objects when the write is stored. Undefined where there is nothing to
   * judge: reads, deletes, definitions, built-in kinds, bodies that are no JSON, and what cannot be known offline, which
   * is applies, objects made by them, and resources whose definition was patched in the other version's form.
   */
  read(step: Step): Write | undefined {
    const [verb = "", url = ""] = (step.do ?? "").split(" ");
    const [path = "", query = ""] = url.split("?");
    if (!["POST", "PUT", "PATCH"].includes(verb) || step.answer === undefined) {
      return undefined;
    }
    const definition = CRD_PATH.exec(path);
    if (definition !== null) {
      const isChanged = step.answer.code < 300 && !query.includes("dryRun") && definition[3] === undefined;
      if (isChanged) {
        this.#define(step, definition[2]);
      }
      return undefined;
    }
    const [, group, version, namespace, plural, name, subresource] = OBJECT_PATH.exec(path) ?? [];
    const resource = this.#resources.get(`${plural}.${group}/${version}`);
    if (resource === undefined) {
      return undefined;
    }
    const key = `${plural}.${group}/${namespace ?? ""}/`;
    return this.#write(step, { verb, key, name, resource, isStatus: subresource === "status" });
  }

  #define(step: Step, name: string | undefined): void {
    const old = name === undefined ? undefined : this.#definitions.get(name);
    const definition = build(step, old);
    if (definition === undefined) {
      for (const id of old === undefined ? [] : resourcesOf(old).keys()) {
        this.#resources.delete(id);
      }
      this.#definitions.delete(name ?? "");
      return;
    }
    const metadata = definition.metadata as JsonObject;
    this.#definitions.set(metadata.name as string, definition);
    for (const [id, resource] of resourcesOf(definition)) {
      this.#resources.set(id, resource);
    }
  }

  #write(step: Step, at: Target): Write | undefined {
    const stored = at.name === undefined ? undefined : this.#objects.get(at.key + at.name);
    const old = stored === undefined ? undefined : at.resource.compiled.roundtrip(deepCopy(stored));
    const built = build(step, old);
    if (built === undefined) {
      return undefined;
    }
    const { mismatches, mayHaveNulls } = at.resource.compiled.prune(built);
    if (mismatches.length > 0 && step.answer?.code === 400) {
      return undefined;
    }
    at.resource.compiled.setDefaults?.(built, { mayHaveNulls });
    const value = settleStatus(built, old, at);
    const name = (value.metadata as JsonObject | undefined)?.name;
    return {
      verb: old === undefined ? "create" : at.isStatus ? "status" : "update",
      value,
      old,
      resource: at.resource,
      store: () => {
        if (!(step.do ?? "").includes("dryRun")) {
          this.#objects.set(at.key + String(name), value);
        }
      },
    };
  }
}

interface Target {
  readonly verb: string;
  readonly key: string;
  readonly name: string | undefined;
  readonly resource: Resource;
  readonly isStatus: boolean;
}

/** Object that results from a write. */
function build(step: Step, old: JsonObject | undefined): JsonObject | undefined {
  const body = step.raw === undefined ? step.body : tryParse(step.raw);
  const type = step.headers?.["content-type"] ?? "application/json";
  if (type.includes("merge-patch") || type.includes("json-patch")) {
    if (old === undefined || body === undefined) {
      return undefined;
    }
    const patched = type.includes("merge-patch") ? applyMergePatch(old, body) : applyJsonPatch(old, body);
    return isJsonObject(patched) ? patched : undefined;
  }
  return type === "application/json" && isJsonObject(body) ? deepCopy(body) : undefined;
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return parseJson(text).value;
  } catch {
    return undefined;
  }
}

/** Keeps or takes over `status`, depending on the status subresource. */
function settleStatus(value: JsonObject, old: JsonObject | undefined, at: Target): JsonObject {
  if (!at.resource.hasStatus) {
    return value;
  }
  const { status: _, ...rest } = value;
  if (at.isStatus && old !== undefined) {
    const { status: __, ...oldRest } = old;
    return value.status === undefined ? oldRest : { ...oldRest, status: value.status };
  }
  return old?.status === undefined ? rest : { ...rest, status: old.status };
}

function resourcesOf(definition: JsonObject): Map<string, Resource> {
  const spec = definition.spec as JsonObject;
  const names = spec.names as JsonObject;
  const isLoose = (definition.apiVersion as string).endsWith("v1beta1") && spec.preserveUnknownFields !== false;
  const versions = (spec.versions ?? [{ name: spec.version as string }]) as JsonObject[];
  const resources = new Map<string, Resource>();
  for (const version of versions) {
    const json = openApiSchema(version.schema) ?? openApiSchema(spec.validation) ?? {};
    const { schema } = parseJsonSchema(json);
    const subresources = (version.subresources ?? spec.subresources ?? {}) as JsonObject;
    resources.set(`${names.plural}.${spec.group}/${version.name}`, {
      schema,
      validate: compileValidate(schema),
      hasStatus: getOwn(subresources, "status") !== undefined,
      compiled: compileSchema(schema, {
        semantics: "upstream",
        preserveUnknownFields: isLoose || spec.preserveUnknownFields === true,
      }),
    });
  }
  return resources;
}

function openApiSchema(holder: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(holder) ? getOwn(holder, "openAPIV3Schema") : undefined;
}
