import {
  appendAll,
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  invalid,
  type JsonObject,
  type JsonValue,
  notSupported,
  required,
} from "@kiln/api";
import { checkBetween, requireText } from "../../field-checks.ts";
import { type CheckFields, fieldRules } from "../../field-rules.ts";

// Validation of volume sources for disks: iSCSI, RBD and others.

const INITIATORS: ReadonlyMap<string, RegExp> = new Map([
  ["iqn", /iqn\.\d{4}-\d{2}\.([0-9A-Za-z\-.]+)(:[^,;*&$|\s]+)$/],
  ["eui", /^eui.[0-9A-Za-z]{16}$/],
  ["naa", /^naa.[0-9A-Za-z]{32}$/],
]);

function checkInitiator(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const name = asText(value);
  const pattern = INITIATORS.get(name.slice(0, 3));
  if (pattern === undefined) {
    return [invalid(path, name, "must be valid format starting with iqn, eui, or naa")];
  }
  return pattern.test(name) ? [] : [invalid(path, name, "must be valid format")];
}

export const validateIscsi: CheckFields = fieldRules(
  { targetPortal: "required", iqn: ["required", checkInitiator], lun: "range=0..255" },
  ({ chapAuthDiscovery, chapAuthSession, secretRef, initiatorName }, path) => [
    ...((chapAuthDiscovery === true || chapAuthSession === true) && secretRef === undefined
      ? [required(path.child("secretRef"), "")]
      : []),
    ...(initiatorName === undefined ? [] : checkInitiator(initiatorName, path.child("initiatorname"))),
  ],
);

export function validateFc({ targetWWNs, wwids, lun }: JsonObject, path: FieldPath): FieldError[] {
  const names = asTexts(targetWWNs);
  const ids = asTexts(wwids);
  const at = path.child("targetWWNs");
  return [
    ...(names.length === 0 && ids.length === 0
      ? [required(at, "must specify either targetWWNs or wwids, but not both")]
      : []),
    ...(names.length > 0 && ids.length > 0
      ? [invalid(at, names, "targetWWNs and wwids can not be specified simultaneously")]
      : []),
    ...(names.length > 0 ? checkFcLun(lun, path.child("lun")) : []),
  ];
}

function checkFcLun(lun: JsonValue | undefined, path: FieldPath): FieldError[] {
  return lun === undefined
    ? [required(path, "lun is required if targetWWNs is specified")]
    : checkBetween(lun, path, [0, 255]);
}

const HOST_PORTS = "must be a host:port pair or multiple pairs separated by commas";
const MAX_TENANT = 64;

export function validateQuobyte({ registry, tenant, volume }: JsonObject, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const pairs = asText(registry);
  if (pairs === "") {
    errors.push(required(path.child("registry"), HOST_PORTS));
  } else if (asText(tenant).length > MAX_TENANT) {
    errors.push(required(path.child("tenant"), "must be a UUID and may not exceed a length of 64 characters"));
  } else {
    const wrong = pairs.split(",").filter((pair) => !isHostPort(pair));
    appendAll(
      errors,
      wrong.map(() => invalid(path.child("registry"), pairs, HOST_PORTS)),
    );
  }
  return [...errors, ...requireText(volume, path.child("volume"))];
}

/** Whether the text is host:port; only an address in brackets may contain colons. */
function isHostPort(text: string): boolean {
  return /^(?:\[[^[\]]*\]|[^[\]:]*):[^[\]:]*$/.test(text);
}

export function validateFlexVolume({ driver, options }: JsonObject, path: FieldPath): FieldError[] {
  const keys = typeof options === "object" && options !== null ? Object.keys(options) : [];
  return [
    ...requireText(driver, path.child("driver")),
    ...keys
      .filter(isReservedKey)
      .map((key) => invalid(path.child("options").key(key), key, "kubernetes.io and k8s.io namespaces are reserved")),
  ];
}

function isReservedKey(key: string): boolean {
  const slash = key.indexOf("/");
  const domain = `.${(slash < 0 ? key : key.slice(0, slash)).toLowerCase()}`;
  return domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io");
}

const MANAGED = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const BLOB = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

export const validateAzureDisk: CheckFields = fieldRules(
  {
    diskName: "required",
    diskURI: "required",
    cachingMode: "pointer;enum=None|ReadOnly|ReadWrite",
    kind: "pointer;enum=Dedicated|Managed|Shared",
  },
  ({ diskURI, kind }, path) => {
    const uri = asText(diskURI);
    const isManaged = kind === "Managed";
    const isWrongUri = kind !== undefined && !uri.startsWith(isManaged ? "/subscriptions/" : "https://");
    return isWrongUri ? [notSupported(path.child("diskURI"), uri, [isManaged ? MANAGED : BLOB])] : [];
  },
);
