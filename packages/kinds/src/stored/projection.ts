import type { ProjectedEvent } from "@kiln/kinds";

/** State that follows one kind of objects, from the stored ones at the start and every commit after it. */
export interface Projection<Services> {
  /** `/registry/GROUP/PLURAL/`. One projection a prefix. */
  readonly prefix: string;
  /** Runs before the write is answered, so that the next request sees the change. Must not write. */
  apply(services: Services, event: ProjectedEvent): void;
}
