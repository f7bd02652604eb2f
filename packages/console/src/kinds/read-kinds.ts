import { asTexts, type JsonObject, listAt, objectAt, objectsAt, textAt } from "@kiln/api";
import { type Client, type ResourceType, readAnswer } from "@kiln/client";

/** A kind from the server's discovery documents. */
export interface Kind extends ResourceType {
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

const ACCEPT = ["v2", "v2beta1"]
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(",");

/** Every kind that can be listed, in the preferred version of its group, groups in the server's order. */
export async function readKinds(client: Client, signal?: AbortSignal): Promise<readonly Kind[]> {
  const options = { headers: { accept: ACCEPT }, ...(signal === undefined ? {} : { signal }) };
  const [core, groups] = await Promise.all(
    ["/api", "/apis"].map(async (path) => readAnswer(await client.send("GET", path, options))),
  );
  return [core, groups].flatMap((list) => objectsAt(list ?? {}, "items").flatMap(readGroup));
}

/** Kinds of a group in their preferred version, which is the first that contains them. */
function readGroup(group: JsonObject): readonly Kind[] {
  const found = new Map<string, Kind>();
  for (const version of objectsAt(group, "versions")) {
    for (const resource of objectsAt(version, "resources")) {
      const plural = textAt(resource, "resource");
      const verbs = asTexts(resource.verbs);
      if (!found.has(plural) && verbs.includes("list")) {
        found.set(plural, toKind(resource, { group: textAt(objectAt(group, "metadata"), "name"), version, verbs }));
      }
    }
  }
  return [...found.values()];
}

interface Within {
  readonly group: string;
  readonly version: JsonObject;
  readonly verbs: readonly string[];
}

function toKind(resource: JsonObject, { group, version, verbs }: Within): Kind {
  return {
    group,
    version: textAt(version, "version"),
    plural: textAt(resource, "resource"),
    isNamespaced: resource.scope === "Namespaced",
    kind: textAt(objectAt(resource, "responseKind"), "kind"),
    shortNames: asTexts(resource.shortNames),
    verbs,
    subresources: listAt(resource, "subresources").map((each) => textAt(each as JsonObject, "subresource")),
  };
}

/** Name of a kind such as `deployments.apps` or `pods`. */
export function printKind({ group, plural }: ResourceType): string {
  return group === "" ? plural : `${plural}.${group}`;
}
