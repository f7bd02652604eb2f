import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPathOf, pathOf } from "./go-packages.mjs";
import { createMessagePrinter } from "./print-messages.mjs";
import { createTypePrinter } from "./print-types.mjs";

const SOURCE = `package v1

import (
	"k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Widget is a widget.
type Widget struct {
	metav1.TypeMeta \`json:",inline"\`
	// +optional
	metav1.ObjectMeta \`json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"\`
	Spec WidgetSpec \`json:"spec,omitempty" protobuf:"bytes,2,opt,name=spec"\`
}

type WidgetSpec struct {
	// +default="Round"
	Shape Shape \`json:"shape,omitempty" protobuf:"bytes,1,opt,name=shape"\`
	Owner types.UID \`json:"owner" protobuf:"bytes,2,opt,name=owner"\`
	// +listType=map
	// +listMapKey=name
	// +patchStrategy=merge
	Parts []Part \`json:"parts" patchStrategy:"merge" patchMergeKey:"name" protobuf:"bytes,4,rep,name=parts"\`
	Since metav1.Time \`json:"since,omitempty" protobuf:"bytes,3,opt,name=since"\`
	Claims map[string]v1.ResourceList \`json:"claims,omitempty" protobuf:"bytes,5,rep,name=claims"\`
	hidden int
}

// +structType=atomic
type Part struct {
	Name *string \`json:"name,omitempty" protobuf:"bytes,1,opt,name=name"\`
}

// +enum
type Shape string

const (
	Square Shape = "Square"
	Round = Shape("Round")
)
`;

/** @type {string | undefined} */
let folder;

/** @param {string} path @param {any} found */
function toPackages(path, found) {
  const types = new Map(found.types.map((/** @type {any} */ type) => [type.name, type]));
  return new Map([[path, { imports: found.imports, constants: found.constants, types }]]);
}

const hasGo = (() => {
  try {
    execFileSync("go", ["version"]);
    return true;
  } catch {
    if (process.env.KILN_REQUIRE_PROGRAMS === "1") {
      throw new Error("go is missing, and KILN_REQUIRE_PROGRAMS=1 asks for it");
    }
    return false;
  }
})();

describe.skipIf(!hasGo)("npm run kinds", () => {
  /** @type {Map<string, any>} */
  let packages;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "kinds-"));
    writeFileSync(join(folder, "types.go"), SOURCE);
    const reader = join(import.meta.dirname, "read-types.go");
    const printed = execFileSync("go", ["run", reader, folder], { encoding: "utf8" });
    packages = toPackages("widgets/v1", JSON.parse(printed)[0]);
  }, 120_000);

  afterAll(() => {
    if (folder !== undefined) {
      rmSync(folder, { recursive: true });
    }
  });

  it("prints the fields of a struct with their words", () => {
    const print = createTypePrinter("widgets/v1", packages);
    expect(print("Widget")).toEqual({
      apiVersion: "string",
      kind: "string",
      metadata: "meta/v1.ObjectMeta",
      spec: "WidgetSpec",
    });
    expect(print("WidgetSpec")).toEqual({
      shape: "Shape;enum=Round|Square;default=Round",
      owner: "types.UID;keep;required",
      parts: "[]Part;keep;required;list=map:name;patch=merge:name",
      since: "time",
      claims: "map[string]core/v1.ResourceList",
    });
    expect(print("Shape")).toBe("string");
    expect(print("Gadget")).toBeUndefined();
  });

  it("prints messages with their numbers", () => {
    const print = createMessagePrinter("widgets/v1", packages);
    expect(print("Widget")).toBe("Widget metadata=1:meta.ObjectMeta spec=2:WidgetSpec");
    expect(print("WidgetSpec")).toBe(
      "WidgetSpec shape=1:string owner=2:string! parts=4:[]Part! since=3:Time! claims=5:{}core.ResourceList",
    );
    expect(print("Part")).toBe("Part name=1:*string");
    expect(print("Shape")).toBeUndefined();
  });

  it("knows the modules of packages outside k8s.io/api", () => {
    for (const path of ["apps/v1", "meta/v1", "apiextensions/v1", "apiregistration/v1"]) {
      expect(pathOf(importPathOf(path))).toBe(path);
    }
    expect(importPathOf("apps/v1")).toBe("k8s.io/api/apps/v1");
  });
});
