import { readMarkerText } from "../marker/marker-value.ts";
import type { SourcePackage } from "../source-model.ts";
import type { SourceFault } from "../source-position.ts";
import type { GoPackage, GoPackages } from "./go-packages.ts";
import { packageMarkers } from "./package-markers.ts";
import { createGoResolver } from "./resolve-go-types.ts";

/** The types of a Go package, with everything they refer to. Faults gather while types are looked at. */
export function readGoSource(pkg: GoPackage, packages: GoPackages, faults: SourceFault[]): SourcePackage {
  const resolver = createGoResolver(packages, { faults, home: pkg });
  const markers = packageMarkers(pkg);
  const textOf = (name: string) => {
    const found = markers.find((marker) => marker.name === name);
    return found === undefined ? undefined : readMarkerText(found.text);
  };
  return {
    group: textOf("groupName") ?? textOf("kubebuilder:groupName"),
    version: textOf("versionName") ?? pkg.name,
    // What has no JSON by its nature, such as an interface, matters only where a field is of that type.
    declarations: [...pkg.types]
      .filter(([, { declaration }]) => declaration.type.kind !== "other")
      .map(([name]) => resolver.declare(pkg, name)),
  };
}
