import { mutate } from "../../fuzz/mutate.ts";
import { createRandom } from "../../fuzz/random.ts";
import { send } from "../honest-client.ts";
import type { Row, Target } from "../row.ts";

const PATH = "/api/v1/namespaces/tenant/configmaps";
const FORMS = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/cbor",
  "application/apply-patch+yaml",
  "application/apply-patch+cbor",
  "application/json-patch+json",
  "application/strategic-merge-patch+json",
  "text/plain",
  "multipart/form-data; boundary=a",
];
/** Beginnings that a decoder accepts: the envelope of protobuf, the tag of CBOR, JSON and YAML. */
const SEEDS: readonly Buffer[] = [
  Buffer.concat([
    Buffer.from("k8s\0"),
    Buffer.from("0a0f0a0276311209436f6e6669674d6170", "hex"),
    Buffer.from([0x12, 0xff, 0xff, 0xff, 0x7f]),
  ]),
  Buffer.from("d9d9f7a36a61706956657273696f6e627631646b696e6469436f6e6669674d61709fffbfff", "hex"),
  Buffer.from('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"},"data":{"a":"b"}}'),
  Buffer.from("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: odd}\ndata: &a {b: c}\n"),
  Buffer.from(
    '[{"op":"add","path":"/data/a","value":"b"},{"op":"move","from":"/data/a","path":"/metadata/labels/~1"}]',
  ),
];

async function sendDamaged(target: Target): Promise<readonly string[]> {
  const random = createRandom(21);
  const complaints: string[] = [];
  for (let i = 0; i < 1500 * target.scale && target.leftMs() > 0 && complaints.length < 5; i += 10) {
    const sent = Array.from({ length: 10 }, (_, n) => {
      const type = FORMS[(i + n) % FORMS.length] as string;
      const body = mutate(random, SEEDS);
      const isPatch = type.includes("patch");
      const path = isPatch ? `${PATH}/large-0?fieldManager=odd` : PATH;
      return send(target, {
        method: isPatch ? "PATCH" : "POST",
        path,
        body,
        headers: { "content-type": type },
        token: target.tokens.edit,
      }).then(({ status, text }) =>
        status >= 500 ? [`${type} ${body.toString("base64").slice(0, 200)}: ${status} ${text.slice(0, 100)}`] : [],
      );
    });
    complaints.push(...(await Promise.all(sent)).flat());
  }
  return complaints;
}

/** Checks that keys with a meaning in JavaScript are data, or rejected. */
async function pollute(target: Target): Promise<readonly string[]> {
  const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
  const complaints: string[] = [];
  for (const key of keys) {
    const bodies = [
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"},"${key}":{"isAdmin":true}}`,
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p","labels":{"${key}":"x"},"annotations":{"${key}":"x"}},"data":{"${key}":"x"}}`,
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p","${key}":{"namespace":"other"}}}`,
    ];
    const patches: readonly (readonly [string, string])[] = [
      ["merge-patch+json", `{"${key}":{"kind":"Secret"},"data":{"${key}":"y"}}`],
      ["strategic-merge-patch+json", `{"metadata":{"${key}":{"name":"q"}}}`],
      ["json-patch+json", `[{"op":"add","path":"/${key}/kind","value":"Secret"}]`],
      ["json-patch+json", `[{"op":"add","path":"/data/${key}","value":{"a":"b"}}]`],
    ];
    const requests = [
      ...bodies.map((body) => ({ method: "POST", path: PATH, body })),
      ...patches.map(([type, body]) => ({
        method: "PATCH",
        path: `${PATH}/p`,
        body,
        headers: { "content-type": `application/${type}` },
      })),
      { method: "DELETE", path: `${PATH}/p` },
    ];
    for (const request of requests) {
      const { status, text } = await send(target, { ...request, token: target.tokens.edit });
      complaints.push(...(status >= 500 ? [`${key}: ${status} ${text.slice(0, 200)}`] : []));
    }
  }
  const version = await send(target, { path: "/version" });
  return version.text.includes("isAdmin") ? [...complaints, "the prototype of objects was changed"] : complaints;
}

export const oddBodyRows: readonly Row[] = [
  {
    name: "odd-bodies",
    identity: "edit",
    sends: "1,500 damaged bodies in ten media types",
    seconds: 30,
    isShort: true,
    attack: sendDamaged,
  },
  {
    name: "prototype-keys",
    identity: "edit",
    sends: "__proto__, constructor and others as keys of objects and patches",
    seconds: 60,
    attack: pollute,
  },
];
