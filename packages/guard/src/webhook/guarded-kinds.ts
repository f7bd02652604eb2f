import type { KubeObject } from "@kiln/api";
import { type CheckMutability, type CompiledUnions, compileMutability, compileUnions } from "@kiln/schema";
import { type Definition, type DefinitionReading, type MarkedVersion, readDefinition } from "../definition.ts";

/** A version of a kind and the marks of its schema. */
export interface GuardedVersion {
  readonly definition: Definition;
  readonly version: MarkedVersion;
  readonly mutability: CheckMutability | undefined;
  readonly unions: CompiledUnions | undefined;
}

/** Kinds with marks or unions in a cluster, by its current CRDs. */
export interface GuardedKinds {
  /** Adds or updates a CRD. */
  set(object: KubeObject): void;
  delete(name: string): void;
  find(place: {
    readonly group: string;
    readonly version: string;
    readonly plural: string;
  }): GuardedVersion | undefined;
  /** Reasons why the marks of a kind cannot be enforced; undefined if they can, or if there are none. */
  faultsOf(group: string, plural: string): readonly string[] | undefined;
  /** All CRDs with marks, valid or not, by name. */
  list(): readonly DefinitionReading[];
}

export function createGuardedKinds(): GuardedKinds {
  const readings = new Map<string, DefinitionReading>();
  const compiled = new Map<MarkedVersion, GuardedVersion>();
  const readingOf = (group: string, plural: string) => readings.get(`${plural}.${group}`);
  const forget = (name: string) => {
    for (const version of readings.get(name)?.definition.versions ?? []) {
      compiled.delete(version);
    }
    readings.delete(name);
  };
  return {
    set(object) {
      const reading = readDefinition(object);
      forget(reading.definition.name);
      if (reading.definition.versions.length > 0 || reading.faults.length > 0) {
        readings.set(reading.definition.name, reading);
      }
    },
    delete: forget,
    find({ group, version: name, plural }) {
      const reading = readingOf(group, plural);
      const version = reading?.definition.versions.find((each) => each.name === name);
      if (reading === undefined || version === undefined) {
        return undefined;
      }
      const known = compiled.get(version) ?? compileVersion(reading.definition, version);
      compiled.set(version, known);
      return known;
    },
    faultsOf(group, plural) {
      const faults = readingOf(group, plural)?.faults ?? [];
      return faults.length === 0 ? undefined : faults;
    },
    list: () => [...readings.values()].sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1)),
  };
}

function compileVersion(definition: Definition, version: MarkedVersion): GuardedVersion {
  return {
    definition,
    version,
    mutability: compileMutability(version.schema),
    unions: compileUnions(version.schema),
  };
}
