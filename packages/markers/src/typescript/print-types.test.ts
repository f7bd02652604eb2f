import type { JsonObject } from "@kiln/api";
import { parseYaml } from "@kiln/api/yaml";
import { describe, expect, it } from "vitest";
import { generateGo, generateTs } from "../testing/read-sources.ts";
import { printTypes } from "./print-types.ts";

const OVEN = `
// +groupName=example.org

// Oven bakes. Comments may end with */ and say so.
// +kubebuilder:resource:path=ovens,shortName=ov;o,scope=Cluster,categories=all
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.heat,statuspath=.status.heat
// +kubebuilder:printcolumn:name="Heat",type=integer,JSONPath=\`.spec.heat\`,priority=1
// +kubebuilder:selectablefield:JSONPath=\`.spec.fuel\`
// +kubebuilder:deprecatedversion:warning="use another, please"
// +kubebuilder:metadata:labels="a=b=c"
type Oven struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
	Spec OvenSpec \`json:"spec"\`
	Status *OvenStatus \`json:"status,omitempty"\`
}

// +kubebuilder:validation:XValidation:rule="self.heat > 0, \\"x\\"",message="cold"
type OvenSpec struct {
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=3
	// +immutable
	Heat int32 \`json:"heat,omitempty"\`
	// +kubebuilder:validation:Enum=Gas;Wood
	Fuel string \`json:"fuel"\`
	// Trays by name.
	// +listType=map
	// +listMapKey=name
	// +immutable-keys=AddOnly
	Trays []Tray \`json:"trays,omitempty"\`
	Doors map[string]Door \`json:"doors,omitempty"\`
	Port intstr.IntOrString \`json:"port"\`
	Any runtime.RawExtension \`json:"any"\`
	Timer Timer \`json:"timer"\`
}

type Tray struct {
	Name string \`json:"name"\`
	Since metav1.Time \`json:"since"\`
}

// +kubebuilder:validation:MaxLength=9
type Door string

// +union
type Timer struct {
	// +unionDiscriminator
	Type string \`json:"type"\`
	// +optional
	Once *int64 \`json:"once,omitempty"\`
	// +optional
	Daily []string \`json:"daily,omitempty"\`
}

type OvenStatus struct {
	Heat int \`json:"heat"\`
}
`;

const IMPORTS = `
import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)
`;

describe("Types made of a CRD", () => {
  const { definitions, faults } = generateGo(IMPORTS + OVEN);
  const [oven = {}] = definitions;
  const text = printTypes(oven as JsonObject).get("v1") ?? "";

  it("come from Go without a fault", () => {
    expect(faults.filter((fault) => fault.startsWith("error"))).toEqual([]);
    expect(oven).toMatchObject(
      parseYaml(`
metadata: {name: ovens.example.org, labels: {a: b=c}}
spec:
  group: example.org
  scope: Cluster
  names: {kind: Oven, listKind: OvenList, plural: ovens, singular: oven, shortNames: [ov, o], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    deprecated: true
    deprecationWarning: use another, please
    subresources: {status: {}, scale: {specReplicasPath: .spec.heat, statusReplicasPath: .status.heat}}
    additionalPrinterColumns: [{name: Heat, type: integer, jsonPath: .spec.heat, priority: 1}]
    selectableFields: [{jsonPath: .spec.fuel}]
`).value as JsonObject,
    );
  });

  it("make the same CRD again", () => {
    const again = generateTs(text);
    expect(again.faults).toEqual([]);
    expect(again.definitions).toEqual(definitions);
    expect(printTypes(again.definitions[0] as JsonObject).get("v1")).toBe(text);
  });

  it("read like types that a person wrote", () => {
    expect(text).toContain(
      'import type { IntOrString, ObjectMeta, int32, int64, integer } from "@kiln/markers/types";',
    );
    expect(text).toContain(
      "  /**\n   * @kubebuilder:validation:Minimum=1\n   * @immutable\n   * @kubebuilder:default=3\n   */\n  heat?: int32;\n",
    );
    expect(text).toContain('  fuel: "Gas" | "Wood";\n');
    expect(text).toContain("export type OvenSpecDoors = string;\n");
  });
});

describe("A type that may be null", () => {
  const source = `/**
 * @groupName example.org
 * @versionName v1
 */
import type { ObjectMeta } from "@kiln/markers/types";
type Color = "Red" | "Blue";
export interface Oven {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  fuel?: "Gas" | "Wood" | null;
  color?: Color | null;
  name?: string | null;
}
`;
  const { definitions, faults, schemaOf } = generateTs(source);

  it("has null among its values where they are listed, as Kubernetes needs it", () => {
    expect(faults).toEqual([]);
    expect(schemaOf("Oven").properties).toMatchObject({
      fuel: { type: "string", enum: ["Gas", "Wood", null], nullable: true },
      color: { type: "string", enum: ["Red", "Blue", null], nullable: true },
      name: { type: "string", nullable: true },
    });
  });

  it("comes back as it was", () => {
    const text = printTypes(definitions[0] as JsonObject).get("v1") ?? "";
    expect(text).toContain('  fuel?: "Gas" | "Wood" | null;\n');
    expect(generateTs(text).definitions).toEqual(definitions);
  });
});
