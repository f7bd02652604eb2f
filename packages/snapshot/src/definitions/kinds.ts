import type { JsonObject } from "@kiln/api";
import {
  error,
  flag,
  frozenReference,
  notEmpty,
  oneSource,
  quantity,
  record,
  type SchemaStyle,
  text,
  time,
  validations,
} from "./schema-parts.ts";

/** A kind, with the properties that its versions share. */
export interface SnapshotDefinition {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly isNamespaced: boolean;
  readonly hasStatus: boolean;
  readonly columns: readonly JsonObject[];
  /** Schema of the whole object. */
  schema(style: SchemaStyle, version: string): JsonObject;
}

const META: JsonObject = { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: { type: "object" } };

const column = (name: string, type: string, jsonPath: string): JsonObject => ({ name, type, jsonPath });
const AGE = column("Age", "date", ".metadata.creationTimestamp");
const deletionPolicy = text("Whether the snapshot on the storage system goes with the object.", {
  enum: ["Delete", "Retain"],
});

const snapshot: SnapshotDefinition = {
  kind: "VolumeSnapshot",
  plural: "volumesnapshots",
  shortNames: ["vs"],
  isNamespaced: true,
  hasStatus: true,
  columns: [
    column("ReadyToUse", "boolean", ".status.readyToUse"),
    column("SourcePVC", "string", ".spec.source.persistentVolumeClaimName"),
    column("SourceSnapshotContent", "string", ".spec.source.volumeSnapshotContentName"),
    column("RestoreSize", "string", ".status.restoreSize"),
    column("SnapshotClass", "string", ".spec.volumeSnapshotClassName"),
    column("SnapshotContent", "string", ".status.boundVolumeSnapshotContentName"),
    column("CreationTime", "date", ".status.creationTime"),
    AGE,
  ],
  schema: (style) =>
    record(
      "A user's request for a snapshot of a volume.",
      {
        ...META,
        spec: record("What is wanted.", snapshotSpec(style), { required: ["source"] }),
        status: record("What became of it.", {
          boundVolumeSnapshotContentName: text("The content that this snapshot is bound to."),
          creationTime: time("When the snapshot was taken."),
          error,
          readyToUse: flag("Whether a volume can be made from it."),
          restoreSize: quantity,
        }),
      },
      { required: ["spec"] },
    ),
};

function snapshotSpec(style: SchemaStyle): JsonObject {
  return {
    source: oneSource(style, {
      description: "Where the snapshot comes from. Exactly one, which cannot be changed.",
      fields: [
        ["persistentVolumeClaimName", "The claim whose volume is to be snapshotted, in the same namespace."],
        ["volumeSnapshotContentName", "The content of a snapshot that exists already."],
      ],
    }),
    volumeSnapshotClassName: notEmpty(style, "The class. Without one, the default class of the driver."),
  };
}

const content: SnapshotDefinition = {
  kind: "VolumeSnapshotContent",
  plural: "volumesnapshotcontents",
  shortNames: ["vsc", "vscs"],
  isNamespaced: false,
  hasStatus: true,
  columns: [
    column("ReadyToUse", "boolean", ".status.readyToUse"),
    column("RestoreSize", "integer", ".status.restoreSize"),
    column("DeletionPolicy", "string", ".spec.deletionPolicy"),
    column("Driver", "string", ".spec.driver"),
    column("VolumeSnapshotClass", "string", ".spec.volumeSnapshotClassName"),
    column("VolumeSnapshot", "string", ".spec.volumeSnapshotRef.name"),
    column("VolumeSnapshotNamespace", "string", ".spec.volumeSnapshotRef.namespace"),
    AGE,
  ],
  schema: (style, version) =>
    record(
      "A snapshot on the storage system.",
      {
        ...META,
        spec: contentSpec(style, version),
        status: record("What the storage system says of it.", {
          creationTime: {
            type: "integer",
            format: "int64",
            description: "When it was taken, in nanoseconds since 1970.",
          },
          error,
          readyToUse: flag("Whether a volume can be made from it."),
          restoreSize: { type: "integer", format: "int64", minimum: 0, description: "Its size in bytes." },
          snapshotHandle: text("Its name on the storage system."),
        }),
      },
      { required: ["spec"] },
    ),
};

function contentSpec(style: SchemaStyle, version: string): JsonObject {
  const properties = {
    deletionPolicy,
    driver: text("The CSI driver that made it."),
    source: oneSource(style, {
      description: "Where the snapshot comes from. Exactly one, which cannot be changed.",
      fields: [
        ["snapshotHandle", "A snapshot that exists already, by its name on the storage system."],
        ["volumeHandle", "The volume to be snapshotted, by its name on the storage system."],
      ],
    }),
    ...(version === "v1" ? { sourceVolumeMode: volumeMode(style) } : {}),
    volumeSnapshotClassName: text("The class from which it was made."),
    volumeSnapshotRef: frozenReference(style, "The VolumeSnapshot that this content is bound to."),
  };
  const mode = {
    rule: "!has(oldSelf.sourceVolumeMode) || has(self.sourceVolumeMode)",
    message: "sourceVolumeMode is required once set",
  };
  return record("What the content is.", properties, {
    required: ["deletionPolicy", "driver", "source", "volumeSnapshotRef"],
    ...validations(version === "v1" ? style : "none", [mode]),
  });
}

function volumeMode(style: SchemaStyle): JsonObject {
  return text("The mode of the volume that was snapshotted.", {
    ...(style === "marks" ? { "x-kubernetes-mutability": "AddOnly" } : {}),
    ...validations(style, [{ rule: "self == oldSelf", message: "is immutable" }]),
  });
}

const snapshotClass: SnapshotDefinition = {
  kind: "VolumeSnapshotClass",
  plural: "volumesnapshotclasses",
  shortNames: ["vsclass", "vsclasses"],
  isNamespaced: false,
  hasStatus: false,
  columns: [column("Driver", "string", ".driver"), column("DeletionPolicy", "string", ".deletionPolicy"), AGE],
  schema: () =>
    record(
      "How a driver makes snapshots.",
      {
        ...META,
        deletionPolicy,
        driver: text("The CSI driver."),
        parameters: {
          type: "object",
          description: "Parameters passed to the driver when it creates a snapshot.",
          additionalProperties: { type: "string" },
        },
      },
      { required: ["deletionPolicy", "driver"] },
    ),
};

/** The CRDs in the order in which they are applied. */
export const snapshotKinds: readonly SnapshotDefinition[] = [snapshotClass, content, snapshot];
