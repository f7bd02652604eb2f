import type { Marker } from "../marker/marker.ts";
import type { SourceFault } from "../source-position.ts";
import { doubtMarker, isOwnMarker } from "./doubt-marker.ts";

/**
 * Markers of mutability and unions in comments that belong to no type and no field, such as one after a field on the
 * same line. They have no effect there, and the mark would be lost.
 */
export function findStrayMarkers(markers: readonly Marker[], isRead: (marker: Marker) => boolean): SourceFault[] {
  return markers
    .filter((marker) => isOwnMarker(marker) && !isRead(marker))
    .map((marker) => {
      const message = `+${marker.name} is read only in the comment above a type or a field: move it there`;
      return doubtMarker(marker, []) ?? { position: marker.position, severity: "error", message };
    });
}
