/** One file of a volume. */
export interface VolumeFile {
  readonly bytes: Uint8Array;
  /** Permission bits, such as 0o644. */
  readonly mode: number;
  /** Owner; the writer's own user if absent. */
  readonly uid?: number;
}

/** All files of a volume by their path in it. It is published as a whole or not at all. */
export type Payload = ReadonlyMap<string, VolumeFile>;

/** Result of a publication: `repaired` if the content was right but something around it was not. */
export type PublishOutcome = "written" | "unchanged" | "repaired";

export interface PublishOptions {
  /** Group of every file and folder; they become readable for it. */
  readonly fsGroup?: number;
}

/** Destination of payloads. The atomic writer is one over a folder; a hollow node has one without files. */
export interface VolumeTarget {
  publish(payload: Payload, options?: PublishOptions): Promise<PublishOutcome>;
  /** Bytes of these files as they were last published, by an earlier process, too; those that are gone are left out. */
  read?(paths: Iterable<string>): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Ends publication. Published files stay. */
  close?(): Promise<void>;
}
