import { findMarker } from "../marker/marker.ts";
import { readMarkerText } from "../marker/marker-value.ts";
import type { SourcePackage } from "../source-model.ts";
import type { SourceFault } from "../source-position.ts";
import { readTsComment } from "./read-ts-comment.ts";
import { createTsResolver } from "./resolve-ts-types.ts";
import type { TsFile } from "./ts-file.ts";
import type { TsModule } from "./ts-module.ts";

/** The types of a file. Any comment in it may say `@groupName` and `@versionName`. */
export function readTsSource(file: TsFile, module: TsModule, faults: SourceFault[]): SourcePackage {
  const resolver = createTsResolver(module, faults);
  const markers = file.comments.flatMap((comment) => readTsComment(comment).markers);
  const group = findMarker(markers, "groupName", "kubebuilder:groupName");
  const version = findMarker(markers, "versionName");
  return {
    group: group === undefined ? undefined : readMarkerText(group.text),
    version: version === undefined ? versionOf(file.path) : readMarkerText(version.text),
    declarations: file.declarations
      .filter(({ parameters }) => parameters.length === 0)
      .map((declaration) => resolver.declare(declaration, file)),
  };
}

/** A file or folder that is named like a version has that version. */
function versionOf(path: string): string {
  const parts = path.replace(/(\.d)?\.ts$/, "").split("/");
  return parts.reverse().find((part) => /^v\d+((alpha|beta)\d+)?$/.test(part)) ?? "v1";
}
