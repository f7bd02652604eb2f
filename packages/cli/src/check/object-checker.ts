import { asObject, asText, deepCopy, escapePathPart, getOwn, isJsonObject, type JsonObject } from "@kiln/api";
import { causesOf, type FieldCause } from "@kiln/lint";
import type { Manifest } from "../manifests/manifest.ts";
import { withoutWebhook } from "../manifests/without-webhook.ts";
import { createKnownKinds, type KnownKinds, type ServedKind } from "./known-kinds.ts";
import { type LocalAnswer, type LocalServer, openLocalServer } from "./local-server.ts";
import { createTrials, type TriedManifest } from "./try-manifest.ts";

/** Result of checking one object. */
export interface Verdict {
  readonly manifest: Manifest;
  readonly isAccepted: boolean;
  /** Reason of a rejection. */
  readonly message: string;
  /** Field errors of a rejection. */
  readonly causes: readonly FieldCause[];
  readonly warnings: readonly string[];
  /**
   * The object as a server would store it, without server-set fields; undefined if it would be rejected. Decoded at
   * every call: a quiet run over 50 MB needs none of it.
   */
  stored(): JsonObject | undefined;
}

export interface CheckerOptions {
  readonly semantics: "kep" | "upstream";
  /** Whether unknown and duplicate fields are errors instead of warnings. */
  readonly isStrict: boolean;
  /** Namespace of objects without one. */
  readonly namespace: string;
}

/** Checks objects, one after the other, with a server of its own. */
export interface ObjectChecker {
  /** Checks a CRD as it is, and then stores it without its conversion webhook, which cannot be called offline. */
  define(manifest: Manifest, options: DefineOptions): Promise<Verdict>;
  /** Sends the object to the server: an update if there is an old one, else a create. Accepted objects are stored. */
  check(manifest: Manifest, old?: Manifest): Promise<Verdict>;
  /** Whether {@link tryAlone} has what the object needs: its kind and its namespace. */
  isPrepared(object: JsonObject): boolean;
  prepare(object: JsonObject): Promise<void>;
  /** The verdict of an accepted object that need not be stored for others; undefined for all others. */
  tryAlone(manifest: Manifest): Verdict | undefined;
  /** Whether checks of other objects depend on objects of the kind, because the server follows them. */
  isFollowed(object: JsonObject): Promise<boolean>;
  close(): Promise<void>;
}

export interface DefineOptions {
  readonly isStrict: boolean;
  readonly old?: Manifest | undefined;
}

export async function openObjectChecker({ semantics, isStrict, namespace }: CheckerOptions): Promise<ObjectChecker> {
  const server = await openLocalServer(semantics);
  const kinds = createKnownKinds(server);
  const checking: Checking = { server, kinds, namespace, isStrict, rejectedKinds: new Set() };
  const trials = createTrials(server, { isStrict });
  const definedKinds = new Set<string>();
  const namespaceOf = (object: JsonObject) => String(metadataOf(object).namespace ?? namespace);
  let stored = 0;
  return {
    async define(manifest, { old, ...options }) {
      const verdict = await checkDefinition({ ...checking, ...options }, manifest, old);
      const { group, kind } = namesOf(manifest.object);
      if (verdict.isAccepted) {
        definedKinds.add(`${group}/${kind}`);
      } else {
        checking.rejectedKinds.add(kind);
      }
      return verdict;
    },
    async check(manifest, old) {
      const verdict = await checkObject(checking, manifest, old);
      stored++;
      if (stored % OBJECTS_PER_HISTORY === 0) {
        await server.forgetHistory();
      }
      return verdict;
    },
    isPrepared: (object) => kinds.recall(object) !== undefined && kinds.hasSurroundings(object, namespaceOf(object)),
    async prepare(object) {
      if ((await kinds.find(object))?.isNamespaced) {
        await kinds.ensureSurroundings(object, namespaceOf(object));
      }
    },
    tryAlone(manifest) {
      const { object } = manifest;
      const kind = kinds.recall(object);
      if (kind === undefined || (isStrict && manifest.warnings.length > 0)) {
        return undefined;
      }
      const tried = trials.run(manifest, kind, namespaceOf(object));
      return tried && acceptedVerdict(manifest, tried);
    },
    async isFollowed(object) {
      const kind = await kinds.find(object);
      if (kind === undefined || HARMLESS_GROUPS.has(kind.group)) {
        return false;
      }
      return !definedKinds.has(`${kind.group}/${object.kind}`) && !trials.canTry(kind);
    },
    close: () => server.close(),
  };
}

