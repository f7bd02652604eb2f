import type { ProjectedEvent } from "@kiln/kinds";

/** State derived from one kind of objects: from the stored ones at start and every commit after. */
export interface Projection<Services> {
  /** `/registry/GROUP/PLURAL/`. One projection a prefix. */
  readonly prefix: string;
  /** Runs before the write is answered, so that the next request sees the change. Must not write. */
  apply(services: Services, event: ProjectedEvent): void;
}
