import { bindToken, findObject, type ServiceAccountTokens } from "@kiln/access";
import {
  type FieldError,
  fieldPath,
  type GroupKind,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  metadataOf,
  printTime,
  statusBadRequest,
  statusConflict,
  statusInternalError,
  statusInvalid,
  statusNotFound,
  textAt,
} from "@kiln/api";
import { type BuiltInSettings, groupResourceOf, type Resource, tokenRequestOf } from "@kiln/kinds";
import { negotiate } from "../output/negotiate.ts";
import type { Context } from "../request/context.ts";
import { admit } from "../write/admit.ts";
import { checkKind } from "../write/check-kind.ts";
import { defaultObject } from "../write/default-object.ts";
import { mutate } from "../write/mutate.ts";
import { pruneObject } from "../write/prune-object.ts";
import { receiveCreate } from "../write/receive-create.ts";
import { runSteps, type Step, type Write } from "../write/write.ts";
import type { Verb } from "./verb.ts";

const KIND: GroupKind = { group: "authentication.k8s.io", kind: "TokenRequest" };

/** The `token` subresource of service accounts: responds with a token and stores nothing. */
export function createRequestToken(settings: BuiltInSettings, tokens: ServiceAccountTokens | undefined): Verb {
  let requests: Resource | undefined;
  return async (context, accounts) => {
    requests ??= tokenRequestOf(accounts, settings);
    if (tokens === undefined) {
      throw statusInternalError("this server has no key to sign tokens with");
    }
    const output = negotiate(context, requests);
    const write = await readRequest(context, requests, accounts);
    const asked = complete(context, accounts, { request: write.object, tokens });
    await admit({ ...write, object: asked.request });
    return output.respondObject(201, answer(context, { ...asked, tokens }));
  };
}

async function readRequest(context: Context, resource: Resource, parent: Resource): Promise<Write> {
  const write = await receiveCreate(context, resource, parent);
  await runSteps([checkKind, pruneObject, defaultObject, placeRequest, mutate], write);
  return write;
}

/** Sets the namespace of the path in the request, as for any created object. */
const placeRequest: Step = ({ object, namespace }) => {
  const given = textAt(metadataOf(object), "namespace");
  if (given !== "" && given !== namespace) {
    throw statusBadRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  metadataOf(object).namespace = namespace;
  return undefined;
};

interface Asked {
  readonly request: JsonObject;
  readonly tokens: ServiceAccountTokens;
}

interface Completed {
  readonly request: JsonObject;
  readonly account: Account;
  readonly wishes: Wishes;
}

interface Account {
  readonly name: string;
  readonly uid: string;
}

/** Token request with the server's defaults, the form that validating admission gets. */
function complete({ info, services }: Context, accounts: Resource, { request, tokens }: Asked): Completed {
  const { name, namespace } = info;
  const metadata = metadataOf(request);
  checkPlace(metadata, { name, namespace });
  const account = findObject(services.store, "serviceaccounts", { namespace, name });
  if (account === undefined) {
    throw statusNotFound(groupResourceOf(accounts), name);
  }
  checkUid(metadata, name, account.uid);
  const spec = isJsonObject(request.spec) ? request.spec : {};
  const wishes = readWishes(spec, tokens);
  return {
    request: {
      ...request,
      metadata: { ...metadata, name, namespace },
      spec: { ...spec, audiences: wishes.audiences, boundObjectRef: spec.boundObjectRef ?? null },
    },
    account: { name, uid: account.uid },
    wishes,
  };
}

function answer(context: Context, { request, account, wishes: asked, tokens }: Completed & Asked): JsonObject {
  const { info, services, warnings } = context;
  const spec = isJsonObject(request.spec) ? request.spec : {};
  const seconds = Math.min(asked.expirationSeconds, tokens.options.maxExpirationSeconds ?? asked.expirationSeconds);
  const bound = bindToken(services.store, { namespace: info.namespace, account }, getOwn(spec, "boundObjectRef"));
  if (seconds < asked.expirationSeconds) {
    warnings.push(`requested expiration of ${asked.expirationSeconds} seconds shortened to ${seconds} seconds`);
  }
  const wishes = {
    audiences: asked.audiences,
    ...extend(tokens, { ...asked, seconds, isPod: bound.pod !== undefined }),
  };
  const now = services.clock.now();
  return {
    ...request,
    metadata: { ...metadataOf(request), uid: account.uid, creationTimestamp: printTime(now) },
    spec: { ...spec, expirationSeconds: seconds },
    status: {
      token: tokens.issue(bound, wishes),
      expirationTimestamp: printTime(new Date(now.getTime() + seconds * 1000)),
    },
  };
}

function checkPlace(metadata: JsonObject, place: { readonly name: string; readonly namespace: string }): void {
  for (const field of ["name", "namespace"] as const) {
    const given = textAt(metadata, field);
    if (given !== "" && given !== place[field]) {
      const why = `must match the service account ${field} if specified`;
      throw statusInvalid(KIND, place.name, [invalid(fieldPath("metadata", field), given, why)]);
    }
  }
}

function checkUid(metadata: JsonObject, name: string, uid: string): void {
  const given = textAt(metadata, "uid");
  if (given !== "" && given !== uid) {
    const why = `the UID in the token request (${given}) does not match the UID of the service account (${uid})`;
    throw statusConflict({ group: KIND.group, resource: KIND.kind }, name, why);
  }
}

interface Wishes {
  readonly audiences: string[];
  readonly expirationSeconds: number;
}

const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

function readWishes(spec: JsonObject, tokens: ServiceAccountTokens): Wishes {
  const expiration = getOwn(spec, "expirationSeconds") ?? 0;
  const path = fieldPath("spec", "expirationSeconds");
  const errors: FieldError[] = [];
  if (Number(expiration) < MIN_SECONDS) {
    errors.push(invalid(path, expiration, "may not specify a duration less than 10 minutes"));
  }
  if (Number(expiration) > MAX_SECONDS) {
    errors.push(invalid(path, expiration, "may not specify a duration larger than 2^32 seconds"));
  }
  if (errors.length > 0) {
    throw statusInvalid(KIND, "", errors);
  }
  const audiences = getOwn(spec, "audiences");
  const named = Array.isArray(audiences) ? audiences.filter((audience) => typeof audience === "string") : [];
  return { audiences: named.length === 0 ? [...tokens.audiences] : named, expirationSeconds: Number(expiration) };
}

/** Lifetime that the kubelet requests for pods that do not reload their token. */
const WARN_ONLY_SECONDS = 3607;
const EXTENDED_SECONDS = 365 * 24 * 3600;

/**
 * Extends the lifetime of a token that is not reloaded. Kubernetes: it lasts a year, and its use after the requested
 * time is logged (core/serviceaccount/storage/token.go Create, v1.36).
 */
function extend(
  { audiences: own, options }: ServiceAccountTokens,
  { audiences, seconds, isPod }: Wishes & { readonly seconds: number; readonly isPod: boolean },
): { readonly expirationSeconds: number; readonly warnAfterSeconds?: number } {
  const isExtended = isPod && seconds === WARN_ONLY_SECONDS && audiences.every((audience) => own.includes(audience));
  return isExtended
    ? {
        expirationSeconds: Math.min(EXTENDED_SECONDS, options.maxExpirationSeconds ?? EXTENDED_SECONDS),
        warnAfterSeconds: seconds,
      }
    : { expirationSeconds: seconds };
}
