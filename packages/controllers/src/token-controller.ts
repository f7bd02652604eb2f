import type { ServiceAccountTokens } from "@kiln/access";
import { SERVICE_ACCOUNT_PREFIX } from "@kiln/admission";
import { encodeUtf8, type JsonObject, metadataOf, objectAt, textAt } from "@kiln/api";
import { createActor, createKinds, encodeBase64, type Head, type Kinds, peekObject, readHead } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { scan } from "./scan.ts";
import { createWorkQueue } from "./work-queue.ts";

const SECRET_PREFIX = "/registry/core/secrets/";
const TYPE = "kubernetes.io/service-account-token";
const NAME_ANNOTATION = "kubernetes.io/service-account.name";
const UID_ANNOTATION = "kubernetes.io/service-account.uid";
const ACTOR = createActor("tokens-controller");

/** Adds tokens to Secrets of type service-account-token, and deletes those Secrets with their service account. */
export const tokenController: Controller = {
  name: "serviceaccount-token-controller",
  start(services) {
    const { serviceAccountTokens } = services;
    if (serviceAccountTokens === undefined) {
      return { stop: () => {} };
    }
    const kinds = createKinds(services.registry);
    const work = (key: string) => fillSecret({ services, kinds, tokens: serviceAccountTokens }, key);
    const queue = createWorkQueue({ services, name: "serviceaccount-token", work });
    const look = (key: string, head: Head | undefined) => {
      if (head?.fields?.type === TYPE) {
        queue.add(key);
      }
    };
    const unsubscribe = services.store.onCommit(({ events }) => {
      for (const { key, value } of events) {
        if (key.startsWith(SECRET_PREFIX)) {
          look(key, value === undefined ? undefined : readHead(value));
        } else if (value === undefined && key.startsWith(SERVICE_ACCOUNT_PREFIX)) {
          const namespace = key.slice(SERVICE_ACCOUNT_PREFIX.length, key.lastIndexOf("/"));
          void scan(services, `${SECRET_PREFIX}${namespace}/`, look);
        }
      }
    });
    void scan(services, SECRET_PREFIX, look);
    return {
      stop() {
        unsubscribe();
        queue.stop();
      },
    };
  },
};

interface Office {
  readonly services: ControllerServices;
  readonly kinds: Kinds;
  readonly tokens: ServiceAccountTokens;
}

async function fillSecret({ services, kinds, tokens }: Office, key: string): Promise<void> {
  const secret = peekObject(services, key);
  const place = kinds.placeOf(key);
  if (secret === undefined || place === undefined || objectAt(secret, "metadata").deletionTimestamp !== undefined) {
    return;
  }
  const annotations = objectAt(secret, "metadata", "annotations");
  const name = textAt(annotations, NAME_ANNOTATION);
  const account = peekObject(services, `${SERVICE_ACCOUNT_PREFIX}${place.namespace}/${name}`);
  const uid = textAt(objectAt(account, "metadata"), "uid");
  const wantedUid = textAt(annotations, UID_ANNOTATION);
  if (account === undefined || (wantedUid !== "" && wantedUid !== uid)) {
    const preconditions = { uid: textAt(objectAt(secret, "metadata"), "uid") };
    await services.objects.delete(ACTOR, { place, options: { preconditions } });
    return;
  }
  const issue = () => tokens.issueLegacy({ namespace: place.namespace, account: { name, uid } }, place.name);
  await services.objects.change(ACTOR, {
    place,
    change: (object) =>
      complete(object, { namespace: place.namespace, name, uid, ca: services.rootCertificate?.pem, issue }),
  });
}

interface Contents {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly ca: string | undefined;
  readonly issue: () => string;
}

/**
 * Fills the Secret in. Returns whether it changed. Kubernetes: existing data is kept, except for the certificate
 * (serviceaccount/tokens_controller.go generateTokenIfNeeded, v1.36).
 */
function complete(secret: JsonObject, { namespace, name, uid, ca, issue }: Contents): boolean {
  const data = { ...objectAt(secret, "data") };
  const wanted: Record<string, string> = {};
  if (ca !== undefined && textAt(data, "ca.crt") !== toBase64(ca)) {
    wanted["ca.crt"] = toBase64(ca);
  }
  if (textAt(data, "namespace") === "") {
    wanted.namespace = toBase64(namespace);
  }
  if (textAt(data, "token") === "") {
    wanted.token = toBase64(issue());
  }
  if (Object.keys(wanted).length === 0) {
    return false;
  }
  secret.data = { ...data, ...wanted };
  const metadata = metadataOf(secret);
  metadata.annotations = {
    ...objectAt(metadata, "annotations"),
    [NAME_ANNOTATION]: name,
    [UID_ANNOTATION]: uid,
  };
  return true;
}

function toBase64(text: string): string {
  return encodeBase64(encodeUtf8(text));
}
