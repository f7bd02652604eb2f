import {
  appendAll,
  asObjects,
  asText,
  checkDns1123Subdomain,
  duplicate,
  type FieldError,
  type FieldPath,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  notSupported,
  required,
} from "@kiln/api";
import { AUTHORIZATION_MODES } from "./auth-options.ts";
import { throwFaults } from "./authentication-config.ts";
import { type ConfigFields, checkConfigShape } from "./check-config-shape.ts";
import { readConfigFile } from "./read-config-file.ts";
import { readWebhook, type WebhookConfig } from "./read-webhook.ts";

/** An authorizer: a mode by its name, or a webhook with its settings. */
export type AuthorizerConfig = Exclude<(typeof AUTHORIZATION_MODES)[number], "Webhook"> | WebhookConfig;

const API_VERSIONS = ["apiserver.config.k8s.io/v1", "apiserver.config.k8s.io/v1beta1"];

const SHAPE: ConfigFields = {
  apiVersion: "string",
  kind: "string",
  authorizers: [
    {
      type: "string",
      name: "string",
      webhook: {
        timeout: "string",
        authorizedTTL: "string",
        cacheAuthorizedRequests: "boolean",
        unauthorizedTTL: "string",
        cacheUnauthorizedRequests: "boolean",
        subjectAccessReviewVersion: "string",
        matchConditionSubjectAccessReviewVersion: "string",
        failurePolicy: "string",
        connectionInfo: { type: "string", kubeConfigFile: "string" },
        matchConditions: [{ expression: "string" }],
      },
    },
  ],
};

/** Reads the file of --authorization-config. Throws all its errors, with Kubernetes' messages. */
export async function readAuthorizationConfig(file: string): Promise<AuthorizerConfig[]> {
  const config = await readConfigFile(file, { apiVersions: API_VERSIONS, kind: "AuthorizationConfiguration" });
  throwFaults(file, checkConfigShape(config, SHAPE));
  const path = fieldPath("authorizers");
  const errors: FieldError[] = [];
  const seen: Seen = { types: new Set(), names: new Set() };
  const read = asObjects(config.authorizers).flatMap((authorizer, i) =>
    readAuthorizer(authorizer, { path: path.index(i), seen, errors }),
  );
  if (asObjects(config.authorizers).length === 0) {
    errors.push(required(path, "at least one authorization mode must be defined"));
  }
  throwFaults(file, errors);
  return read;
}

interface Seen {
  readonly types: Set<string>;
  readonly names: Set<string>;
}

interface Reading {
  readonly path: FieldPath;
  readonly seen: Seen;
  /** Collects the errors. */
  readonly errors: FieldError[];
}

function readAuthorizer(authorizer: JsonObject, { path, seen, errors }: Reading): AuthorizerConfig[] {
  const [text, name] = [asText(authorizer.type), asText(authorizer.name)];
  const type = AUTHORIZATION_MODES.find((mode) => mode === text);
  const at = path.child("type");
  if (type === undefined) {
    errors.push(text === "" ? required(at, "") : notSupported(at, text, [...AUTHORIZATION_MODES].sort()));
    return [];
  }
  if (type !== "Webhook" && seen.types.has(type)) {
    errors.push(duplicate(at, type));
    return [];
  }
  seen.types.add(type);
  appendAll(errors, checkName(name, seen.names, path.child("name")));
  seen.names.add(name);
  const { webhook } = authorizer;
  if (type === "Webhook") {
    if (!isJsonObject(webhook)) {
      errors.push(required(path.child("webhook"), "required when type=Webhook"));
      return [];
    }
    return [readWebhook(name, webhook, { path, errors })];
  }
  if (isJsonObject(webhook)) {
    errors.push(invalid(path.child("webhook"), "non-null", "may only be specified when type=Webhook"));
  }
  return [type];
}

function checkName(name: string, seen: ReadonlySet<string>, path: FieldPath): FieldError[] {
  if (name === "") {
    return [required(path, "")];
  }
  if (seen.has(name)) {
    return [duplicate(path, name)];
  }
  const faults = checkDns1123Subdomain(name);
  return faults.length === 0 ? [] : [invalid(path, name, `authorizer name is invalid: ${faults.join(", ")}`)];
}
