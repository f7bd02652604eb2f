import {
  asInteger,
  asObjects,
  asText,
  asTexts,
  checkPortName,
  checkPortNumber,
  type FieldError,
  type FieldPath,
  fieldPath,
  forbidden,
  invalid,
  isJsonObject,
  type JsonObject,
  notSupported,
  objectAt,
  required,
  validateLabelSelector,
} from "@kiln/api";
import { checkSupported, checkText } from "../field-checks.ts";
import { checkCidr, cidrContains, parseCidr, warnOfCidr } from "../network-cidr.ts";

const SPEC = fieldPath("spec");
const POLICY_TYPES = ["Ingress", "Egress"];

export function validateNetworkPolicy(policy: JsonObject, old?: JsonObject): FieldError[] {
  const spec = objectAt(policy, "spec");
  const before = old === undefined ? [] : blocksOf(old);
  const stored = new Set(before.flatMap(({ block }) => [asText(block.cidr), ...asTexts(block.except)]));
  const types = asTexts(spec.policyTypes);
  const at = SPEC.child("policyTypes");
  return [
    ...validateLabelSelector(objectAt(spec, "podSelector"), SPEC.child("podSelector")),
    ...DIRECTIONS.flatMap(({ rules, peers }) =>
      asObjects(spec[rules]).flatMap((rule, i) => {
        const path = SPEC.child(rules).index(i);
        return [
          ...asObjects(rule.ports).flatMap((port, k) => validatePort(port, path.child("ports").index(k))),
          ...asObjects(rule[peers]).flatMap((peer, k) => validatePeer(peer, path.child(peers).index(k), stored)),
        ];
      }),
    ),
    ...(types.length > POLICY_TYPES.length
      ? [invalid(at, types, "may not specify more than two policyTypes")]
      : types.flatMap((type, i) =>
          POLICY_TYPES.includes(type) ? [] : [notSupported(at.index(i), type, POLICY_TYPES)],
        )),
  ];
}

/** Ingress and egress, and the name of their peers. */
const DIRECTIONS = [
  { rules: "ingress", peers: "from" },
  { rules: "egress", peers: "to" },
] as const;

interface Block {
  readonly block: JsonObject;
  readonly path: FieldPath;
}

/** Every CIDR of the policy. */
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

function validatePort({ protocol, port, endPort }: JsonObject, path: FieldPath): FieldError[] {
  const end = asInteger(endPort);
  const at = path.child("endPort");
  const errors = protocol === undefined ? [] : checkSupported(protocol, path.child("protocol"), ["TCP", "UDP", "SCTP"]);
  const refuse = (why: string) => (endPort === undefined ? [] : [invalid(at, end, why)]);
  if (port === undefined) {
    return [...errors, ...refuse("may not be specified when `port` is not specified")];
  }
  if (typeof port === "string") {
    return [
      ...errors,
      ...refuse("may not be specified when `port` is non-numeric"),
      ...checkText(port, path.child("port"), checkPortName),
    ];
  }
  const number = asInteger(port);
  return [
    ...errors,
    ...checkPortNumber(number).map((fault) => invalid(path.child("port"), number, fault)),
    // Kubernetes: prints the port instead of the endPort (apis/networking/validation/validation.go
    // ValidateNetworkPolicyPort, v1.36).
    ...(endPort !== undefined && end < number ? [invalid(at, number, "must be greater than or equal to `port`")] : []),
    ...(endPort === undefined ? [] : checkPortNumber(end).map((fault) => invalid(at, end, fault))),
  ];
}

function validatePeer(peer: JsonObject, path: FieldPath, stored: ReadonlySet<string>): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const count = [podSelector, namespaceSelector, ipBlock].filter(isJsonObject).length;
  return [
    ...(isJsonObject(podSelector) ? validateLabelSelector(podSelector, path.child("podSelector")) : []),
    ...(isJsonObject(namespaceSelector)
      ? validateLabelSelector(namespaceSelector, path.child("namespaceSelector"))
      : []),
    ...(isJsonObject(ipBlock) ? validateBlock(ipBlock, path.child("ipBlock"), stored) : []),
    ...(count === 0 ? [required(path, "must specify a peer")] : []),
    ...(count > 1 && isJsonObject(ipBlock) ? [forbidden(path, "may not specify both ipBlock and another peer")] : []),
  ];
}

function validateBlock(block: JsonObject, path: FieldPath, stored: ReadonlySet<string>): FieldError[] {
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
