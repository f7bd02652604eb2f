import { isAbsolute, resolve } from "node:path";
import type { Clock } from "@kiln/api";
import type { Notification } from "./notify/notifier.ts";
import { createScript } from "./notify/run-script.ts";
import { createRequest } from "./notify/send-request.ts";
import { createSignal } from "./notify/send-signal.ts";
import type { FileSet, Method, ProjectorConfig, UrlRules } from "./projector-config.ts";
import { kindsOf, readSets } from "./read-sets.ts";
import { isSet, listOf, modeOf, numberOf, oneOf, refsOf, SettingError } from "./setting-readers.ts";
import type { SettingValues } from "./settings.ts";

export interface SettingSurroundings {
  /** Namespace of objects for which the settings name none. */
  readonly namespace: string;
  readFile(path: string): string;
}

/** Settings of a projector. Throws a SettingError that names the setting and the allowed values. */
export function readProjectSettings(values: SettingValues, surroundings: SettingSurroundings): ProjectorConfig {
  const folder = values.get("folder");
  if (folder === undefined) {
    throw new SettingError("say where the files go: --folder or FOLDER");
  }
  const roots = [folder, ...listOf(values, "allowed-folders")].map((root) => resolve(root)) as [string, ...string[]];
  const names = namespacesOf(values, surroundings.namespace);
  const kinds = kindsOf(values.get("resource") ?? "configmap");
  if (kinds === undefined) {
    throw new SettingError("--resource takes configmap, secret or both");
  }
  const toRefs = (text: string) => refsOf(text, { kinds, namespaces: names });
  return {
    roots,
    sets: readFileSets(values, { surroundings, roots, names }),
    method: methodOf(values),
    sleepMs: numberOf(values, "sleep-time", 60) * 1000,
    watchSeconds: Math.max(1, numberOf(values, "watch-server-timeout", 60)),
    debounceMs: numberOf(values, "debounce", 0.2) * 1000,
    refusesDuplicates: oneOf(values, "on-duplicate", ["warn", "error"]) === "error",
    waitFor: listOf(values, "wait-for").flatMap(toRefs),
    ownership: ownershipOf(values),
    isSynced: isSet(values, "fsync"),
    urls: urlRulesOf(values, surroundings),
  };
}

interface SetPlace {
  readonly surroundings: SettingSurroundings;
  readonly roots: readonly [string, ...string[]];
  readonly names: readonly string[] | undefined;
}

function readFileSets(values: SettingValues, { surroundings, roots, names }: SetPlace): readonly FileSet[] {
  const folderAnnotation = values.get("folder-annotation") ?? "k8s-sidecar-target-directory";
  const defaultMode = modeOf(values.get("default-file-mode") ?? "644");
  const isUnique = isSet(values, "unique-filenames");
  const [folder] = roots;
  const file = values.get("config");
  if (file !== undefined) {
    const namespace = names?.[0] ?? surroundings.namespace;
    return readSets(surroundings.readFile(file), { folder, roots, defaultMode, isUnique, namespace, folderAnnotation });
  }
  const kinds = kindsOf(values.get("resource") ?? "configmap") ?? [];
  const refs = listOf(values, "resource-name").flatMap((text) => refsOf(text, { kinds, namespaces: names }));
  const label = values.get("label");
  if (refs.length === 0 && label === undefined) {
    throw new SettingError("say which objects: --label, --resource-name or --config");
  }
  const value = values.get("label-value");
  const labelSelector = value === undefined ? (label ?? "") : `${label}=${value}`;
  const selected = { type: "selected", kinds, namespaces: names, labelSelector, folderAnnotation } as const;
  const named = refs.map(
    (ref) => ({ type: "named", ref, items: undefined, isOptional: true, isExpected: true }) as const,
  );
  return [{ folder, defaultMode, isUnique, sources: named.length > 0 ? named : [selected] }];
}

function namespacesOf(values: SettingValues, own: string): readonly string[] | undefined {
  const named = listOf(values, "namespace");
  return named.includes("ALL") ? undefined : named.length === 0 ? [own] : named;
}

function methodOf(values: SettingValues): Method {
  const method = (values.get("method") ?? "WATCH").toUpperCase();
  return isSet(values, "once") || method === "LIST" ? "once" : method === "SLEEP" ? "sleep" : "watch";
}

