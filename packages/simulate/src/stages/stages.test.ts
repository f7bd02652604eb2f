import type { JsonObject } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { PODS, startSimulated } from "../testing/start-simulated.ts";
import { parseQuery } from "./query.ts";
import { runTemplate } from "./run-template.ts";

const STAGES = "/apis/kwok.x-k8s.io/v1alpha1/stages";
const EVENTS = "/api/v1/namespaces/default/events";
const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";

const widgets: JsonObject = {
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Widget", plural: "widgets" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

const ready = (next: JsonObject, selector: JsonObject): JsonObject => ({
  apiVersion: "kwok.x-k8s.io/v1alpha1",
  kind: "Stage",
  metadata: { name: "widget-ready" },
  spec: {
    resourceRef: { apiGroup: "example.com/v1", kind: "Widget" },
    selector,
    delay: { durationMilliseconds: 2000 },
    next,
  },
});

describe("a Stage", () => {
  it("continues its delay where it was when the server is started again", async () => {
    const server = await startSimulated();
    await server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
    const stage = ready(
      { statusTemplate: "phase: Ready" },
      { matchExpressions: [{ key: ".status.phase", operator: "DoesNotExist" }] },
    );
    Object.assign(stage.spec as object, { delay: { durationMilliseconds: 20_000 } });
    await server.post(STAGES, stage);
    await server.settle(1000);
    await server.post(WIDGETS, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: {} });
    await server.settle(12_000);
    await server.restart();
    await server.settle(7000);
    expect((await server.get(`${WIDGETS}/w`)).status).toBeUndefined();
    await server.settle(3000);
    expect((await server.get(`${WIDGETS}/w`)).status).toEqual({ phase: "Ready" });
  });

  it.each([
    [
      "a Go template",
      ready(
        { statusTemplate: "phase: Ready\nsize: {{ .spec.size }}\nsince: {{ Now | Quote }}" },
        { matchExpressions: [{ key: ".status.phase", operator: "DoesNotExist" }] },
      ),
    ],
    [
      "CEL",
      ready(
        { statusExpression: '{"phase": dyn("Ready"), "size": self.spec.size}' },
        { matchConditions: [{ expression: "!has(self.status) || !has(self.status.phase)" }] },
      ),
    ],
  ])("makes a custom resource ready after two seconds by %s", async (_, stage) => {
    const server = await startSimulated();
    await server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
    await server.post(STAGES, stage);
    await server.settle(1000);
    await server.post(WIDGETS, {
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "w" },
      spec: { size: 3 },
    });
    await server.settle(1000);
    expect((await server.get(`${WIDGETS}/w`)).status).toBeUndefined();
    await server.settle(2000);
    expect((await server.get(`${WIDGETS}/w`)).status).toMatchObject({ phase: "Ready", size: 3 });
  });

  it("is reported in an event if it does not compile, and matches nothing", async () => {
    const server = await startSimulated();
    await server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
    await server.post(
      STAGES,
      ready({ statusTemplate: "phase: Ready" }, { matchConditions: [{ expression: "self." }] }),
    );
    await server.settle(1000);
    const [event] = (await server.list(EVENTS)).filter(({ reason }) => reason === "StageIgnored");
    expect(event).toMatchObject({
      type: "Warning",
      involvedObject: { kind: "Stage", name: "widget-ready" },
      message: expect.stringContaining('CEL expression "self." does not compile: Syntax error'),
    });
  });

  it("is reported in an event of the object if its template fails", async () => {
    const server = await startSimulated();
    await server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
    await server.post(STAGES, ready({ statusTemplate: "phase: {{ magic }}" }, {}));
    await server.settle(1000);
    await server.post(WIDGETS, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: {} });
    await server.settle(3000);
    const [event] = (await server.list(EVENTS)).filter(({ reason }) => reason === "StageFailed");
    expect(event).toMatchObject({
      involvedObject: { kind: "Widget", name: "w" },
      message: 'Stage widget-ready: template: function "magic" not defined',
    });
  });

  it("without a selector matches nothing", async () => {
    const server = await startSimulated();
    await server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
    const { spec, ...stage } = ready({ statusTemplate: "phase: Ready" }, {});
    const { selector: _, ...rest } = spec as JsonObject;
    await server.post(STAGES, { ...stage, spec: rest });
    await server.settle(1000);
    await server.post(WIDGETS, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: {} });
    await server.settle(3000);
    expect((await server.get(`${WIDGETS}/w`)).status).toBeUndefined();
  });

  it("for a Pod of another group leaves the simulated kubelet alone", async () => {
    const server = await startSimulated();
    const stage = ready({ statusTemplate: "phase: Other" }, {});
    Object.assign(stage.spec as object, { resourceRef: { apiGroup: "example.com/v1", kind: "Pod" } });
    await server.post(STAGES, stage);
    await server.settle(1000);
    await server.post(PODS, { metadata: { name: "p" }, spec: { containers: [{ name: "main", image: "img:1" }] } });
    await server.settle(3000);
    expect((await server.get(`${PODS}/p`)).status).toMatchObject({ phase: "Running" });
  });

  it.each([
    ["merges a list by the type of its items", {}, ["A", "B"]],
    ["replaces a list", { type: "merge" }, ["B"]],
    [
      "runs the operations of a JSON patch",
      { type: "json", root: "", template: '[{op: add, path: /status/conditions/-, value: {type: "C"}}]' },
      ["A", "C"],
    ],
  ])("with a patch %s", async (_, patch, types) => {
    const server = await startSimulated();
    await server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets);
    const step = { subresource: "status", root: "status", template: "conditions: [{type: B}]", ...patch };
    const stage = ready(
      { patches: [step] },
      { matchConditions: [{ expression: "size(self.status.conditions) == 1" }] },
    );
    await server.post(STAGES, stage);
    await server.settle(1000);
    await server.post(WIDGETS, { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: {} });
    await server.patch(`${WIDGETS}/w/status`, { status: { conditions: [{ type: "A" }] } });
    await server.settle(2500);
    const { conditions } = (await server.get(`${WIDGETS}/w`)).status as { conditions: JsonObject[] };
    expect(conditions.map(({ type }) => type)).toEqual(types);
  });

  it("takes the place of the kubelet for the kind it is for", async () => {
    const server = await startSimulated();
    await server.post(STAGES, {
      apiVersion: "kwok.x-k8s.io/v1alpha1",
      kind: "Stage",
      metadata: { name: "pod-ready" },
      spec: {
        resourceRef: { apiGroup: "v1", kind: "Pod" },
        selector: {
          matchExpressions: [
            { key: ".metadata.deletionTimestamp", operator: "DoesNotExist" },
            { key: ".spec.nodeName", operator: "Exists" },
            {
              key: '.status.conditions.[] | select( .type == "Ready" ) | .status',
              operator: "NotIn",
              values: ["True"],
            },
          ],
        },
        next: {
          statusTemplate: [
            "{{ $now := Now }}",
            "conditions:",
            "- lastTransitionTime: {{ $now | Quote }}",
            '  status: "True"',
            "  type: Ready",
            "containerStatuses:",
            "{{ range .spec.containers }}",
            "- image: {{ .image | Quote }}",
            "  imageID: ''",
            "  lastState: {}",
            "  name: {{ .name | Quote }}",
            "  ready: true",
            "  restartCount: 0",
            "  state:",
            "    running:",
            "      startedAt: {{ $now | Quote }}",
            "{{ end }}",
            "phase: Running",
          ].join("\n"),
        },
      },
    });
    await server.settle(1000);
    await server.post(PODS, { metadata: { name: "p" }, spec: { containers: [{ name: "main", image: "img:1" }] } });
    await server.settle(1000);
    const { status } = await server.get(`${PODS}/p`);
    expect(status).toMatchObject({ phase: "Running", containerStatuses: [{ name: "main", ready: true }] });
    expect(status).not.toHaveProperty("podIP");
  });
});