/** The user of all checks is an administrator, for whom no role matters. */
const HARMLESS_GROUPS: ReadonlySet<string> = new Set(["rbac.authorization.k8s.io"]);

/**
 * Number of objects after which the history of the store is dropped. The store's own timer never runs, because all
 * objects are checked in one turn of the event loop.
 */
const OBJECTS_PER_HISTORY = 500;

function acceptedVerdict(manifest: Manifest, { warnings, stored }: TriedManifest): Verdict {
  return {
    manifest,
    isAccepted: true,
    message: "",
    causes: [],
    warnings: manifest.warnings.length === 0 ? warnings : [...manifest.warnings, ...warnings],
    stored: () => withoutBookkeeping(stored(), manifest.object),
  };
}

interface Checking {
  readonly server: LocalServer;
  readonly kinds: KnownKinds;
  readonly namespace: string;
  readonly isStrict: boolean;
  /** Kinds whose CRD was rejected. */
  readonly rejectedKinds: Set<unknown>;
}

const NOTHING = () => undefined;

/** Group and kind that a CRD defines. */
function namesOf({ spec }: JsonObject): { readonly group: unknown; readonly kind: unknown } {
  const { group, names } = asObject(spec);
  return { group, kind: asObject(names).kind };
}

const KEEP = "?fieldManager=kiln-check&fieldValidation=Warn";

interface Asking {
  readonly isStrict: boolean;
  readonly isDryRun: boolean;
}

function toQuery({ isStrict, isDryRun }: Asking): string {
  return `${isStrict ? KEEP.replace("=Warn", "=Strict") : KEEP}${isDryRun ? "&dryRun=All" : ""}`;
}

/** Checks a CRD as it is, and then stores it without its conversion webhook, which cannot be called offline. */
async function checkDefinition(
  { server, isStrict }: Checking,
  manifest: Manifest,
  old: Manifest | undefined,
): Promise<Verdict> {
  const { object } = manifest;
  const place = (of: JsonObject) => `/apis/${of.apiVersion}/customresourcedefinitions`;
  if (old !== undefined) {
    await writeOver(server, place(old.object), { object: withoutWebhook(old.object), query: KEEP });
  }
  const query = toQuery({ isStrict, isDryRun: true });
  const verdict = toVerdict(manifest, await writeOver(server, place(object), { object, query }), isStrict);
  if (verdict.isAccepted) {
    await writeOver(server, place(object), { object: withoutWebhook(object), query: KEEP });
  }
  const stored = () => {
    const { status: _, ...rest } = verdict.stored() ?? {};
    return rest;
  };
  return verdict.isAccepted ? { ...verdict, stored } : verdict;
}

async function checkObject(checking: Checking, manifest: Manifest, old: Manifest | undefined): Promise<Verdict> {
  const { server, kinds } = checking;
  const { object } = manifest;
  const missing = ["apiVersion", "kind"].filter((field) => typeof object[field] !== "string" || object[field] === "");
  if (missing.length > 0) {
    const message = `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing`;
    return { manifest, isAccepted: false, message, causes: [{ field: "", message }], warnings: [], stored: NOTHING };
  }
  const kind = await kinds.find(object);
  if (kind === undefined) {
    const advice = checking.rejectedKinds.has(object.kind) ? "its CRD is rejected" : "name its CRD with --crd";
    const message = `no matches for kind "${object.kind}" in version "${object.apiVersion}": ${advice}`;
    return { manifest, isAccepted: false, message, causes: [], warnings: [], stored: NOTHING };
  }
  const { namespace = metadataOf(old?.object).namespace ?? checking.namespace } = metadataOf(object);
  const inside = kind.isNamespaced ? String(namespace) : "";
  await kinds.ensureSurroundings(object, inside);
  const collection = `${kind.path}${inside === "" ? "" : `/namespaces/${escapePathPart(inside)}`}/${kind.plural}`;
  // Only a dry run: a webhook or policy would apply to all following objects, and an object that is rejected for its
  // text alone must not stay.
  const { isStrict } = checking;
  const query = toQuery({ isStrict, isDryRun: callsOthers(kind) || (isStrict && manifest.warnings.length > 0) });
  const key = old === undefined ? "" : await plant(server, { kind, inside, old: old.object });
  const answer = await writeOver(server, collection, { object, query, isThere: old !== undefined });
  if (key !== "" && callsOthers(kind)) {
    await server.uproot(key);
  }
  if (object.kind === "ResourceQuota" && answer.status < 400) {
    await untilMeasured(server, `${collection}/${escapePathPart(String(metadataOf(object).name))}`);
  }
  return toVerdict(manifest, answer, isStrict);
}

