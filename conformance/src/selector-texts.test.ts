import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type JsonObject,
  type LabelSelector,
  matchesFieldSelector,
  matchesLabelSelector,
  type ObjectMeta,
  parseFieldSelector,
  parseLabelSelector,
} from "@kiln/api";
import { describe, expect, it } from "vitest";

// Recorded lists with selectors: their result, or Kubernetes' error for the selector.

interface Step {
  readonly do: string;
  readonly body?: { readonly metadata?: ObjectMeta; readonly spec?: JsonObject };
  readonly answer: { readonly code: number; readonly body: JsonObject };
}

const golden = join(import.meta.dirname, "..", "golden", "list-selectors.json");
const { steps } = JSON.parse(readFileSync(golden, "utf8")) as { steps: Step[] };
const namespace = "/namespaces/list-selectors/cars";
const cars = steps.filter((step) => step.do.startsWith("POST") && step.do.endsWith(namespace));

const lists = steps.flatMap((step) => {
  const [path = "", query = ""] = step.do.split("?");
  const parameters = new URLSearchParams(query);
  const labels = parameters.get("labelSelector");
  const fields = parameters.get("fieldSelector");
  return path.startsWith("GET") && path.endsWith(namespace) && (labels || fields)
    ? [{ labels, fields, code: step.answer.code, body: step.answer.body }]
    : [];
});

/** Names that a list returned, in order, over all pages. */
function foundNames(body: JsonObject): unknown[] {
  const picked = Object.keys(body).filter((key) => /^\/items\/\d+\/metadata\/name$/.test(key));
  return picked.map((key) => body[key]).filter((name) => name !== null);
}

function findByLabels(selector: LabelSelector): unknown[] {
  return cars
    .filter((car) => matchesLabelSelector(selector, car.body?.metadata?.labels))
    .map((car) => car.body?.metadata?.name);
}

describe("parseLabelSelector() on recorded selectors", () => {
  const recorded = lists.filter(({ labels, fields }) => labels && !fields);
  const found = recorded.filter(({ code, body }) => code === 200 && "/kind" in body);
  const refused = recorded.filter(({ code }) => code === 400);

  it.each(found)("finds what Kubernetes found: $labels", ({ labels, body }) => {
    expect(findByLabels(parseLabelSelector(labels ?? "").value ?? [])).toEqual(foundNames(body));
  });

  it.each(refused)("refuses as Kubernetes does: $labels", ({ labels, body }) => {
    const [head = "", tail] = String(body.message).split("<text>");
    const { error = "" } = parseLabelSelector(labels ?? "");
    expect(error.slice(0, head.length)).toBe(head);
    expect(tail === undefined ? error.length : error.endsWith(tail)).toBe(tail === undefined ? head.length : true);
  });

  it("has both to compare", () => {
    expect(found.length).toBeGreaterThan(10);
    expect(refused.length).toBeGreaterThan(7);
  });
});

describe("parseFieldSelector() on recorded selectors", () => {
  const recorded = lists.filter(({ labels, fields }) => fields && !labels);
  const found = recorded.filter(
    ({ code, body, fields }) => code === 200 && "/kind" in body && !fields?.includes("deep"),
  );

  it.each(found)("finds what Kubernetes found: $fields", ({ fields, body }) => {
    const selector = parseFieldSelector(fields ?? "").value ?? [];
    const names = cars
      .filter((car) => matchesFieldSelector(selector, (field) => lookup(car, field)))
      .map((car) => car.body?.metadata?.name);
    expect(names).toEqual(foundNames(body));
  });

  it("refuses a term without an operator as Kubernetes does", () => {
    const refused = recorded.find(({ fields }) => fields === "metadata.name");
    expect(parseFieldSelector("metadata.name").error).toBe(refused?.body.message);
  });
});

function lookup(car: Step, field: string): string {
  const { metadata, spec = {} } = car.body ?? {};
  return field === "metadata.name" ? String(metadata?.name) : String(spec[field.replace("spec.", "")] ?? "");
}