describe("parseQuery()", () => {
  const object = {
    a: { "x/y": "1" },
    list: [
      { t: "A", v: 1 },
      { t: "B", v: 2 },
    ],
  };

  it.each([
    [".a", [{ "x/y": "1" }]],
    ['.a["x/y"]', ["1"]],
    [".list.[].v", [1, 2]],
    ['.list.[] | select( .t == "B" ) | .v', [2]],
    [".list[0].t", ["A"]],
    [".none.deep", []],
  ])("reads %s", (text, values) => {
    expect(parseQuery(text)(object)).toEqual(values);
  });

  it("names what it does not understand", () => {
    expect(() => parseQuery(".a + 1")).toThrow('path ".a + 1" is not understood at " + 1"');
  });
});

describe("runTemplate()", () => {
  it.each([
    ["{{ .a }}-{{ .b.c }}", "1-x"],
    ["{{ if .none }}yes{{ else if .a }}one{{ else }}no{{ end }}", "one"],
    ["{{ range $i, $v := .list }}{{ $i }}={{ $v }};{{ end }}", "0=p;1=q;"],
    ["{{ range .none }}x{{ else }}none{{ end }}", "none"],
    ["{{ with .b }}{{ .c }}{{ end }}", "x"],
    ["a  {{- 1 -}}  b", "a1b"],
    ['{{ or .none "fallback" | Quote }}', '"fallback"'],
    ['{{ printf "%s/%d" .b.c (index .list 1) }}', "x/q"],
    ["{{ $x := eq .a 1 }}{{ if and $x (not .none) }}ok{{ end }}", "ok"],
  ])("runs %s", (text, result) => {
    expect(runTemplate(text, { a: 1, b: { c: "x" }, list: ["p", "q"] }, {})).toBe(result);
  });

  it("names a function that it does not know", () => {
    expect(() => runTemplate("{{ magic }}", {}, {})).toThrow('function "magic" not defined');
  });
});
