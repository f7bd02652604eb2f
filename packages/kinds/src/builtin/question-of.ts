import { compileNative } from "../natives/compile-native.ts";
import { createNativeSchemas } from "../natives/native-schema.ts";
import { typeLibrary } from "../natives/type-library.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import type { Resource } from "../resource/resource.ts";

/** A kind that is posted to a subresource and never stored. */
export interface Question {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Its type: `policy/v1.Eviction`. */
  readonly type: string;
}

/** The body of such a request as a resource at the path of its parent. */
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