function ownershipOf(values: SettingValues): ProjectorConfig["ownership"] {
  const owner = values.get("owner");
  if (owner !== undefined && !/^\d+(?::\d+)?$/.test(owner)) {
    throw new SettingError(`--owner takes UID or UID:GID, not "${owner}"`);
  }
  const [uid, gid] = (owner ?? "").split(":");
  const fsGroup = values.has("fs-group") ? numberOf(values, "fs-group", 0) : undefined;
  const toNumber = (text: string | undefined) => (text === undefined || text === "" ? undefined : Number(text));
  return { fsGroup, ...(owner === undefined ? {} : { owner: { uid: toNumber(uid), gid: toNumber(gid) } }) };
}

function urlRulesOf(values: SettingValues, surroundings: SettingSurroundings): UrlRules | undefined {
  const allowed = listOf(values, "allowed-urls");
  for (const url of allowed) {
    if (!URL.canParse(url) || !/^https?:/.test(url)) {
      throw new SettingError(`--allowed-urls takes URLs such as https://example.com/files, not "${url}"`);
    }
  }
  return allowed.length === 0
    ? undefined
    : {
        allowed,
        maxBytes: numberOf(values, "url-max-bytes", 1024 * 1024),
        timeoutMs: numberOf(values, "req-timeout", 10) * 1000,
        needsChecksum: isSet(values, "url-checksum"),
        takesErrors: isSet(values, "enable-5xx"),
        authorization: authorizationOf(values, surroundings),
        isInsecure: isSet(values, "req-skip-tls-verify"),
      };
}

/** Targets of notifications, in order. */
export function readNotifications(
  values: SettingValues,
  surroundings: SettingSurroundings,
  clock: Clock,
): Notification[] {
  const notifications: Notification[] = [];
  const script = values.get("script");
  if (script !== undefined) {
    if (!isAbsolute(script)) {
      throw new SettingError(`--script takes an absolute path, not "${script}"`);
    }
    notifications.push(createScript({ path: script, timeoutMs: numberOf(values, "script-timeout", 60) * 1000 }));
  }
  const process = values.get("signal-process");
  if (process !== undefined) {
    const name = (values.get("signal") ?? "HUP").toUpperCase().replace(/^(?:SIG)?/, "SIG");
    notifications.push(createSignal({ signal: name as NodeJS.Signals, process }));
  }
  const url = values.get("req-url");
  if (url !== undefined) {
    notifications.push(readRequest(url, values, { surroundings, clock }));
  }
  return notifications;
}

function readRequest(
  text: string,
  values: SettingValues,
  { surroundings, clock }: { readonly surroundings: SettingSurroundings; readonly clock: Clock },
): Notification {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new SettingError(`--req-url takes a URL, not "${text}"`);
  }
  const keyFile = values.get("req-hmac-key-file");
  const counts = ["req-retry-total", "req-retry-connect", "req-retry-read"].filter((flag) => values.has(flag));
  return createRequest({
    url: new URL(text),
    method: oneOf(values, "req-method", ["GET", "POST"]),
    payload: toJson(values.get("req-payload")),
    authorization: authorizationOf(values, surroundings),
    hmacKey: keyFile === undefined ? undefined : new TextEncoder().encode(surroundings.readFile(keyFile).trim()),
    retries: Math.min(...(counts.length === 0 ? [5] : counts.map((flag) => numberOf(values, flag, 5)))),
    backoffSeconds: numberOf(values, "req-retry-backoff-factor", 1.1),
    timeoutMs: numberOf(values, "req-timeout", 10) * 1000,
    isInsecure: isSet(values, "req-skip-tls-verify"),
    skipsFirst: isSet(values, "req-skip-init"),
    clock,
  });
}

/** JSON value of a payload. Text that is no JSON becomes a JSON string, as in the sidecar. */
function toJson(payload: string | undefined): string | undefined {
  try {
    return payload === undefined ? undefined : JSON.stringify(JSON.parse(payload));
  } catch {
    return JSON.stringify(payload);
  }
}

function authorizationOf(values: SettingValues, { readFile }: SettingSurroundings): string | undefined {
  const read = (name: string) => {
    const file = values.get(`${name}-file`);
    return file === undefined ? values.get(name) : readFile(file).trim();
  };
  const [user, password] = [read("req-username"), read("req-password")];
  const encoding = oneOf(values, "req-basic-auth-encoding", ["latin1", "utf-8"]);
  return user === undefined || password === undefined
    ? undefined
    : `Basic ${Buffer.from(`${user}:${password}`, encoding === "latin1" ? "latin1" : "utf8").toString("base64")}`;
}
