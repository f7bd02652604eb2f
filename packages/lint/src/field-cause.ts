import { isJsonObject, type JsonObject } from "@kiln/api";

/** One cause of a Status. */
export interface FieldCause {
  /** Path as Kubernetes prints it; empty if it has none. */
  readonly field: string;
  readonly message: string;
}

/** Causes of a Status; repeated ones are reported once. */
export function causesOf({ details }: JsonObject): FieldCause[] {
  const listed = isJsonObject(details) && Array.isArray(details.causes) ? details.causes.filter(isJsonObject) : [];
  const causes = listed.map((cause) => ({ field: String(cause.field ?? ""), message: String(cause.message ?? "") }));
  return [...new Map(causes.map((cause) => [JSON.stringify(cause), cause])).values()];
}
