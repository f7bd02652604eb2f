import { createField, createMessage, type Message } from "./message.ts";
import { parseFields, splitMessages, type TypeName } from "./message-facts.ts";
import { messagePackages } from "./message-packages.ts";

/** Messages of built-in types, each built on first use. */
export interface Messages {
  /** Message type of a kind; undefined if it has none. */
  find(apiVersion: string, kind: string): Message | undefined;
}

const META = "meta.k8s.io/v1";

/** Kubernetes: DeleteOptions exist in every group version (meta/v1/register.go AddToGroupVersion, v1.36). */
const EVERYWHERE: ReadonlySet<string> = new Set(["DeleteOptions"]);

/**
 * Kubernetes: kinds without a group of their own, whose apiVersion is v1 or empty (meta/v1/register.go
 * AddToGroupVersion, v1.36).
 */
const UNVERSIONED: ReadonlySet<string> = new Set([
  "Status",
  "APIVersions",
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
]);

export function createMessages(): Messages {
  const texts = new Map<string, ReadonlyMap<string, string>>();
  // Message types by apiVersion, then kind: one map would need a joined key for every object.
  const messages = new Map<string, Map<string, Message>>();

  const fieldsOf = ({ apiVersion, name }: TypeName): string | undefined => {
    const known = texts.get(apiVersion) ?? splitMessages(messagePackages.get(apiVersion) ?? "");
    texts.set(apiVersion, known);
    return known.get(name);
  };
  const messageOf = (type: TypeName): Message => {
    const message = findMessage(type);
    if (message === undefined) {
      throw new Error(`no message ${type.name} in ${type.apiVersion}`);
    }
    return message;
  };
  const findMessage = (type: TypeName): Message | undefined => {
    const ofVersion = messages.get(type.apiVersion);
    const known = ofVersion?.get(type.name);
    const text = known === undefined ? fieldsOf(type) : undefined;
    if (text === undefined) {
      return known;
    }
    const message = createMessage(type.name, () =>
      parseFields(text, type.apiVersion).map((facts) => createField(facts, messageOf)),
    );
    if (ofVersion === undefined) {
      messages.set(type.apiVersion, new Map([[type.name, message]]));
    } else {
      ofVersion.set(type.name, message);
    }
    return message;
  };
  return {
    find(apiVersion, kind) {
      const isMeta = EVERYWHERE.has(kind) || (UNVERSIONED.has(kind) && (apiVersion === "v1" || apiVersion === ""));
      return findMessage({ apiVersion: isMeta ? META : apiVersion, name: kind });
    },
  };
}
