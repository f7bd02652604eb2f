import { encodeJson, encodeUtf8, encodeYaml, type JsonObject, printJson, statusNotConvertible } from "@kiln/api";
import type { Protobuf } from "@kiln/kinds";
import type { MediaForm } from "./media-form.ts";

/** Encodes an object as the body of a response. Throws a 406 for protobuf if its kind has no message. */
export function encodeTree(object: JsonObject, { encoding, isPretty }: MediaForm, protobuf: Protobuf): Uint8Array {
  switch (encoding) {
    case "json":
      // Kubernetes: JSON in one line ends with a line feed (serializer/json/json.go doEncode, v1.36).
      return isPretty ? encodeJson(object, { pretty: true }) : encodeUtf8(`${printJson(object)}\n`);
    case "yaml":
      return encodeYaml(object);
    case "protobuf":
      return encodeMessage(object, protobuf);
  }
}

/** Encodes an object as protobuf. Throws a 406 if its kind has no message. */
export function encodeMessage(object: JsonObject, protobuf: Protobuf): Uint8Array {
  const bytes = protobuf.encode(object);
  if (bytes === undefined) {
    throw statusNotConvertible(
      "object *unstructured.Unstructured does not implement the protobuf marshalling interface and cannot be encoded to a " +
        "protobuf message",
    );
  }
  return bytes;
}
