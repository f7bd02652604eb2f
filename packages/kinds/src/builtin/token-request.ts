import { isJsonObject, type JsonObject, setOwn } from "@kiln/api";
import { compileNative } from "../natives/compile-native.ts";
import { createNativeSchemas } from "../natives/native-schema.ts";
import { typeLibrary } from "../natives/type-library.ts";
import type { BuiltInSettings } from "../resource/feature-gates.ts";
import type { Resource } from "../resource/resource.ts";

/** Resource of TokenRequest at the path of a service account. */
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

/** Sets the default lifetime of the token. */
function setDefaults(object: JsonObject): void {
  if (!isJsonObject(object.spec)) {
    object.spec = {};
  }
  const { spec } = object;
  if (isJsonObject(spec) && (spec.expirationSeconds ?? null) === null) {
    setOwn(spec, "expirationSeconds", HOUR_SECONDS);
  }
}
