import { isJsonObject, type JsonValue } from "@kiln/api";

/** JSDoc tags for the role of a field in the unions of its object. */
export function printUnionTags(unions: JsonValue | undefined, field: string): string[] {
  const all = Array.isArray(unions) ? unions.filter(isJsonObject) : [];
  return all.flatMap((union, index) => {
    // One union needs no name.
    const name = all.length > 1 ? `union: "${index + 1}"` : "";
    const members = union["fields-to-discriminateBy"];
    if (union.discriminator === field) {
      return [name === "" ? "unionDiscriminator" : `k8s:unionDiscriminator(${name})`];
    }
    if (!isJsonObject(members) || !Object.hasOwn(members, field)) {
      return [];
    }
    // A discriminator value equal to the default, the capitalized field name, is omitted.
    const isPlain = members[field] === field.charAt(0).toUpperCase() + field.slice(1);
    const parts = [name, isPlain ? "" : `memberName: ${JSON.stringify(members[field])}`].filter((part) => part !== "");
    return [parts.length === 0 ? "unionMember" : `k8s:unionMember(${parts.join(", ")})`];
  });
}
