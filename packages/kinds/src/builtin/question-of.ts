import { compileNative } from "../natives/compile-native.ts";
import { createNativeSchemas } from "../natives/native-schema.ts";
import { typeLibrary } from "../natives/type-library.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import type { Resource } from "../resource/resource.ts";

/** A kind that is posted to a subresource and never stored, such as Eviction. */
export interface Question {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Type of the body: `policy/v1.Eviction`. */
  readonly type: string;
}

/** Subresource to which a kind such as Eviction is posted, at the path of its parent resource. */
export function questionOf(parent: Resource, question: Question, settings: BuiltInSettings): Resource {
  const { group, version, kind } = question;
  const type = () => typeLibrary.struct(question.type);
  return {
    ...parent,
    group,
    version,
    names: { ...parent.names, kind },
    schema: compileNative(
      { type, schema: () => createNativeSchemas().ofKind(type()), defaults: () => undefined },
      settings,
    ),
    strategy: {},
    serving: { ...parent.serving, verbs: ["create"] },
  };
}
