/** One file of a volume. */
export interface VolumeFile {
  readonly bytes: Uint8Array;
  /** Permission bits, such as 0o644. */
  readonly mode: number;
  /** Owner of the file; the writer's user if absent. */
  readonly uid?: number;
}

/** All files of a volume by their path in it, published as a whole or not at all. */
export type Payload = ReadonlyMap<string, VolumeFile>;

/** Result of a publication: `repaired` if the content was right but something around it was not. */
export type PublishOutcome = "written" | "unchanged" | "repaired";

export interface PublishOptions {
  /** Group of every file and folder, which gets read permission. */
  readonly fsGroup?: number;
}

/** Destination of payloads: the atomic writer of a folder, or a volume without files in a hollow node. */
export interface VolumeTarget {
  publish(payload: Payload, options?: PublishOptions): Promise<PublishOutcome>;
  /**
   * Content of the given files as last published, also by an earlier process. Files that no longer exist are left out.
   */
  read?(paths: Iterable<string>): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Ends publication. Published files stay. */
  close?(): Promise<void>;
}
