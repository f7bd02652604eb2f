import type { JsonObject } from "@kiln/api";
import { findMarker, type Marker } from "../marker/marker.ts";
import type { SourceField, SourceType } from "../source-model.ts";
import type { SourceFault, SourcePosition } from "../source-position.ts";

export interface UnionStruct {
  readonly name: string;
  /** Markers of the struct. */
  readonly markers: readonly Marker[];
  readonly fields: readonly SourceField[];
  readonly position: SourcePosition;
  /** Whether a field is required. */
  readonly isRequired: (field: SourceField) => boolean;
}

/**
 * Unions declared by the markers of this struct's own fields, as `x-kubernetes-unions`; violations of the marker rules
 * are faults.
 */
export function buildUnions(struct: UnionStruct, faults: SourceFault[]): JsonObject[] {
  const isUnion = findMarker(struct.markers, "union") !== undefined;
  const discriminators = struct.fields.filter((field) => isDiscriminator(field));
  const members = struct.fields.filter((field) => !isDiscriminator(field) && (isUnion || isMember(field)));
  checkDiscriminators(discriminators, faults);
  for (const member of members) {
    checkMember(struct, member, faults);
  }
  const names = new Set([...members, ...discriminators].map(unionName));
  return [...names].flatMap((name) => {
    const discriminator = discriminators.find((field) => unionName(field) === name);
    const own = members.filter((field) => unionName(field) === name);
    if (own.length === 0) {
      const message = "is a discriminator without a union: all fields of a union stand in one struct";
      const fault = faultOf(discriminator?.position ?? struct.position, `${discriminator?.name ?? ""} ${message}`);
      // Kubernetes' published types do this for documentation only, so it is a warning.
      faults.push({ ...fault, severity: "warning" });
      return [];
    }
    return [toUnion(own, discriminator)];
  });
}

function toUnion(members: readonly SourceField[], discriminator: SourceField | undefined): JsonObject {
  const values = members.map((member) => [member.jsonName ?? "", discriminatedValue(member)] as const);
  return {
    ...(discriminator === undefined ? {} : { discriminator: discriminator.jsonName ?? "" }),
    "fields-to-discriminateBy": Object.fromEntries(values),
  };
}

function isDiscriminator({ markers }: SourceField): boolean {
  return findMarker(markers, "unionDiscriminator", "k8s:unionDiscriminator") !== undefined;
}

function isMember({ markers }: SourceField): boolean {
  return findMarker(markers, "unionDeprecated", "unionMember", "k8s:unionMember") !== undefined;
}

/** Discriminator value of a member: its name in the source, or the value of a tag. */
function discriminatedValue({ name, markers }: SourceField): string {
  const named = findMarker(markers, "unionMember", "k8s:unionMember", "unionDeprecated")?.text ?? "";
  return argument(named, "memberName") ?? (/^[\w.-]+$/.test(named) ? named : name);
}

/** Name of the union that a field belongs to. It is needed in structs with several unions; most have one. */
function unionName({ markers }: SourceField): string {
  return argument(findMarker(markers, "k8s:unionMember", "k8s:unionDiscriminator")?.text ?? "", "union") ?? "";
}

/** Value of an argument in `(union: "a", memberName: "b")`, or in the same as JSON. */
function argument(text: string, name: string): string | undefined {
  return new RegExp(`"?\\b${name}"?\\s*:\\s*["\`]([^"\`]*)["\`]`).exec(text)?.[1];
}

function checkDiscriminators(discriminators: readonly SourceField[], faults: SourceFault[]): void {
  const seen = new Set<string>();
  for (const field of discriminators) {
    if (seen.has(unionName(field))) {
      faults.push(faultOf(field.position, `${field.name} is a second discriminator: a struct has one`));
    }
    seen.add(unionName(field));
    if (!isString(field.type)) {
      faults.push(faultOf(field.position, `${field.name} is a discriminator and must be a string`));
    }
  }
}

function checkMember(struct: UnionStruct, member: SourceField, faults: SourceFault[]): void {
  const { name, position } = member;
  if (member.jsonName === undefined) {
    const message = `${name} is embedded and cannot be a member: all fields of a union stand in one struct`;
    faults.push(faultOf(position, message));
    return;
  }
  if (struct.isRequired(member)) {
    faults.push(faultOf(position, `${name} is a member of a union and must be optional`));
  }
  const mayBeUnset = member.isPointer || isNilable(member.type);
  const lacks = [...(mayBeUnset ? [] : ["a pointer"]), ...(member.omitsEmpty ? [] : ["omitempty"])];
  if (lacks.length > 0) {
    // The proposal's samples omit it in a struct that is a union; for +unionDeprecated it is required.
    const isRequired = findMarker(member.markers, "unionDeprecated") !== undefined;
    const words = `${name} is a member of a union and ${isRequired ? "must" : "should"} be ${lacks.join(" with ")}`;
    const message = `${words.replace("be omitempty", "have omitempty")}, so that unset differs from empty`;
    faults.push({ ...faultOf(position, message), severity: isRequired ? "error" : "warning" });
  }
}

/** Whether a value of the type can be unset without a pointer, as lists and maps can. */
function isNilable(type: SourceType): boolean {
  return type.kind === "reference" ? isNilable(type.to().type) : type.kind === "list" || type.kind === "map";
}

function isString(type: SourceType): boolean {
  if (type.kind === "reference") {
    return isString(type.to().type);
  }
  return type.kind === "known" && type.schema.type === "string";
}

function faultOf(position: SourcePosition, message: string): SourceFault {
  return { position, severity: "error", message };
}
