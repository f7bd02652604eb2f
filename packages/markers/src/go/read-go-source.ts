import { appendAll } from "@kiln/api";
import { parseMarker } from "../marker/marker.ts";
import { readMarkerText } from "../marker/marker-value.ts";
import { findStrayMarkers } from "../schema/stray-markers.ts";
import type { SourcePackage } from "../source-model.ts";
import type { SourceFault } from "../source-position.ts";
import type { GoFile, GoType } from "./go-file.ts";
import type { GoPackage, GoPackages } from "./go-packages.ts";
import { packageMarkers } from "./package-markers.ts";
import { createGoResolver } from "./resolve-go-types.ts";

/** Types of a Go package, with all types that they refer to. Errors are added to `faults` while types are resolved. */
export function readGoSource(pkg: GoPackage, packages: GoPackages, faults: SourceFault[]): SourcePackage {
  const resolver = createGoResolver(packages, { faults, home: pkg });
  const markers = packageMarkers(pkg);
  appendAll(faults, pkg.files.flatMap(strayMarkers));
  const textOf = (name: string) => {
    const found = markers.find((marker) => marker.name === name);
    return found === undefined ? undefined : readMarkerText(found.text);
  };
  return {
    group: textOf("groupName") ?? textOf("kubebuilder:groupName"),
    version: textOf("versionName") ?? pkg.name,
    // A type that cannot be encoded as JSON, such as an interface, is an error only where a field has that type.
    declarations: [...pkg.types]
      .filter(([, { declaration }]) => declaration.type.kind !== "other")
      .map(([name]) => resolver.declare(pkg, name)),
  };
}

function strayMarkers({ comments, types }: GoFile): SourceFault[] {
  const read = new Set(
    types.flatMap(({ comments: own, type }) => [...own, ...commentsIn(type)]).map(({ position }) => position.line),
  );
  const markers = comments.flatMap(({ text, position }) => parseMarker(text, position) ?? []);
  return findStrayMarkers(markers, ({ position }) => read.has(position.line));
}

/** Comments of fields, including those of nested structs. */
function commentsIn(type: GoType): GoFile["comments"] {
  switch (type.kind) {
    case "struct":
      return type.fields.flatMap((field) => [...field.comments, ...commentsIn(field.type)]);
    case "pointer":
      return commentsIn(type.to);
    case "list":
      return commentsIn(type.of);
    case "map":
      return commentsIn(type.value);
    default:
      return [];
  }
}
