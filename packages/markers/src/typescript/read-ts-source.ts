import { appendAll } from "@kiln/api";
import { findMarker } from "../marker/marker.ts";
import { readMarkerText } from "../marker/marker-value.ts";
import { findStrayMarkers } from "../schema/stray-markers.ts";
import type { SourcePackage } from "../source-model.ts";
import type { SourceFault } from "../source-position.ts";
import { readTsComment } from "./read-ts-comment.ts";
import { createTsResolver } from "./resolve-ts-types.ts";
import type { TsComment, TsFile, TsType } from "./ts-file.ts";
import type { TsModule } from "./ts-module.ts";

/** Types of a file. A comment anywhere in the file may set `@groupName` and `@versionName`. */
export function readTsSource(file: TsFile, module: TsModule, faults: SourceFault[]): SourcePackage {
  const resolver = createTsResolver(module, faults);
  const markers = file.comments.flatMap((comment) => readTsComment(comment).markers);
  const group = findMarker(markers, "groupName", "kubebuilder:groupName");
  const version = findMarker(markers, "versionName");
  const read = new Set(file.declarations.flatMap(({ comment, type }) => [comment, ...commentsIn(type)]));
  const stray = file.comments.filter((comment) => !read.has(comment));
  const unread = stray.flatMap((comment) => readTsComment(comment).markers);
  appendAll(
    faults,
    findStrayMarkers(unread, () => false),
  );
  return {
    group: group === undefined ? undefined : readMarkerText(group.text),
    version: version === undefined ? versionOf(file.path) : readMarkerText(version.text),
    declarations: file.declarations
      .filter(({ parameters }) => parameters.length === 0)
      .map((declaration) => resolver.declare(declaration, file)),
  };
}

/** Version from the name of the file or folder. */
function versionOf(path: string): string {
  const parts = path.replace(/(\.d)?\.ts$/, "").split("/");
  return parts.reverse().find((part) => /^v\d+((alpha|beta)\d+)?$/.test(part)) ?? "v1";
}

/** Comments of fields, including those of nested objects. */
function commentsIn(type: TsType): (TsComment | undefined)[] {
  switch (type.kind) {
    case "object":
      return [
        ...type.members.flatMap((member) => [member.comment, ...commentsIn(member.type)]),
        ...(type.index === undefined ? [] : commentsIn(type.index)),
      ];
    case "list":
      return commentsIn(type.of);
    case "union":
    case "intersection":
      return type.of.flatMap(commentsIn);
    case "name":
      return type.arguments.flatMap(commentsIn);
    default:
      return [];
  }
}
