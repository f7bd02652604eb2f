import { type Marker, parseMarker } from "../marker/marker.ts";
import type { GoPackage } from "./go-packages.ts";

/** Markers of a package. controller-gen: a comment that belongs to no type and no field belongs to the package. */
export function packageMarkers(pkg: GoPackage): Marker[] {
  return pkg.files.flatMap(({ comments, types }) => {
    const taken = new Set(types.flatMap((type) => type.comments.map(({ position }) => position.line)));
    const structs = types.flatMap(({ type }) => (type.kind === "struct" ? type.fields : []));
    const inStructs = new Set(structs.flatMap((field) => field.comments.map(({ position }) => position.line)));
    return comments
      .filter(({ position }) => !inStructs.has(position.line))
      .flatMap(({ text, position }) => {
        const marker = parseMarker(text, position);
        const isPackages = marker !== undefined && (!taken.has(position.line) || PACKAGE_MARKERS.has(marker.name));
        return isPackages ? [marker] : [];
      });
  });
}

/** Markers that apply to the package even if they are above a type. */
const PACKAGE_MARKERS = new Set(["groupName", "versionName", "kubebuilder:groupName"]);
