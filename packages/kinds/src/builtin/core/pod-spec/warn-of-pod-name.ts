import { asText, checkDns1123Label, type JsonObject, metadataOf } from "@kiln/api";

/** Warns of a name that is invalid as a host name. `where` is its use, for the warning. */
export function warnOfPodName(object: JsonObject, where: string): string[] {
  const faults = checkDns1123Label(asText(metadataOf(object).name));
  return faults.length === 0
    ? []
    : [
        `metadata.name: this is used in ${where}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(" ")}]`,
      ];
}
