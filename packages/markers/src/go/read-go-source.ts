import { readMarkerText } from "../marker/marker-value.ts";
import type { SourcePackage } from "../source-model.ts";
import type { SourceFault } from "../source-position.ts";
import type { GoPackage, GoPackages } from "./go-packages.ts";
import { packageMarkers } from "./package-markers.ts";
import { createGoResolver } from "./resolve-go-types.ts";

/** The types of a Go package, with everything they refer to. Faults gather while types are looked at. */
export function readGoSource(pkg: GoPackage, packages: GoPackages, faults: SourceFault[]): SourcePackage {
  const resolver = createGoResolver(packages, faults);
  const markers = packageMarkers(pkg);
  const textOf = (name: string) => {
    const found = markers.find((marker) => marker.name === name);
    return found === undefined ? undefined : readMarkerText(found.text);
  };
  return {
    group: textOf("groupName") ?? textOf("kubebuilder:groupName"),
    version: textOf("versionName") ?? pkg.name,
    declarations: [...pkg.types.keys()].map((name) => resolver.declare(pkg, name)),
  };
}