const MEASURE_MS = 10;
const MAX_MEASURES = 200;

/** Waits for the controller that measures the usage of a quota: until then the quota limits nothing. */
async function untilMeasured(server: LocalServer, target: string): Promise<void> {
  for (let i = 0; i < MAX_MEASURES; i++) {
    const { body } = await server.send("GET", target);
    if (asObject(body.status).hard !== undefined || asObject(body.spec).hard === undefined) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, MEASURE_MS));
  }
}

function callsOthers({ group, plural }: ServedKind): boolean {
  return plural.endsWith("webhookconfigurations") || group === "apiregistration.k8s.io";
}

interface Planted {
  readonly kind: ServedKind;
  readonly inside: string;
  readonly old: JsonObject;
}

/** Writes an object to the store directly, without validation. Returns its key. */
async function plant(server: LocalServer, { kind, inside, old }: Planted): Promise<string> {
  const path = [kind.group || "core", kind.plural, ...(inside === "" ? [] : [inside]), String(metadataOf(old).name)];
  const key = `/registry/${path.join("/")}`;
  await server.plant(key, toStored(old, inside === "" ? {} : { namespace: inside }));
  return key;
}

interface OneWrite {
  readonly object: JsonObject;
  readonly query: string;
  /** Whether an object of that name was stored directly. */
  readonly isThere?: boolean;
}

/** Creates the object, or updates the existing one of that name. */
async function writeOver(
  server: LocalServer,
  collection: string,
  { object, query, isThere = false }: OneWrite,
): Promise<LocalAnswer> {
  const created = isThere ? undefined : await server.send("POST", collection + query, object);
  if (created !== undefined && (created.status !== 409 || created.body.reason !== "AlreadyExists")) {
    return created;
  }
  const target = `${collection}/${escapePathPart(String(metadataOf(object).name))}`;
  const { body: live } = await server.send("GET", target);
  const resourceVersion = metadataOf(live).resourceVersion ?? "";
  return server.send("PUT", target + query, { ...object, metadata: { ...metadataOf(object), resourceVersion } });
}

/** The object in the form in which a server would have stored it. */
function toStored(object: JsonObject, place: JsonObject): JsonObject {
  const stored = deepCopy(object);
  const metadata = Object.assign(metadataOf(stored), place);
  metadata.uid ??= "00000000-0000-4000-8000-000000000000";
  metadata.creationTimestamp ??= "2020-01-01T00:00:00Z";
  delete metadata.resourceVersion;
  return stored;
}

function toVerdict(manifest: Manifest, answer: LocalAnswer, isStrict: boolean): Verdict {
  const { status } = answer;
  // Duplicate keys are visible only in the text: the server receives the decoded object.
  const repeated = isStrict ? manifest.warnings.map((message) => ({ field: "", message })) : [];
  const warnings = isStrict ? answer.warnings : [...manifest.warnings, ...answer.warnings];
  if (status < 400 && repeated.length === 0) {
    const stored = () => withoutBookkeeping(answer.body, manifest.object);
    return { manifest, isAccepted: true, message: "", causes: [], warnings, stored };
  }
  const message = status < 400 ? manifest.warnings.join(", ") : describeRefusal(answer);
  const causes = [...repeated, ...(status < 400 ? [] : [...causesOf(answer.body), ...strictCauses(message)])];
  return { manifest, isAccepted: false, message, causes, warnings, stored: NOTHING };
}

function describeRefusal({ status, body }: LocalAnswer): string {
  const message = asText(body.message) || `refused with ${status}`;
  return status === 413 ? `larger than 3 MiB, the most that a request may hold: ${message}` : message;
}

/** Errors of strict mode: the server names their fields only in its message. */
function strictCauses(message: string): FieldCause[] {
  const [, list = ""] = message.split("strict decoding error: ");
  return [...list.matchAll(/(\w+ field) "([^"]+)"/g)].map(([, what = "", field = ""]) => ({ field, message: what }));
}

const BOOKKEEPING = ["uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink"];

/** The object without the fields that the server adds. */
function withoutBookkeeping(object: JsonObject, sent: JsonObject): JsonObject {
  const metadata = { ...metadataOf(object) };
  for (const field of [...BOOKKEEPING, "namespace"]) {
    if (getOwn(metadataOf(sent), field) === undefined) {
      delete metadata[field];
    }
  }
  return { ...object, metadata };
}

function metadataOf(object: JsonObject | undefined): JsonObject {
  return isJsonObject(object?.metadata) ? object.metadata : {};
}
