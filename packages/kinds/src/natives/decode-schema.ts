import { type FieldPath, rootPath } from "@kiln/api";
import { parseJsonSchema, printJsonSchema } from "@kiln/schema";
import { complain, type Decode, note } from "./decode-walk.ts";
import type { NativeType, StructType } from "./native-type.ts";

/** Whether the type is JSONSchemaProps, whose fields `@kiln/schema` decodes. */
export function isSchemaType(type: NativeType): type is StructType {
  return type.form === "struct" && type.struct === "JSONSchemaProps";
}

export function schemaDecoder({ name }: StructType): Decode {
  const goPackage = name.slice(0, name.indexOf("."));
  return (value, walk) => {
    const { schema, errors, unknown, fatal } = parseJsonSchema(value, { path: pathOf(walk.path), goPackage });
    for (const field of unknown) {
      walk.unknown?.push(field);
    }
    for (const fault of errors) {
      note(walk, fault);
    }
    if (fatal !== undefined) {
      complain(walk, fatal);
    }
    const printed = printJsonSchema(schema);
    walk.onSchema?.(printed, schema);
    return printed;
  };
}

/** Path from segments such as `.name` or `[0]`. */
function pathOf(segments: readonly string[]): FieldPath {
  return segments.reduce<FieldPath>(
    (path, segment) =>
      segment.startsWith("[") ? path.index(Number(segment.slice(1, -1))) : path.child(segment.replace(/^\./, "")),
    rootPath,
  );
}
