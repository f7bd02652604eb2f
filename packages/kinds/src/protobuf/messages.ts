import { createFieldCodec } from "./field-codec.ts";
import { createMessageCodec } from "./message-codec.ts";
import { parseFields, splitMessages, type TypeName } from "./message-facts.ts";
import { messagePackages } from "./message-packages.ts";
import { scalarCodecs } from "./scalar-codecs.ts";
import { withChoice } from "./schema-choices.ts";
import { specialCodecs } from "./special-codecs.ts";
import type { ValueCodec } from "./value-codec.ts";

/** The messages of built-in types, each made when it is first asked for. */
export interface Messages {
  /** Undefined for a kind that has none. */
  find(apiVersion: string, kind: string): ValueCodec | undefined;
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
  const codecs = new Map<string, ValueCodec>();
  const plain = new Map([...scalarCodecs, ...specialCodecs]);

  const fieldsOf = ({ apiVersion, name }: TypeName): string | undefined => {
    const known = texts.get(apiVersion) ?? splitMessages(messagePackages.get(apiVersion) ?? "");
    texts.set(apiVersion, known);
    return known.get(name);
  };
  const codecOf = (type: TypeName): ValueCodec => {
    const codec = plain.get(type.name) ?? findMessage(type);
    if (codec === undefined) {
      throw new Error(`no message ${type.name} in ${type.apiVersion}`);
    }
    return codec;
  };
  const findMessage = (type: TypeName): ValueCodec | undefined => {
    const key = `${type.apiVersion} ${type.name}`;
    const known = codecs.get(key);
    const text = known === undefined ? fieldsOf(type) : undefined;
    if (text === undefined) {
      return known;
    }
    const makeFields = () =>
      parseFields(text, type.apiVersion).map((facts) => createFieldCodec(facts, codecOf(facts.type)));
    const codec = withChoice(type.name, createMessageCodec(type.name, makeFields));
    codecs.set(key, codec);
    return codec;
  };
  return {
    find(apiVersion, kind) {
      const isMeta = EVERYWHERE.has(kind) || (UNVERSIONED.has(kind) && (apiVersion === "v1" || apiVersion === ""));
      return findMessage({ apiVersion: isMeta ? META : apiVersion, name: kind });
    },
  };
}
