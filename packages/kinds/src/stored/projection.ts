import type { ProjectedEvent } from "@kiln/kinds";

/** State derived from the objects of one kind: from all stored ones at start, and from every commit after that. */
export interface Projection<Services> {
  /** Key prefix of the kind, `/registry/GROUP/PLURAL/`; each prefix has one projection. */
  readonly prefix: string;
  /** Applies an event before its write is answered, so that the next request sees the change. Must not write. */
  apply(services: Services, event: ProjectedEvent): void;
}
