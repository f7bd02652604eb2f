import { deepEqual, getOwn, type JsonValue } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";
import { schemaAt, type TextMark } from "@kiln/page";
import type { SchemaSource } from "@kiln/schema";
import { listUnions, unionOf } from "./describe-unions.ts";
import { printFieldPath } from "./field-path.ts";
import { type FieldChange, findChanges, type Written } from "./find-changes.ts";
import type { Notice } from "./outcome.ts";
import type { PlacedDocument } from "./text-places.ts";

export interface DescribedChange {
  readonly change: FieldChange;
  readonly notice: Notice;
  /** Kind of highlight of the field in the stored object; undefined if the object does not have the field. */
  readonly mark: TextMark["kind"] | undefined;
}

export interface DescribeOptions {
  readonly written: Written;
  readonly schema: SchemaSource;
  /** Fields that the server's warnings name as unknown. */
  readonly unknown: ReadonlySet<string>;
  readonly sentDocument: PlacedDocument;
}

/** Changes that the server made to a write it accepted: fields pruned, defaulted, set or cleared. */
export function describeChanges({ written, schema, unknown, sentDocument }: DescribeOptions): DescribedChange[] {
  return findChanges(written, schema).flatMap((change) => {
    const field = printFieldPath(change.path);
    const described = describeChange({ change, field, schema, unknown, written });
    if (described === undefined) {
      return [];
    }
    const { kind, text, mark } = described;
    const isInText = change.kind === "dropped" && change.from === "sent";
    const range = isInText ? sentDocument.rangeOf(change.path) : undefined;
    return [{ change, notice: { kind, text, field, range }, mark }];
  });
}

interface Description {
  readonly kind: Notice["kind"];
  readonly text: string;
  readonly mark?: TextMark["kind"];
}

interface Subject {
  readonly change: FieldChange;
  readonly field: string;
  readonly schema: SchemaSource;
  readonly unknown: ReadonlySet<string>;
  readonly written: Written;
}

function describeChange({ change, field, schema, unknown, written }: Subject): Description | undefined {
  const union = unionOf(schema, change.path);
  if (change.kind === "dropped") {
    if (change.from === "sent" && (unknown.has(field) || schemaAt(schema, change.path) === undefined)) {
      return { kind: "pruned", text: `${field} is pruned: the schema does not name it` };
    }
    if (union !== undefined) {
      return { kind: "cleared", text: `${field} is cleared: another member of the union is set` };
    }
    if (change.from === "sent") {
      return { kind: "cleared", text: `${field} is dropped` };
    }
    return written.isApply
      ? { kind: "cleared", text: `${field} is removed: its last owner no longer applies it` }
      : undefined;
  }
  if (union !== undefined && union.discriminator === change.path.at(-1)) {
    return { kind: "set", text: `${field} is set to ${print(change.value)}: it follows the union`, mark: "set" };
  }
  const preset = getOwn(schemaAt(schema, change.path) ?? {}, "default");
  if (preset !== undefined && (change.kind === "added" || deepEqual(preset, change.value))) {
    return { kind: "defaulted", text: `${field} is defaulted to ${print(change.value)}`, mark: "defaulted" };
  }
  // For a JSON patch, which is no object, the client's changes cannot be distinguished from the server's.
  return written.sent && { kind: "set", text: `${field} is set to ${print(change.value)}`, mark: "set" };
}

/** A sentence for each union of the object: which member is set. */
export function describeUnions(written: Written, schema: SchemaSource): Notice[] {
  return listUnions(written.after, schema).map(({ path, union, members, discriminator }) => {
    const field = printFieldPath(path);
    const [member] = members;
    const said = union.discriminator === undefined ? "" : `, ${union.discriminator} is ${print(discriminator ?? null)}`;
    const all = [...union.members.keys()].join(", ");
    const text =
      member === undefined
        ? `union ${field}: no member is set${said}`
        : `union ${field}: ${member} wins among ${all}${said}`;
    return { kind: "union", text, field, range: undefined };
  });
}

function print(value: JsonValue): string {
  const text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? Number(each) : each)) ?? "";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Fields in warnings of the kind `unknown field "spec.x"`. */
export function unknownFields(warnings: readonly string[]): Set<string> {
  return new Set(warnings.flatMap((warning) => /^unknown field "([^"]+)"/.exec(warning)?.[1] ?? []));
}

/** Highlighted ranges of added fields in the text of the stored object. */
export function toLiveMarks(described: readonly DescribedChange[], live: PlacedDocument): TextMark[] {
  return described.flatMap(({ change, notice, mark }) => {
    const path: YamlPath = change.path;
    return mark === undefined || live.lineOf(path) === undefined
      ? []
      : [{ ...live.rangeOf(path), kind: mark, title: notice.text }];
  });
}
