import {
  asInteger,
  asObjects,
  asText,
  asTexts,
  checkPortName,
  checkPortNumber,
  cidrContains,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  objectAt,
  parseCidr,
  required,
} from "@kiln/api";
import { checkCidr, warnOfCidr } from "../check-cidr.ts";
import { checkText } from "../field-checks.ts";
import { fieldRules, type Scope } from "../field-rules.ts";

const SPEC = fieldPath("spec");

export function validateNetworkPolicy(policy: JsonObject, old?: JsonObject): FieldError[] {
  const spec = objectAt(policy, "spec");
  const before = old === undefined ? [] : blocksOf(old);
  const stored = new Set(before.flatMap(({ block }) => [asText(block.cidr), ...asTexts(block.except)]));
  const types = asTexts(spec.policyTypes);
  return [
    ...checkSpec(spec, SPEC, { given: stored }),
    ...(types.length > 2
      ? [invalid(SPEC.child("policyTypes"), types, "may not specify more than two policyTypes")]
      : checkTypes(spec, SPEC)),
  ];
}

const PORTS = { "ports[]": [{ protocol: "pointer;enum=TCP|UDP|SCTP" }, validatePort] };
const PEER = [{ "podSelector,namespaceSelector": "pointer;selector", ipBlock: ["pointer", validateBlock] }, checkPeer];

/** Rules of the spec. Their extra input are the stored IP blocks, which may keep errors. */
const checkSpec = fieldRules<ReadonlySet<string>>({
  podSelector: "selector",
  "ingress[]": { ...PORTS, "from[]": PEER },
  "egress[]": { ...PORTS, "to[]": PEER },
});
const checkTypes = fieldRules({ "policyTypes[]": "enum=Ingress|Egress" });

/** Fields of the rules for ingress and egress, and of their peers. */
const DIRECTIONS = [
  { rules: "ingress", peers: "from" },
  { rules: "egress", peers: "to" },
] as const;

interface Block {
  readonly block: JsonObject;
  readonly path: FieldPath;
}

/** All IP blocks of the policy, with their paths. */
function blocksOf(policy: JsonObject): Block[] {
  const spec = objectAt(policy, "spec");
  return DIRECTIONS.flatMap(({ rules, peers }) =>
    asObjects(spec[rules]).flatMap((rule, i) =>
      asObjects(rule[peers]).flatMap(({ ipBlock: block }, k) =>
        isJsonObject(block) ? [{ block, path: SPEC.child(rules).index(i).child(peers).index(k).child("ipBlock") }] : [],
      ),
    ),
  );
}

function validatePort({ port, endPort }: JsonObject, path: FieldPath): FieldError[] {
  const end = asInteger(endPort);
  const at = path.child("endPort");
  const refuse = (why: string) => (endPort === undefined ? [] : [invalid(at, end, why)]);
  if (port === undefined) {
    return refuse("may not be specified when `port` is not specified");
  }
  if (typeof port === "string") {
    return [
      ...refuse("may not be specified when `port` is non-numeric"),
      ...checkText(port, path.child("port"), checkPortName),
    ];
  }
  const number = asInteger(port);
  return [
    ...checkPortNumber(number).map((fault) => invalid(path.child("port"), number, fault)),
    // Kubernetes: prints the port instead of the endPort (apis/networking/validation/validation.go
    // ValidateNetworkPolicyPort, v1.36).
    ...(endPort !== undefined && end < number ? [invalid(at, number, "must be greater than or equal to `port`")] : []),
    ...(endPort === undefined ? [] : checkPortNumber(end).map((fault) => invalid(at, end, fault))),
  ];
}

function checkPeer({ podSelector, namespaceSelector, ipBlock }: JsonObject, path: FieldPath): FieldError[] {
  const count = [podSelector, namespaceSelector, ipBlock].filter(isJsonObject).length;
  if (count === 0) {
    return [required(path, "must specify a peer")];
  }
  return count > 1 && isJsonObject(ipBlock) ? [forbidden(path, "may not specify both ipBlock and another peer")] : [];
}

function validateBlock(
  block: JsonObject,
  path: FieldPath,
  { given: stored = new Set() }: Scope<ReadonlySet<string>>,
): FieldError[] {
  const text = asText(block.cidr);
  if (text === "") {
    return [required(path.child("cidr"), "")];
  }
  const cidr = parseCidr(text);
  const errors = checkCidr(text, path.child("cidr"), { stored });
  if (cidr === undefined) {
    return errors;
  }
  const exceptions = asTexts(block.except).flatMap((exception, i) => {
    const at = path.child("except").index(i);
    const inner = parseCidr(exception);
    const isOutside = inner !== undefined && (!cidrContains(cidr, inner.network) || cidr.bits >= inner.bits);
    return [
      ...checkCidr(exception, at, { stored }),
      ...(isOutside ? [invalid(at, exception, "must be a strict subset of `cidr`")] : []),
    ];
  });
  return [...errors, ...exceptions];
}

export function warnOfNetworkPolicy(policy: JsonObject): string[] {
  return blocksOf(policy).flatMap(({ block, path }) => [
    ...warnOfCidr(block.cidr, path.child("cidr")),
    ...asTexts(block.except).flatMap((exception, i) => warnOfCidr(exception, path.child("except").index(i))),
  ]);
}
