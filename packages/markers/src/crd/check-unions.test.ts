import { describe, expect, it } from "vitest";
import { generateTs } from "../testing/read-sources.ts";

function faultsOf(values: string): readonly string[] {
  return generateTs(`/**
 * @groupName example.org
 * @versionName v1
 */
export interface Probe {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  /** @unionDiscriminator */
  type?: ${values};
  /** @unionMember HTTP */
  http?: string;
  /** @unionMember TCP */
  tcp?: string;
}
`).faults;
}

describe("the unions of a generated CRD", () => {
  it("fit the values of their discriminator, or generating fails", () => {
    expect(faultsOf('"HTTP" | "TCP"')).toEqual([]);
    expect(faultsOf('"http" | "TCP"')).toEqual([
      expect.stringMatching(/^error .*fields-to-discriminateBy\[http\]: must be a value of the discriminator type/),
    ]);
  });
});
