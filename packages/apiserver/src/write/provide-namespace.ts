import { metadataOf, type StatusError, statusForbidden } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { Step, Write } from "./write.ts";

/** Creates the namespace of a new object, if a plugin is enabled for that. */
export const provideNamespace: Step = (write) => {
  const { context, resource, live, namespace, options } = write;
  const { services } = context;
  const isMissing =
    live === undefined && resource.isNamespaced && services.admission.namespaces.find(namespace) === undefined;
  if (!isMissing || options.isDryRun) {
    return undefined;
  }
  const plugin = services.plugins.find((each) => each.provideNamespace !== undefined);
  return plugin?.provideNamespace?.(services.admission, namespace)?.catch((error) => {
    throw refuse(write, error);
  });
};

function refuse({ resource, object }: Write, error: unknown): StatusError {
  const { name, generateName } = metadataOf(object);
  const why = error instanceof Error ? error.message : String(error);
  return statusForbidden(groupResourceOf(resource), String(name || generateName || "Unknown"), why);
}
