import { isJsonObject, type JsonObject, setOwn } from "@kiln/api";
import { compileNative } from "../natives/compile-native.ts";
import { createNativeSchemas } from "../natives/native-schema.ts";
import { typeLibrary } from "../natives/type-library.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import type { Resource } from "../resource/resource.ts";

/** The body of a token request as a resource at the path of the service account. */
export function tokenRequestOf(accounts: Resource, settings: BuiltInSettings): Resource {
  const type = () => typeLibrary.struct("authentication/v1.TokenRequest");
  return {
    ...accounts,
    group: "authentication.k8s.io",
    version: "v1",
    names: { ...accounts.names, kind: "TokenRequest" },
    schema: compileNative(
      { type, schema: () => createNativeSchemas().ofKind(type()), defaults: () => undefined, setDefaults },
      settings,
    ),
    strategy: {},
  };
}

const HOUR_SECONDS = 3600;

/** Changes the object. */
function setDefaults(object: JsonObject): void {
  if (!isJsonObject(object.spec)) {
    object.spec = {};
  }
  const { spec } = object;
  if (isJsonObject(spec) && (spec.expirationSeconds ?? null) === null) {
    setOwn(spec, "expirationSeconds", HOUR_SECONDS);
  }
}
